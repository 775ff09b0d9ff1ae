import type { CountPetsQuery, ExpandedPet, ListPetsQuery } from '../../../../client/src/petstore.ts';
import type { Age, Companion, Sex, Size } from '../../../../src/vocabulary/animal-profile.ts';
import { searchable } from '../../../../src/vocabulary/text/searchable.ts';
import { filterAddresses, matches, type PetFilters, queryOf } from '../../pets/filters.ts';
import { words } from '../../words.ts';

/** Adopters ask for these first. */
const ASKED_COMPANIONS = ['children', 'dogs', 'cats'] as const satisfies Companion[];

export const SORTS = ['newest', 'longest_waiting', 'distance'] as const;
export type Sort = (typeof SORTS)[number];

/** What adopters ask for. Empty texts and lists ask for nothing. */
export interface Wishes {
  readonly species: string;
  readonly breed: string;
  readonly age: readonly Age[];
  readonly sex: readonly Sex[];
  readonly size: readonly Size[];
  readonly goodWith: readonly Companion[];
  /** Whether it must have a photo. */
  readonly hasPhotos: boolean;
  /** A postal code, or a town with its state or country. */
  readonly near: string;
  /** Such as `50mi`. */
  readonly within: string;
}

/** Which animals the board shows, and their order. */
export interface BoardFilters extends PetFilters, Wishes {
  readonly sort: Sort;
}

export const NO_WISHES: Wishes = {
  species: '',
  breed: '',
  age: [],
  sex: [],
  size: [],
  goodWith: [],
  hasPhotos: false,
  near: '',
  within: '',
};

/** The order that nobody has to choose. */
const usualSort = (near: string): Sort => (near === '' ? 'newest' : 'distance');

/** What changes with the place: near it, the nearest come first; without it, no animal is nearer than another. */
export function placedAt({ near: before, within, sort }: Pick<BoardFilters, 'near' | 'within' | 'sort'>, near: string) {
  const isOther = near !== before && (near !== '' || sort === 'distance');
  return { near, within: near === '' ? '' : within, sort: isOther ? usualSort(near) : sort };
}

const addresses = filterAddresses('/', 'available');
const TEXTS = ['species', 'breed', 'near', 'within'] as const;
const LISTS = ['age', 'sex', 'size', 'goodWith'] as const;

/** What the query parameters say: `age=young,adult&near=62701`. */
export const ADDRESSES = {
  filtersOf(search: string): BoardFilters {
    const parameters = new URLSearchParams(search);
    const text = (name: string) => (parameters.get(name) ?? '').trim().slice(0, 100);
    const chosen = <Value extends string>(name: string, values: readonly Value[]) => {
      const named = text(name).split(',');
      return values.filter((value) => named.includes(value));
    };
    const { ages, sexes, sizes } = words().animals;
    const near = text('near');
    const within = /^\d{1,3}(?:km|mi)$/.test(text('within')) ? text('within') : '';
    const sorts = SORTS.filter((sort) => sort !== 'distance' || near !== '');
    return {
      ...addresses.filtersOf(search),
      species: text('species'),
      breed: text('breed'),
      age: chosen('age', Object.keys(ages) as Age[]),
      sex: chosen('sex', Object.keys(sexes) as Sex[]),
      size: chosen('size', Object.keys(sizes) as Size[]),
      goodWith: chosen('goodWith', ASKED_COMPANIONS),
      hasPhotos: text('hasPhotos') === 'true',
      near,
      within: near === '' ? '' : within,
      sort: chosen('sort', sorts)[0] ?? usualSort(near),
    };
  },

  addressOf(filters: BoardFilters): string {
    const [path = '/', search = ''] = addresses.addressOf(filters).split('?');
    const parameters = new URLSearchParams(search);
    for (const name of TEXTS) if (filters[name] !== '') parameters.set(name, filters[name]);
    for (const name of LISTS) if (filters[name].length > 0) parameters.set(name, filters[name].join(','));
    if (filters.hasPhotos) parameters.set('hasPhotos', 'true');
    if (filters.sort !== usualSort(filters.near)) parameters.set('sort', filters.sort);
    return parameters.size === 0 ? path : `${path}?${parameters.toString().replaceAll('%2C', ',')}`;
  },
};

/** The query that counts the animals of the list. A comma separates names, so none has one. */
export function countQueryOf(filters: BoardFilters): CountPetsQuery {
  const { species, breed, age, sex, size, goodWith, hasPhotos, near, within } = filters;
  return {
    ...queryOf(filters),
    ...(species !== '' && { species: [species.replaceAll(',', ' ')] }),
    ...(breed !== '' && { breed: [breed.replaceAll(',', ' ')] }),
    ...(age.length > 0 && { age: [...age] }),
    ...(sex.length > 0 && { sex: [...sex] }),
    ...(size.length > 0 && { size: [...size] }),
    ...(goodWith.length > 0 && { goodWith: [...goodWith] }),
    ...(hasPhotos && { hasPhotos }),
    ...(near !== '' && { near }),
    ...(within !== '' && { within }),
  };
}

export const boardQueryOf = (filters: BoardFilters): ListPetsQuery => ({
  ...countQueryOf(filters),
  ...(filters.sort !== 'newest' && { sort: filters.sort }),
});

/**
 * Whether the list would have the animal among those that came last. Whether it is near, only the service knows, and in another order nobody
 * would look for it at the top.
 */
export function isNewIn(filters: BoardFilters, pet: ExpandedPet): boolean {
  const { species, breed, age, sex, size, goodWith, hasPhotos, near, sort } = filters;
  const { profile = {}, photos = [] } = pet;
  const isNamed = (wish: string, ...names: readonly (string | undefined)[]) =>
    wish === '' || names.some((name) => name !== undefined && searchable(name) === searchable(wish));
  const isOneOf = <Value>(wishes: readonly Value[], value: Value | undefined) =>
    wishes.length === 0 || (value !== undefined && wishes.includes(value));
  return (
    matches(filters, pet) &&
    sort === 'newest' &&
    near === '' &&
    isNamed(species, profile.species) &&
    isNamed(breed, profile.breed?.primary, profile.breed?.secondary) &&
    isOneOf(age, profile.age) &&
    isOneOf(sex, profile.sex) &&
    isOneOf(size, profile.size) &&
    goodWith.every((companion) => profile.goodWith?.[companion] === 'yes') &&
    (!hasPhotos || photos.length > 0)
  );
}

/** How many wishes there are. */
export const wishesIn = (wishes: Wishes): number =>
  [wishes.species, wishes.breed, wishes.near].filter((text) => text !== '').length +
  LISTS.filter((name) => wishes[name].length > 0).length +
  Number(wishes.hasPhotos);
