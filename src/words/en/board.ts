/** Pages of the board after the first view. */
export const board = {
  /** A link behind a search for a name that is like the name of a category. */
  showAllIn: 'Show all in {category}',
  nobodyIsCalled: 'Nobody is called “{text}”.',
  allIn: 'These are all in {category}',
  language: 'Language',
  /** Below a version of what a shelter has written. `language` is the original's, such as `German`. */
  writtenIn: 'Originally written in {language}',
  showOriginal: 'Show the original',
  showTranslation: 'Show the translation',
  favoritesCount: 'Favorites ({count})',
  /** Title of the window until an animal is read. */
  animal: 'Animal',
  /** Said by screen readers when the list changes. */
  added: { by: 'sex', other: '{name} was added.' },
  nowIs: {
    available: '{name} is now available.',
    pending: '{name} is now pending.',
    sold: { by: 'sex', other: '{name} is now adopted.' },
  },
} as const;
