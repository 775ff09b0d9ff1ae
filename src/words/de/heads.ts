import type { OtherWords } from '../en/catalogue.ts';

export const heads = {
  description: 'Tiere, die ein Zuhause suchen.',
  descriptionOf: 'Tiere von {organization}, die ein Zuhause suchen.',
  newAnimals: 'Neue Tiere',
  statuses: {
    available: '{name} sucht ein Zuhause.',
    pending: '{name} ist reserviert.',
    sold: '{name} hat ein Zuhause gefunden.',
    soon: '{name} sucht bald ein Zuhause.',
  },
  statusesAt: {
    available: '{name} sucht ein Zuhause ({organization}).',
    pending: '{name} ist reserviert ({organization}).',
    sold: '{name} hat ein Zuhause gefunden.',
    soon: '{name} sucht bald ein Zuhause ({organization}).',
  },
} as const satisfies OtherWords['heads'];
