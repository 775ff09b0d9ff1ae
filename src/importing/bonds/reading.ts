import { MAX_BONDS } from '../../vocabulary/animal-profile.ts';
import type { Columns } from '../columns.ts';
import type { Row } from '../file/row.ts';

/** Another animal that must not be parted from an animal. */
export interface Bond {
  readonly line: number;
  readonly column: string;
  /** The reference of the other animal; or `id:` and what its row has in the column of ids. */
  readonly other: string;
}

/** Of too many, the first is reported, and those behind it are not looked at. */
const mostNamed = MAX_BONDS + 1;
/** Some of them name nobody. */
const mostInText = 100;

export type BondReader = ReturnType<typeof bondReader>;

const ID = 'id:';
const BY_ID = 'id';

/** Reads the bonds of rows, and knows what they mean once all rows were read: the other animal may come later. */
export function bondReader() {
  /** Only of files that name bonded animals by an id which is not their reference. */
  const references = new Map<string, string>();
  return {
    read: (row: Row, { bonds, byName, names, source }: Columns, reference: string): readonly Bond[] => {
      if (bonds === undefined) return [];
      const isById = bonds.by === BY_ID;
      if (isById) {
        const [own] = othersIn(row.cell(byName.get(BY_ID) ?? -1));
        if (own !== undefined) references.set(own, reference);
      }
      const named = bonds.indexes.flatMap((index) =>
        othersIn(row.cell(index)).flatMap((text) => {
          const other = `${isById ? ID : 'ref:'}${text}`;
          const isNone = source.unset?.has(text) === true || (isById && text === '0') || other === reference;
          return isNone ? [] : [{ line: row.line, column: names[index] ?? '', other }];
        }),
      );
      return named.slice(0, mostNamed);
    },

    /** The reference of the other animal, if a row has it. */
    referenceOf: ({ other }: Bond): string | undefined =>
      other.startsWith(ID) ? references.get(other.slice(ID.length)) : other,
  };
}

/** The references or ids in a cell: a text with one or, separated by semicolons, several; a list; or those in a profile. */
function othersIn(cell: unknown): readonly string[] {
  if (typeof cell === 'string')
    return cell
      .split(';', mostInText)
      .map((text) => text.trim())
      .filter((text) => text !== '');
  if (typeof cell === 'number' || typeof cell === 'bigint') return [String(cell)];
  if (Array.isArray(cell)) return cell.flatMap(othersIn);
  return typeof cell === 'object' && cell !== null && 'bondedWith' in cell ? othersIn(cell.bondedWith) : [];
}
