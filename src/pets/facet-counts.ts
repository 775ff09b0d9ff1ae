import { ageOf, COMPANIONS, missingIn } from '../vocabulary/animal-profile.ts';
import { folded } from '../vocabulary/text/folded.ts';
import { MOST_VALUES, type PetFacets } from './facet-schema.ts';
import type { ShownProfile } from './profile/row.ts';
import type { TraitFilters } from './query/schema.ts';

type Name = Exclude<keyof PetFacets, 'total'>;
type Value = string | boolean | undefined;

/** The filters with counts of animals. */
export type CountedFilters = Pick<TraitFilters, Name>;

/** The values by which lists find an animal, by filter. Names are folded in lists, so they are here. */
const VALUES: Readonly<Record<Name, (profile: ShownProfile, hasPhotos: boolean, nowMs: number) => readonly Value[]>> = {
  species: ({ species }) => names(species),
  breed: ({ breed }) => names(breed?.primary, breed?.secondary),
  color: ({ colors = [] }) => names(...colors),
  sex: ({ sex }) => [sex],
  age: ({ age, birthDate }, _, nowMs) => [birthDate === undefined ? age : ageOf(birthDate, nowMs)],
  size: ({ size }) => [size],
  coat: ({ coat }) => [coat],
  goodWith: ({ goodWith }) =>
    (Object.keys(COMPANIONS) as (keyof typeof COMPANIONS)[]).filter((companion) => goodWith?.[companion] === 'yes'),
  houseTrained: ({ houseTrained }) => [houseTrained],
  specialNeeds: ({ specialNeeds }) => [specialNeeds],
  hasPhotos: (_, hasPhotos) => [hasPhotos],
  missing: missingIn,
};
const NAMES = Object.keys(VALUES) as Name[];

export const isCounted = (filter: string): boolean => Object.hasOwn(VALUES, filter);

/** No list finds an email address, nor a name with a comma, which separates names. */
const names = (...values: readonly (string | undefined)[]) =>
  values.filter((value) => value !== undefined && !/[@,]/.test(value));

/** A value, which animals that have it share. */
interface Shared {
  readonly folded: string;
  /** As it was spelled first. */
  readonly value: string;
}

/** The values of an animal, by filter. */
export type Countable = Readonly<Record<Name, readonly Shared[]>>;

/** Makes the values of animals, one after the other. */
export function countables(nowMs: number) {
  const known = new Map<string, Shared>();
  const shared = (name: Name, value: string): Shared => {
    const key = folded(value);
    const found = known.get(`${name} ${key}`) ?? { folded: key, value };
    known.set(`${name} ${key}`, found);
    return found;
  };
  return (profile: ShownProfile, hasPhotos: boolean): Countable =>
    Object.fromEntries(
      NAMES.map((name) => {
        const values = VALUES[name](profile, hasPhotos, nowMs).filter((value) => value !== undefined);
        return [name, [...new Set(values.map((value) => shared(name, String(value))))]];
      }),
    ) as Record<Name, Shared[]>;
}

/**
 * Counts the animals with each value. A filter does not narrow its own values, since of several one is enough: who looks for young animals sees
 * how many are adult. Of companions all are needed, so this filter does.
 */
export function countsOf(animals: readonly Countable[], filters: CountedFilters): Required<PetFacets> {
  const wanted = NAMES.flatMap((name) => {
    const chosen = filters[name];
    return chosen === undefined ? [] : [{ name, chosen: [chosen].flat().map((value) => folded(String(value))) }];
  });
  const counts = new Map(NAMES.map((name) => [name, new Map<Shared, number>()]));
  let total = 0;
  for (const animal of animals) {
    const missed = wanted.filter(({ name, chosen }) => !meets(animal[name], name, chosen));
    const [only] = missed;
    if (missed.length > 1 || only?.name === 'goodWith') continue;
    if (only === undefined) total += 1;
    for (const name of only === undefined ? NAMES : [only.name]) {
      const ofName = counts.get(name);
      for (const value of animal[name]) ofName?.set(value, (ofName.get(value) ?? 0) + 1);
    }
  }
  const lists = [...counts].map(([name, found]) => [
    name,
    [...found]
      .map(([{ value }, count]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value, 'en'))
      .slice(0, MOST_VALUES),
  ]);
  return { total, ...(Object.fromEntries(lists) as Record<Name, { value: string; count: number }[]>) };
}

function meets(values: readonly Shared[], name: Name, chosen: readonly string[]): boolean {
  const isChosen = (wanted: string) => values.some((value) => value.folded === wanted);
  return name === 'goodWith' ? chosen.every(isChosen) : chosen.some(isChosen);
}
