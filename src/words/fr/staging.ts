import type { OtherWords } from '../en/catalogue.ts';

export const staging = {
  badge: 'Test',
  note: 'Pour s’exercer. Aucun animal ici n’est réel.',
  toProduction: 'Aller au vrai site',
} as const satisfies OtherWords['staging'];
