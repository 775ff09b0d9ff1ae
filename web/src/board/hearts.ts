import { signal } from '@preact/signals';
import { laterWords } from '../words.ts';
import type { AlertButton } from './alerts/alert-button.tsx';
import type { FavoriteButton, favorites } from './favorites.tsx';
import type { FirstAnimal } from './later/first-animal.tsx';
import type { ListCount } from './later/first-extras.tsx';
import type { Languages } from './later/languages.tsx';

interface Hearts {
  readonly FavoriteButton: typeof FavoriteButton;
  readonly favorites: typeof favorites;
  readonly AlertButton: typeof AlertButton;
  readonly FirstAnimal: typeof FirstAnimal;
  readonly Languages: typeof Languages;
  readonly ListCount: typeof ListCount;
}

/** The hearts of favorites, the button of alerts, the number of animals and the languages, which appear after the first view; undefined until then. */
export const hearts = signal<Partial<Hearts>>({});

export const loadExtras = () => (IS_OWN ? import('./later/own-extras.ts') : import('./later/first-extras.tsx'));

/** A failure is ignored: the board works without them, and the next list tries again. */
export const loadHearts = (): Promise<void> =>
  Promise.all([loadExtras(), laterWords()]).then(
    ([loaded]) => void (hearts.value = loaded),
    () => undefined,
  );
