import { signal } from '@preact/signals';
import type { FavoriteButton, FavoritesLink } from './favorites.tsx';

interface Hearts {
  readonly FavoriteButton: typeof FavoriteButton;
  readonly FavoritesLink: typeof FavoritesLink;
}

/** The hearts of favorites, which appear after the first view; undefined until then. */
export const hearts = signal<Partial<Hearts>>({});

/** A failure is ignored: the board works without hearts, and the next list tries again. */
export const loadHearts = (): Promise<void> =>
  import('./favorites.tsx').then(
    (loaded) => void (hearts.value = loaded),
    () => undefined,
  );
