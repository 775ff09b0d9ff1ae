import type { Near } from '../../database/near.ts';
import { present } from '../../kit/present.ts';
import { AGES, COATS, SEXES, SIZES, type Size } from '../../vocabulary/animal-profile.ts';
import type { AnimalType } from '../../vocabulary/animals/species.ts';
import type { PetStatus } from '../../vocabulary/pet-lifecycle.ts';
import { findBreed, findColor } from '../../words/spellings.ts';
import { UNKNOWN } from './animals.ts';
import { byCommas, mostParts, type Reader } from './given.ts';
import type { Kinds } from './kinds.ts';
import { locationOf, type LocationParts } from './location.ts';
import type { Search, Sort } from './numbered-pages.ts';
import { numberIn } from './organizations.ts';
import { typeNamed } from './types.ts';

const itself = <Word extends string>(values: Readonly<Record<Word, string>>): Readonly<Record<string, Word>> =>
  Object.fromEntries((Object.keys(values) as Word[]).map((word) => [word, word]));

const SORTS = itself({ recent: '', '-recent': '', distance: '', '-distance': '', random: '' } satisfies Record<
  Sort,
  ''
>);
const STATUS_WORDS: Readonly<Record<string, PetStatus | 'none'>> = {
  adoptable: 'available',
  adopted: 'sold',
  found: 'none',
};
const SIZE_WORDS: Readonly<Record<string, Size>> = {
  ...itself(SIZES),
  'extra-large': 'xlarge',
  'extra large': 'xlarge',
};
const mostOrganizations = 100;
const longestName = 255;

/** What a request asks for; nothing if no animal can match. */
export interface AnimalSearch {
  readonly search: Search | undefined;
  readonly near: Near | undefined;
}

/** Reads the parameters of a search. @throws Problem if any is invalid */
export async function animalSearch(
  reader: Reader,
  parts: LocationParts & { readonly kinds: Kinds },
): Promise<AnimalSearch> {
  const type = typeOf(reader);
  const statuses = reader.words('status', STATUS_WORDS, 'a valid status') ?? ['available'];
  const breed = reader.many('breed', namesBy(findBreed, type), mostNames);
  const color = reader.many('color', namesBy(findColor, type), mostNames);
  const sex = wanted('sex', SEXES, reader.words('gender', itself(SEXES), 'a valid gender'), UNKNOWN.sex);
  const age = wanted('age', AGES, reader.words('age', itself(AGES), 'a valid age'), UNKNOWN.age);
  const size = wanted('size', SIZES, reader.words('size', SIZE_WORDS, 'a valid size'), UNKNOWN.size);
  const coat = reader.words('coat', itself(COATS), 'a valid coat');
  const goodWith = (['children', 'dogs', 'cats'] as const).filter((one) => reader.flag(`good_with_${one}`, true));
  const houseTrained = reader.flag('house_trained', false);
  const declawed = reader.flag('declawed', false);
  const specialNeeds = reader.flag('special_needs', false);
  const name = reader.one('name');
  const organizations = reader.many('organization', byCommas, mostOrganizations);
  const [after, before] = [reader.time('after'), reader.time('before')];
  const sort = reader.words('sort', SORTS, 'a valid sort')?.at(-1) ?? 'recent';
  if (sort.endsWith('distance') && reader.one('location') === undefined)
    reader.refuse('sort', `${sort} requires location.`);
  const { near, state } = await locationOf(reader, parts);
  reader.requireValid();

  const shown = statuses.filter((status) => status !== 'none');
  const inState = state === undefined ? undefined : await parts.directory.idsIn(state);
  const ids = both(
    organizations?.flatMap((text) => numberIn(text) ?? []),
    inState,
  );
  if (shown.length === 0 || ids?.length === 0 || (name?.length ?? 0) > longestName) return { search: undefined, near };
  const [status] = shown;
  const without = { ...sex.without, ...age.without, ...size.without };
  const filters: Search['filters'] = {
    ...(shown.length === 1 && status !== undefined ? { status } : { statuses: shown }),
    ...sex.is,
    ...age.is,
    ...size.is,
    ...present({ breed, color, coat, houseTrained, declawed, specialNeeds, near, q: name, organizationIds: ids }),
    ...present({
      kind: type && (await parts.kinds.filterFor(type)),
      without: Object.keys(without).length === 0 ? undefined : without,
      goodWith: goodWith.length === 0 ? undefined : goodWith,
      // Times are shown without their milliseconds.
      addedFrom: after === undefined ? undefined : Math.ceil(after / 1_000) * 1_000,
      addedBefore: before === undefined ? undefined : Math.floor(before / 1_000 + 1) * 1_000,
    }),
  };
  // A state is no place to measure from.
  return { search: { filters, sort: near === undefined && sort.endsWith('distance') ? 'recent' : sort }, near };
}

function typeOf(reader: Reader): AnimalType | undefined {
  const text = reader.one('type');
  const type = text === undefined ? undefined : typeNamed(text);
  return text === undefined || type !== undefined ? type : reader.refuse('type', `${text} is not a valid animal type.`);
}

const mostNames = 40;

/**
 * Splits names by commas, except names with commas, and maps each to the known name: callers send slugs and other spellings. An animal may
 * have a name that only other types usually have.
 */
const namesBy =
  (find: (text: string, type: AnimalType | undefined) => string | undefined, type: AnimalType | undefined) =>
  (text: string): string[] => {
    const parts = byCommas(text);
    const found: string[] = [];
    const known = (name: string) => find(name, type) ?? find(name, undefined);
    for (let start = 0, end = 0; start < parts.length; start = end) {
      end = Math.min(parts.length, start + mostParts);
      const joined = () => parts.slice(start, end).join(', ');
      while (end > start + 1 && known(joined()) === undefined) end -= 1;
      found.push(joined(), known(joined()) ?? joined());
    }
    return found;
  };

/** The filter for values. One value also stands for unknown: it finds all animals without any of the others. */
function wanted<Name extends string, Value extends string>(
  name: Name,
  all: Readonly<Record<Value, string>>,
  values: readonly Value[] | undefined,
  unknown: Value,
): { readonly is: Partial<Record<Name, Value[]>>; readonly without: Partial<Record<Name, Value[]>> } {
  const only = (some: readonly Value[]) => ({ [name]: [...some] }) as Partial<Record<Name, Value[]>>;
  if (values === undefined) return { is: {}, without: {} };
  if (!values.includes(unknown)) return { is: only(values), without: {} };
  const others = (Object.keys(all) as Value[]).filter((value) => !values.includes(value));
  return { is: {}, without: others.length === 0 ? {} : only(others) };
}

/** What is in both lists; undefined is a list of everything. */
const both = (some: readonly number[] | undefined, others: readonly number[] | undefined) =>
  some === undefined || others === undefined ? (some ?? others) : some.filter((one) => others.includes(one));
