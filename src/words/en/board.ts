/** Pages of the board after the first view. */
export const board = {
  language: 'Language',
  favoritesCount: 'Favorites ({count})',
  showMore: 'Show more',
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
