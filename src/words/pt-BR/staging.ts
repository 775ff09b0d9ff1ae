import type { OtherWords } from '../en/catalogue.ts';

export const staging = {
  badge: 'Teste',
  note: 'Para praticar. Nenhum animal aqui é real.',
  toProduction: 'Ir para o site real',
} as const satisfies OtherWords['staging'];
