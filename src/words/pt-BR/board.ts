import type { OtherWords } from '../en/catalogue.ts';

export const board = {
  showAllIn: 'Ver toda a categoria {category}',
  nobodyIsCalled: 'Ninguém se chama “{text}”.',
  allIn: 'Esta é toda a categoria {category}',
  language: 'Idioma',
  writtenIn: 'Escrito originalmente em {language}',
  showOriginal: 'Mostrar o original',
  showTranslation: 'Mostrar a tradução',
  favoritesCount: 'Favoritos ({count})',
  animal: 'Animal',
  added: 'Novo animal: {name}.',
  nowIs: {
    available: '{name} agora está para adoção.',
    pending: '{name} agora tem uma reserva.',
    sold: '{name} agora tem um lar.',
  },
} as const satisfies OtherWords['board'];
