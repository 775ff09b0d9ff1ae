import { isDeepStrictEqual } from 'node:util';
import type { NewPet } from '../pets/schema.ts';
import { isOfSayers, isSaid, noteSayers, type Sayers, sayersIn, STATUS, type Subject } from './sayers.ts';

/** Taking over what has changed in a file since its animals were imported. docs/decisions/0084-importing-changes.md. */

/** A fingerprint of each member that an import has written, by its path, and which columns have said a status or a hold. */
export type Written = Readonly<Record<string, string>>;

/** A member whose value in the file differs from the animal's. */
export interface MemberChange {
  /** Such as `name` or `profile.breed.primary`. */
  readonly member: string;
  readonly before: unknown;
  /** Undefined if the file no longer has it. */
  readonly after: unknown;
}

export interface Changes {
  readonly taken: readonly MemberChange[];
  /** What staff have changed since the last import. */
  readonly kept: readonly MemberChange[];
  /** What the animal has from imports, once `taken` is written. */
  readonly written: Written;
}

interface ChangesOptions {
  /** Undefined if a version wrote the animal that kept no fingerprints. */
  readonly written: Written | undefined;
  /** As in `Animal`. */
  readonly isInFile: (member: string, about: Subject) => boolean;
  /** As in `Animal`. */
  readonly sayers?: Sayers | undefined;
  /** Takes over also what staff have changed. */
  readonly overwrite: boolean;
}

/**
 * 64 bits in two halves, in the manner of FNV-1a: SHA-256 took a tenth of an import. Nobody gains by two values that share one: the animal's
 * own people write both.
 */
function fingerprint(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(sorted(value));
  let a = 0x811c_9dc5;
  let b = 0x9e37_79b9;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x0100_0193);
    b = Math.imul(b ^ code, 0x5bd1_e995);
    b ^= b >>> 15;
  }
  return `${inBase36(a >>> 0)}.${inBase36(b >>> 0)}`;
}

const base = 36;
const pairs = base ** 2;
const PAIRS = Array.from({ length: pairs }, (_, i) => i.toString(base).padStart(2, '0'));

/** As `toString(36)`, which takes half of the time of a fingerprint. */
const inBase36 = (value: number): string =>
  value < pairs ? value.toString(base) : inBase36(Math.floor(value / pairs)) + (PAIRS[value % pairs] as string);

/** The order of members says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === 'bigint') return String(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of an animal by their paths; a list is one member. */
function membersOf(value: object, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  for (const [name, inner] of Object.entries(value))
    if (isObject(inner)) membersOf(inner, `${path}${name}.`, found);
    else if (inner !== undefined) found.set(path + name, inner);
  return found;
}

export function writtenOf(pet: object, sayers: Partial<Sayers> = {}): Written {
  const written: Record<string, string> = {};
  for (const [member, value] of membersOf(pet)) {
    written[member] = fingerprint(value);
    if (isSaid(member)) noteSayers(written, member, sayers[member] ?? []);
  }
  return written;
}

/** What an import writes of an animal that it adds. */
export const writtenOfNew = ({ pet, sayers }: { readonly pet: NewPet; readonly sayers?: Sayers }): Written =>
  writtenOf({ status: 'available', ...pet }, sayers);

const AVAILABLE = fingerprint('available');

/** What the columns are about that have said a member and that the file does not have. */
function othersOf(member: string, written: Written, isInFile: ChangesOptions['isInFile']): readonly Subject[] {
  if (!isSaid(member)) return isInFile(member, STATUS) ? [] : [STATUS];
  return written[member] === AVAILABLE ? [] : sayersIn(written, member).filter((about) => !isInFile(member, about));
}

/**
 * Compares an animal of the file with what it is now, and with what the last import wrote: what has changed in the file alone is taken; what
 * staff have changed is kept.
 */
export function changesOf(
  inFile: object,
  current: object,
  { written = {}, isInFile, sayers, overwrite }: ChangesOptions,
): Changes {
  const after = membersOf(inFile);
  const before = membersOf(current);
  const taken: MemberChange[] = [];
  const kept: MemberChange[] = [];
  const nowWritten: Record<string, string> = { ...written };
  for (const member of new Set([...after.keys(), ...Object.keys(written)])) {
    if (isOfSayers(member)) continue;
    const change = { member, before: before.get(member), after: after.get(member) };
    const was = written[member];
    const now = isSaid(member) ? sayers?.[member] : undefined;
    const others = othersOf(member, written, isInFile);
    // A status that no column says is the default: available.
    if ((change.after === undefined || now?.length === 0) && others.length > 0) {
      if (isSaid(member)) noteSayers(nowWritten, member, others);
      continue;
    }
    const is = change.after === undefined ? undefined : fingerprint(change.after);
    const isStaffs = change.before === undefined ? was !== undefined : fingerprint(change.before) !== was;
    const isSame = isDeepStrictEqual(sorted(change.before), sorted(change.after));
    // What staff have set ends only with a status of the file itself.
    if (!isSame && isStaffs && now?.length === 0 && !isInFile(member, STATUS)) {
      if (was !== undefined && was !== AVAILABLE) kept.push(change);
      continue;
    }
    if (!isSame && is === was && !(overwrite && isStaffs)) continue;
    if (!isSame && isStaffs && !overwrite) {
      kept.push(change);
      continue;
    }
    if (!isSame) taken.push(change);
    if (is === undefined) delete nowWritten[member];
    else nowWritten[member] = is;
    const stay = was === undefined || is === AVAILABLE ? [] : others;
    if (isSaid(member)) noteSayers(nowWritten, member, [...stay, ...(now ?? [])]);
  }
  return { taken, kept, written: nowWritten };
}

/** The merge patch (RFC 7396) that makes these changes. */
export function patchOf(taken: readonly MemberChange[]): Readonly<Record<string, unknown>> {
  const patch: Record<string, unknown> = {};
  for (const { member, after } of taken) {
    const path = member.split('.');
    const last = path.pop() ?? '';
    let inner = patch;
    for (const name of path) inner = (inner[name] ??= {}) as Record<string, unknown>;
    inner[last] = after ?? null;
  }
  return patch;
}
