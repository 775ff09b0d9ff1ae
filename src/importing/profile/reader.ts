import { type TSchema, Type } from 'typebox';
import { validatorCompiler } from '../../http/validation/validate.ts';
import { faultOf, MOST_BYTES } from '../../pets/profile/rules.ts';
import { NewPetProfile } from '../../pets/profile/schema.ts';
import { typeOfSpecies } from '../../vocabulary/animals/spellings.ts';
import type { Columns } from '../columns.ts';
import { remembering } from '../remembering.ts';
import { NO_TEXT, type Row } from '../row.ts';
import type { Rule } from '../rules.ts';
import { type Hints, Members, type RowContext, Unread } from './columns.ts';

/** A cell that could not be read: its index, and the rule. */
export interface Fault {
  readonly index: number;
  readonly reason: string;
}

export interface ReadProfile {
  /** Undefined if the row says nothing of the animal. */
  readonly profile: NewPetProfile | undefined;
  readonly faults: readonly Fault[];
}

const NOTHING: ReadProfile = { profile: undefined, faults: [] };

type Branch = { readonly properties?: Readonly<Record<string, TSchema>> };
type Draft = Record<string, unknown>;

/** Reads the profiles of rows. Each cell that breaks a rule is a fault, and is left out. */
export function profileReader(hints: Hints, now: () => number): (row: Row, columns: Columns) => ReadProfile {
  return (row, columns) => {
    if (columns.profile.length === 0) return NOTHING;
    const { source, byName } = columns;
    const faults: Fault[] = [];
    const draft: Draft = {};
    const columnOf = new Map<string, number>();
    const text = (name: string): string => {
      const cell = row.cell(byName.get(name) ?? -1);
      const isText = typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean';
      return isText && source.unset?.has(String(cell)) !== true ? String(cell).trim() : '';
    };
    const speciesIndex = columns.of.get('categoryId');
    const named = speciesIndex === undefined ? undefined : row.cell(speciesIndex);
    const context: RowContext = { type: typeof named === 'string' ? typeOfSpecies(named) : undefined, hints, text };

    const put = (path: string, value: unknown, schema: TSchema | Branch, index: number, into: Draft, name: string) => {
      const { properties } = schema as Branch;
      if (properties === undefined) {
        const checked = ruleOf(path, schema)(value);
        if ('reason' in checked) faults.push({ index, reason: checked.reason });
        else {
          columnOf.set(path, index);
          into[name] = checked.value;
        }
        return;
      }
      const inner = (into[name] ?? {}) as Draft;
      for (const [member, given] of Object.entries(value as object)) {
        const memberSchema = properties[member];
        if (memberSchema === undefined || given === undefined || given === null) continue;
        put(path === '' ? member : `${path}.${member}`, given, memberSchema, index, inner, member);
      }
      if (Object.keys(inner).length > 0) into[name] = inner;
    };

    for (const { column, indexes } of columns.profile) {
      const index = indexes.find((one) => isFilled(row.cell(one), source.unset));
      if (index === undefined) continue;
      const cell = row.cell(index);
      const value = cell === NO_TEXT ? new Unread(NO_UTF8) : column.read(cell, context);
      if (value === undefined) continue;
      if (value instanceof Unread) {
        // The age follows from the birth date.
        if (column.to !== 'age' || draft['birthDate'] === undefined) faults.push({ index, reason: value.reason });
      } else {
        const root: Draft = { profile: draft };
        const given = value instanceof Members ? value.profile : nested(column.to, value);
        put('', given, NewPetProfile, index, root, 'profile');
      }
    }

    const whole = faultOf(draft, now());
    if (whole !== undefined) {
      const [member = ''] = whole.field.split('.');
      const reason = `The field \`${whole.field}\` ${whole.rule}.`;
      faults.push({ index: columnOf.get(whole.field) ?? columnOf.get(member) ?? -1, reason });
      delete draft[member];
    }
    if (Buffer.byteLength(JSON.stringify(draft)) > MOST_BYTES) {
      const reason = `The profile would have more than ${MOST_BYTES} bytes; shorten its texts.`;
      return { profile: undefined, faults: [...faults, { index: columnOf.values().next().value ?? -1, reason }] };
    }
    return { profile: saysMore(draft, columns) ? draft : undefined, faults };
  };
}

export const NO_UTF8 = 'The text is not valid UTF-8; save the file as "CSV UTF-8".';

const isFilled = (cell: unknown, unset: ReadonlySet<string> | undefined): boolean =>
  cell !== undefined && cell !== null && cell !== '' && !(typeof cell === 'string' && unset?.has(cell) === true);

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

/** The API's own rule of each member, compiled when a file has the member. */
const rules = new Map<string, Rule>();

function ruleOf(path: string, member: TSchema): Rule {
  const known = rules.get(path);
  if (known !== undefined) return known;
  const schema = Type.Object({ [path]: member });
  const validate = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' });
  const rule: Rule = remembering((value) => {
    const result = validate({ [path]: value }) as { value: Draft } | { error: Error };
    return 'error' in result ? { reason: result.error.message } : { value: result.value[path] };
  });
  rules.set(path, rule);
  return rule;
}
