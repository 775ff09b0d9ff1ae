import type { OtherWords } from '../en/catalogue.ts';

export const staging = {
  badge: 'Testumgebung',
  note: 'Zum Üben. Diese Tiere gibt es nicht wirklich.',
  toProduction: 'Zur echten Seite',
} as const satisfies OtherWords['staging'];
