import type { OtherWords } from '../en/catalogue.ts';

export const heads = {
  description: 'Zwierzęta, które szukają domu.',
  descriptionOf: 'Zwierzęta, które szukają domu – {organization}.',
  newAnimals: 'Nowe zwierzęta',
  statuses: {
    available: '{name} szuka domu.',
    pending: '{name} ma rezerwację.',
    sold: '{name} ma już dom.',
    soon: '{name} wkrótce będzie szukać domu.',
  },
  statusesAt: {
    available: '{name} szuka domu ({organization}).',
    pending: '{name} ma rezerwację ({organization}).',
    sold: '{name} ma już dom.',
    soon: '{name} wkrótce będzie szukać domu ({organization}).',
  },
} as const satisfies OtherWords['heads'];
