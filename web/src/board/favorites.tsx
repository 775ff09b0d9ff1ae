import './favorites.css';
import { signal } from '@preact/signals';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { keep, kept } from '../data/kept.ts';
import { Icon } from '../design/data/icons.tsx';
import { say, words } from '../words.ts';
import { noteInterest } from './interest.ts';

const key = 'petstore-favorites';

type LikedPet = Pick<ExpandedPet, 'id' | 'name' | 'profile'>;

/** As many as one request reads. */
const most = 100;

/** The ids of the animals that the visitor likes, the latest last. They are kept in this browser: the service counts hearts without knowing whose they are. */
export const favorites = signal(HAS_SCRIPTS ? stored() : []);

if (HAS_SCRIPTS)
  addEventListener('storage', (event) => {
    if (event.key === key) favorites.value = stored();
  });

/** What is stored may be from another version, or written by hand. */
function stored(): readonly number[] {
  const ids = (kept(key) ?? '').split(',').map(Number);
  return ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(-most);
}

function toggle({ id, profile }: LikedPet): void {
  const others = favorites.value.filter((known) => known !== id);
  const isAdded = others.length === favorites.value.length;
  favorites.value = isAdded ? [...others, id].slice(-most) : others;
  // Another service counts the hearts of its animals itself.
  if (isAdded && profile?.origin === undefined) noteInterest(location.origin, id, 'heart');
  keep(key, favorites.value.join());
}

/** A heart, which is full if the animal is a favorite. */
export const FavoriteButton = ({ pet }: { readonly pet: LikedPet }) => (
  <button
    type="button"
    class="favorite"
    aria-pressed={favorites.value.includes(pet.id)}
    aria-label={say(words().reserving.favorite, { animal: pet.name })}
    onClick={() => toggle(pet)}
  >
    <Icon name="heart" />
  </button>
);
