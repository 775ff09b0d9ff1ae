import type { OtherWords } from '../en/catalogue.ts';

export const staging = {
  badge: 'Wersja próbna',
  note: 'Do ćwiczeń. Te zwierzęta nie są prawdziwe.',
  toProduction: 'Do prawdziwej strony',
} as const satisfies OtherWords['staging'];
