import type { staging as english } from '../en/staging.ts';
import type { WordsOf } from '../say.ts';

export const staging = {
  badge: 'Teste',
  note: 'Para praticar. Nenhum animal aqui é real.',
  toProduction: 'Ir para o site real',
} as const satisfies WordsOf<typeof english>;
