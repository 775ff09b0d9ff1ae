import type { TSchema } from 'typebox';
import { faultOf, MOST_BYTES } from '../../pets/profile/rules.ts';
import { NewPetProfile } from '../../pets/profile/schema.ts';
import type { AnimalType } from '../../vocabulary/animals/species.ts';
import { typeOfSpecies } from '../../words/species-spellings.ts';
import type { Columns } from '../columns.ts';
import { NO_TEXT, type Row } from '../file/row.ts';
import { type Rule, ruleOf } from '../rules.ts';
import { type Hints, Members, type ProfileColumn, type RowContext, Unread } from './columns.ts';

/** A cell that could not be read: its index, and the rule. */
export interface Fault {
  readonly index: number;
  readonly reason: string;
}

export interface ReadProfile {
  /** Undefined if the row says nothing of the animal. */
  readonly profile: NewPetProfile | undefined;
  readonly faults: readonly Fault[];
  /** The members that the row has and that are not in the profile, as they could not be read: paths below it, empty for all of it. */
  readonly unread: readonly string[];
}

const NOTHING: ReadProfile = { profile: undefined, faults: [], unread: [] };

type Branch = { readonly properties?: Readonly<Record<string, TSchema>> };
type Draft = Record<string, unknown>;

/** A member that a cell says, such as `staff.intake.date`. */
interface Leaf {
  readonly path: string;
  readonly names: readonly string[];
  readonly value: unknown;
}

/** What a cell says, and why it or some of its members could not be read. */
interface Said {
  readonly leaves: readonly Leaf[];
  readonly reasons: readonly string[];
  readonly isUnread: boolean;
}

/** Reads the profiles of rows. Each cell that breaks a rule is a fault, and is left out. */
export function profileReader(hints: Hints, now: () => number): (row: Row, columns: Columns) => ReadProfile {
  const saidBy = cellReader(hints);
  return (row, columns) => {
    if (columns.profile.length === 0) return NOTHING;
    const { source, byName } = columns;
    const faults: Fault[] = [];
    const unread: string[] = [];
    const draft: Draft = {};
    const told: { readonly index: number; readonly leaves: readonly Leaf[] }[] = [];
    const text = (name: string): string => {
      const cell = row.cell(byName.get(name) ?? -1);
      const isText = typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean';
      return isText && source.unset?.has(String(cell)) !== true ? String(cell).trim() : '';
    };
    const speciesIndex = columns.of.get('categoryId');
    const named = speciesIndex === undefined ? undefined : row.cell(speciesIndex);
    const said = saidBy(typeof named === 'string' ? typeOfSpecies(named) : undefined, text);

    for (const { column, indexes } of columns.profile) {
      const index = indexes.find((one) => isFilled(row.cell(one), source.unset));
      if (index === undefined) continue;
      const { leaves, reasons, isUnread } = said(column, row.cell(index));
      // The age follows from the birth date.
      if (isUnread && column.to === 'age' && draft['birthDate'] !== undefined) continue;
      for (const reason of reasons) faults.push({ index, reason });
      if (reasons.length > 0) unread.push(column.to);
      for (const leaf of leaves) put(draft, leaf);
      told.push({ index, leaves });
    }

    const whole = faultOf(draft, now());
    if (whole !== undefined) {
      const [member = ''] = whole.field.split('.');
      const reason = `The field \`${whole.field}\` ${whole.rule}.`;
      const columnOf = (wanted: string) =>
        told.findLast(({ leaves }) => leaves.some(({ path }) => `${path}.`.startsWith(`${wanted}.`)));
      faults.push({ index: (columnOf(whole.field) ?? columnOf(member))?.index ?? -1, reason });
      delete draft[member];
      unread.push(member);
    }
    // A short row cannot say so much.
    if (row.bytes.length > MOST_BYTES / 32 && Buffer.byteLength(JSON.stringify(draft)) > MOST_BYTES) {
      const reason = `The profile would have more than ${MOST_BYTES} bytes; shorten its texts.`;
      return { profile: undefined, faults: [...faults, { index: told[0]?.index ?? -1, reason }], unread: [''] };
    }
    if (saysMore(draft, columns)) return { profile: draft, faults, unread };
    return { profile: undefined, faults, unread: [...unread, 'species', 'reference'] };
  };
}

export const NO_UTF8 = 'The text is not valid UTF-8; save the file as "CSV UTF-8".';

const isFilled = (cell: unknown, unset: ReadonlySet<string> | undefined): boolean =>
  cell !== undefined && cell !== null && cell !== '' && !(typeof cell === 'string' && unset?.has(cell) === true);

function put(draft: Draft, { names, value }: Leaf): void {
  let inner = draft;
  for (let i = 0; i < names.length - 1; i += 1) inner = (inner[names[i] as string] ??= {}) as Draft;
  inner[names.at(-1) as string] = value;
}

/** How many cells are remembered of a column, and how long they are at most. */
const mostKnown = 1_000;
const longestKnown = 40;

/**
 * Reads cells. A file has the same few words in most of its cells: short ones are read once, which saves a fifth of an import with 14 columns.
 * A cell whose meaning depends on other columns is read each time.
 *
 * @returns the reader for a row with an animal of a type, and the texts in its columns
 */
function cellReader(hints: Hints) {
  const byType = new Map<AnimalType | undefined, Map<ProfileColumn, Map<unknown, Said>>>();
  return (type: AnimalType | undefined, text: RowContext['text']) => {
    const byColumn = byType.get(type) ?? new Map<ProfileColumn, Map<unknown, Said>>();
    if (byColumn.size === 0) byType.set(type, byColumn);
    let isAlone = true;
    const context: RowContext = {
      type,
      hints,
      text(name) {
        isAlone = false;
        return text(name);
      },
    };
    return (column: ProfileColumn, cell: unknown): Said => {
      const known = byColumn.get(column) ?? new Map<unknown, Said>();
      if (known.size === 0) byColumn.set(column, known);
      const isShort = typeof cell === 'boolean' || (typeof cell === 'string' && cell.length <= longestKnown);
      const before = isShort ? known.get(cell) : undefined;
      if (before !== undefined) return before;
      isAlone = true;
      const said = saidIn(column, cell, context);
      if (isAlone && isShort && known.size < mostKnown) known.set(cell, said);
      return said;
    };
  };
}

function saidIn(column: ProfileColumn, cell: unknown, context: RowContext): Said {
  const value = cell === NO_TEXT ? new Unread(NO_UTF8) : column.read(cell, context);
  if (value instanceof Unread) return { leaves: [], reasons: [value.reason], isUnread: true };
  const leaves: Leaf[] = [];
  const reasons: string[] = [];
  const add = (path: string, given: unknown, schema: TSchema | Branch): void => {
    if (given === undefined || given === null) return;
    const { properties } = schema as Branch;
    if (properties !== undefined) {
      for (const [name, member] of Object.entries(given)) {
        const memberSchema = properties[name];
        if (memberSchema !== undefined) add(path === '' ? name : `${path}.${name}`, member, memberSchema);
      }
      return;
    }
    const checked = knownRuleOf(path, schema)(given);
    if ('reason' in checked) reasons.push(checked.reason);
    else leaves.push({ path, names: path.split('.'), value: checked.value });
  };
  add('', value instanceof Members ? value.profile : nested(column.to, value), NewPetProfile);
  return { leaves, reasons, isUnread: false };
}

/** `{a: {b: value}}` for `a.b`. */
const nested = (path: string, value: unknown): unknown =>
  path === '' ? value : path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

/** The species and the reference alone may come from the columns of the category and of the reference. */
function saysMore(draft: Draft, { of, profile }: Columns): boolean {
  const taken = new Set(of.values());
  const isOwn = (member: string) =>
    profile.some(({ column, indexes }) => column.to === member && indexes.some((index) => !taken.has(index)));
  return Object.keys(draft).some((member) => !['species', 'reference'].includes(member) || isOwn(member));
}

/** The rules of members, compiled when a file has the member. */
const rules = new Map<string, Rule>();

function knownRuleOf(path: string, member: TSchema): Rule {
  const rule = rules.get(path) ?? ruleOf(path, member);
  rules.set(path, rule);
  return rule;
}
