import { type Int64, integerOfJson, isInt64 } from '../vocabulary/int64.ts';
import type { Rule } from './rules.ts';

/** The categories of the target, by id and by name. */
export interface CategoryNames {
  /**
   * The id that a cell means: an integer itself, or the id of the category with this name, in any case and with or without a plural `s`.
   * CategoryUnknown for a name that no category has; any other value is returned as it is.
   */
  idOf(cell: unknown): Promise<unknown>;
  nameOf(id: Int64): string | undefined;
  /** The names of the categories that were created. */
  readonly made: readonly string[];
  /** The names that no category has. */
  readonly missing: ReadonlySet<string>;
}

export class CategoryUnknown {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

interface CategoryOptions {
  /** Creates a missing category; undefined if none may be created. Gives its id, or why it cannot be created. */
  readonly create: ((name: string) => Promise<Int64 | CategoryUnknown>) | undefined;
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

  async function idOfName(name: string): Promise<Int64 | CategoryUnknown> {
    const found = byName.get(alike(name)) ?? [];
    const exact = found.filter((one) => one.name === name);
    const [first, second] = exact.length > 0 ? exact : found;
    if (second !== undefined)
      return new CategoryUnknown(
        `${JSON.stringify(name)} may mean category ${first?.id} or category ${second.id}; write the id.`,
      );
    if (first !== undefined) return first.id;
    const checked = nameRule(name);
    if (create !== undefined && 'reason' in checked) return new CategoryUnknown(checked.reason);
    if (create === undefined) {
      if ('value' in checked) missing.add(name);
      return new CategoryUnknown(`There is no category ${JSON.stringify(name)}.`);
    }
    const id = await create(name);
    if (id instanceof CategoryUnknown) return id;
    made.push(name);
    byName.set(alike(name), [{ id, name }]);
    names.set(id, name);
    return id;
  }

  return {
    made,
    missing,
    nameOf: (id) => names.get(id),
    async idOf(cell) {
      if (typeof cell === 'string') {
        const text = cell.trim();
        if (text === '') return undefined;
        if (!/^-?\d+(\.0*)?$/.test(text)) return idOfName(text);
      }
      const id = typeof cell === 'string' ? (integerOfJson(cell.trim().replace(/\.$/, '')) ?? cell) : cell;
      if (isStrict && isInt64(id) && !names.has(id)) return new CategoryUnknown(`There is no category ${id}.`);
      return id;
    },
  };
}

/** Some files name a species in the singular, others in the plural: `Dog`, `Dogs`. */
const alike = (name: string): string => name.normalize('NFKC').trim().toLowerCase().replace(/s$/, '');
