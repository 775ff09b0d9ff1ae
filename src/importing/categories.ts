import { type Int64, integerOfJson, isInt64 } from '../vocabulary/int64.ts';
import { speciesNamed } from '../words/species-spellings.ts';
import type { Checked, Rule } from './rules.ts';

/** The categories of the target, by id and by name. */
export interface CategoryNames {
  /**
   * The id that a cell means: an integer itself, or the id of the category with this name, in any case and with or without a plural `s`; or
   * the id of the species' category, for a word such as `Canine`. It refuses a name that no category has, and returns any other value as it
   * is.
   */
  idOf(cell: unknown): Promise<Checked>;
  nameOf(id: Int64): string | undefined;
  /** The names of the categories that were created. */
  readonly made: readonly string[];
  /** The first names, at most `mostMissing`, that no category has. */
  readonly missing: ReadonlySet<string>;
}

/** A file whose columns are read wrongly may name another category in each row. */
const mostMissing = 100;
const mostMade = 1_000;
/** No category has a longer name. */
const longestName = 1_000;

interface CategoryOptions {
  /** Creates a missing category; undefined if none may be created. */
  readonly create: ((name: string) => Promise<Checked<Int64>>) | undefined;
  readonly nameRule: Rule;
  /** Whether an id must belong to a category, as the setting STRICT_CATEGORIES demands. */
  readonly isStrict: boolean;
}

export function categoryNames(
  known: readonly { readonly id: Int64; readonly name: string }[],
  { create, nameRule, isStrict }: CategoryOptions,
): CategoryNames {
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const byName = Map.groupBy(known, ({ name }) => alike(name));
  const made: string[] = [];
  const missing = new Set<string>();

  async function idOfName(name: string): Promise<Checked<Int64>> {
    const found = byName.get(alike(name)) ?? byName.get(alike(speciesNamed(name))) ?? [];
    const exact = found.filter((one) => one.name === name);
    const [first, second] = exact.length > 0 ? exact : found;
    if (second !== undefined)
      return {
        reason: `${JSON.stringify(name)} may mean category ${first?.id} or category ${second.id}; write the id.`,
      };
    if (first !== undefined) return { value: first.id };
    const checked = nameRule(name);
    if (create === undefined) {
      if ('value' in checked && missing.size < mostMissing) missing.add(name);
      return { reason: `There is no category ${JSON.stringify(name)}.` };
    }
    if ('reason' in checked) return checked;
    if (made.length >= mostMade) return { reason: `An import creates at most ${mostMade} categories.` };
    const added = await create(name);
    if ('reason' in added) return added;
    made.push(name);
    byName.set(alike(name), [{ id: added.value, name }]);
    names.set(added.value, name);
    return added;
  }

  return {
    made,
    missing,
    nameOf: (id) => names.get(id),
    async idOf(cell) {
      let id = cell;
      if (typeof cell === 'string') {
        const text = cell.trim();
        if (text === '') return { value: undefined };
        if (text.length > longestName) return { reason: `A category is named by at most ${longestName} characters.` };
        if (!/^-?\d+(\.0*)?$/.test(text)) return idOfName(text);
        id = integerOfJson(text.replace(/\.$/, '')) ?? cell;
      }
      if (isStrict && isInt64(id) && !names.has(id)) return { reason: `There is no category ${id}.` };
      return { value: id };
    },
  };
}

/** Some files name a species in the singular, others in the plural: `Dog`, `Dogs`. */
const alike = (name: string): string => name.normalize('NFKC').trim().toLowerCase().replace(/s$/, '');
