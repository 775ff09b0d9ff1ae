import type { OtherWords } from '../en/catalogue.ts';

export const heads = {
  description: 'Animais que procuram um lar.',
  descriptionOf: '{organization}: animais que procuram um lar.',
  newAnimals: 'Novos animais',
  statuses: {
    available: '{name} procura um lar.',
    pending: '{name} tem uma reserva.',
    sold: '{name} encontrou um lar.',
    soon: '{name} em breve estará para adoção.',
  },
  statusesAt: {
    available: '{name} procura um lar ({organization}).',
    pending: '{name} tem uma reserva ({organization}).',
    sold: '{name} encontrou um lar.',
    soon: '{name} em breve estará para adoção ({organization}).',
  },
} as const satisfies OtherWords['heads'];
