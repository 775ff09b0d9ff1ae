import { type Int64, integerOfJson, isInt64 } from '../vocabulary/int64.ts';

/** The categories that there are, by id and by name. */
export interface CategoryNames {
  /**
   * The id that a cell stands for: an integer itself, or the id of the category of this name, in whichever case and with or without the `s`
   * of a plural. A name that none has is answered with CategoryUnknown, and any other value with itself.
   */
  idOf(cell: unknown): Promise<unknown>;
  /** The names that were made, or would be. */
  readonly made: readonly string[];
}

export class CategoryUnknown {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * @param make makes a category that is missing, or undefined where that is not wanted; gives its id, or a sentence why it cannot be made
 * @param isStrict whether an id must be one of these, as the setting STRICT_CATEGORIES asks
 */
export function categoryNames(
  known: readonly { readonly id: Int64; readonly name: string }[],
  make: ((name: string) => Promise<Int64 | CategoryUnknown>) | undefined,
  isStrict: boolean,
): CategoryNames {
  const ids = new Set(known.map(({ id }) => id));
  const byName = Map.groupBy(known, ({ name }) => alike(name));
  const made: string[] = [];

  async function idOfName(name: string): Promise<Int64 | CategoryUnknown> {
    const found = byName.get(alike(name)) ?? [];
    const exact = found.filter((one) => one.name === name);
    const [first, second] = exact.length > 0 ? exact : found;
    if (second !== undefined)
      return new CategoryUnknown(`${JSON.stringify(name)} may be category ${first?.id} or ${second.id}; give the id.`);
    if (first !== undefined) return first.id;
    if (make === undefined)
      return new CategoryUnknown(`There is no category ${JSON.stringify(name)}; --create-categories makes it.`);
    const id = await make(name);
    if (id instanceof CategoryUnknown) return id;
    made.push(name);
    byName.set(alike(name), [{ id, name }]);
    ids.add(id);
    return id;
  }

  return {
    made,
    async idOf(cell) {
      if (typeof cell === 'string') {
        const text = cell.trim();
        if (text === '') return undefined;
        if (!/^-?\d+(\.0*)?$/.test(text)) return idOfName(text);
      }
      const id = typeof cell === 'string' ? (integerOfJson(cell.trim().replace(/\.$/, '')) ?? cell) : cell;
      if (isStrict && isInt64(id) && !ids.has(id)) return new CategoryUnknown(`There is no category ${id}.`);
      return id;
    },
  };
}

/** Species are named by one animal in some files and by many in others: `Dog`, `Dogs`. */
const alike = (name: string): string => name.normalize('NFKC').trim().toLowerCase().replace(/s$/, '');
