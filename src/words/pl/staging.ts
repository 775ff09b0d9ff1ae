import type { staging as english } from '../en/staging.ts';
import type { WordsOf } from '../say.ts';

export const staging = {
  badge: 'Wersja próbna',
  note: 'Do ćwiczeń. Te zwierzęta nie są prawdziwe.',
  toProduction: 'Do prawdziwej strony',
} as const satisfies WordsOf<typeof english>;
