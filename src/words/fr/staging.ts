import type { staging as english } from '../en/staging.ts';
import type { WordsOf } from '../say.ts';

export const staging = {
  badge: 'Test',
  note: 'Pour s’exercer. Aucun animal ici n’est réel.',
  toProduction: 'Aller au vrai site',
} as const satisfies WordsOf<typeof english>;
