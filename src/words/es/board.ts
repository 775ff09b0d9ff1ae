import type { OtherWords } from '../en/catalogue.ts';

export const board = {
  showAllIn: 'Ver toda la categoría {category}',
  nobodyIsCalled: 'Nadie se llama «{text}».',
  allIn: 'Esta es toda la categoría {category}',
  language: 'Idioma',
  writtenIn: 'Escrito originalmente en {language}',
  showOriginal: 'Ver el original',
  showTranslation: 'Ver la traducción',
  favoritesCount: 'Favoritos ({count})',
  animal: 'Animal',
  added: 'Animal nuevo: {name}.',
  nowIs: {
    available: '{name} ya está en adopción.',
    pending: '{name} ya tiene una reserva.',
    sold: '{name} ya tiene un hogar.',
  },
} as const satisfies OtherWords['board'];
