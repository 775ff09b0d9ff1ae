import type { OtherWords } from '../en/catalogue.ts';

export const heads = {
  description: 'Animales que buscan un hogar.',
  descriptionOf: 'Animales de {organization} que buscan un hogar.',
  newAnimals: 'Animales nuevos',
  statuses: {
    available: '{name} busca un hogar.',
    pending: '{name} tiene una reserva.',
    sold: '{name} ya tiene un hogar.',
    soon: 'Pronto se podrá adoptar a {name}.',
  },
  statusesAt: {
    available: '{name} busca un hogar en {organization}.',
    pending: '{name} tiene una reserva en {organization}.',
    sold: '{name} ya tiene un hogar.',
    soon: 'Pronto se podrá adoptar a {name} en {organization}.',
  },
} as const satisfies OtherWords['heads'];
