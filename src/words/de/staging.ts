import type { staging as english } from '../en/staging.ts';
import type { WordsOf } from '../say.ts';

export const staging = {
  badge: 'Testumgebung',
  note: 'Zum Üben. Diese Tiere gibt es nicht wirklich.',
  toProduction: 'Zur echten Seite',
} as const satisfies WordsOf<typeof english>;
