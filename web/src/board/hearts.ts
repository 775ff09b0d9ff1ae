import { signal } from '@preact/signals';

type Hearts = Pick<typeof import('./favorites.tsx'), 'FavoriteButton' | 'FavoritesLink'>;

/** The hearts of favorites, which appear after the first view; undefined until then. */
export const hearts = signal<Partial<Hearts>>({});

/** A failure is ignored: the board works without hearts, and the next list tries again. */
export const loadHearts = (): Promise<void> =>
  import('./favorites.tsx').then(
    (loaded) => void (hearts.value = loaded),
    () => undefined,
  );
