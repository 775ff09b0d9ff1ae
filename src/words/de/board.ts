import type { OtherWords } from '../en/catalogue.ts';

export const board = {
  showAllIn: 'Alle in {category} anzeigen',
  nobodyIsCalled: 'Kein Tier heißt „{text}“.',
  allIn: 'Das sind alle in {category}',
  language: 'Sprache',
  writtenIn: 'Im Original auf {language}',
  showOriginal: 'Original anzeigen',
  showTranslation: 'Übersetzung anzeigen',
  favoritesCount: 'Favoriten ({count})',
  animal: 'Tier',
  added: 'Neu dabei: {name}.',
  nowIs: {
    available: '{name} sucht jetzt ein Zuhause.',
    pending: '{name} ist jetzt reserviert.',
    sold: '{name} hat jetzt ein Zuhause.',
  },
} as const satisfies OtherWords['board'];
