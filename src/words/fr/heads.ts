import type { OtherWords } from '../en/catalogue.ts';

export const heads = {
  description: 'Des animaux qui cherchent une famille.',
  descriptionOf: '{organization}\u00a0: des animaux qui cherchent une famille.',
  newAnimals: 'Nouveaux animaux',
  statuses: {
    available: '{name} cherche une famille.',
    pending: '{name} a une réservation en cours.',
    sold: '{name} a trouvé une famille.',
    soon: '{name} sera bientôt à l’adoption.',
  },
  statusesAt: {
    available: '{name} cherche une famille ({organization}).',
    pending: '{name} a une réservation en cours ({organization}).',
    sold: '{name} a trouvé une famille.',
    soon: '{name} sera bientôt à l’adoption ({organization}).',
  },
} as const satisfies OtherWords['heads'];
