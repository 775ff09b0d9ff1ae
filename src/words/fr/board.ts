import type { OtherWords } from '../en/catalogue.ts';

export const board = {
  showAllIn: 'Voir toute la catégorie {category}',
  nobodyIsCalled: 'Personne ne s’appelle «\u00a0{text}\u00a0».',
  allIn: 'Voici toute la catégorie {category}',
  language: 'Langue',
  writtenIn: 'Rédigé à l’origine en {language}',
  showOriginal: 'Afficher l’original',
  showTranslation: 'Afficher la traduction',
  favoritesCount: 'Favoris ({count})',
  animal: 'Animal',
  added: 'Nouvel animal\u00a0: {name}.',
  nowIs: {
    available: '{name} est maintenant à l’adoption.',
    pending: '{name} a maintenant une réservation.',
    sold: '{name} a trouvé une famille.',
  },
} as const satisfies OtherWords['board'];
