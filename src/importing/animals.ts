import type { NewPetProfile } from '../pets/profile/schema.ts';
import type { NewPet } from '../pets/schema.ts';
import type { BadCellLine, BadRowLine, ImportField } from '../vocabulary/import-report.ts';
import { jsonOf } from '../vocabulary/int64.ts';
import type { Bond } from './bonds/reading.ts';
import type { CategoryNames } from './categories.ts';
import type { Columns } from './columns.ts';
import { isPlain, NO_TEXT, plainText, type Row, shortened } from './file/row.ts';
import type { NamedPhoto, PhotoReader } from './photos/addresses.ts';
import { Unread } from './profile/columns.ts';
import { type Fault, NO_UTF8, type profileReader } from './profile/reader.ts';
import { nameIn, stateBeside } from './reading/names.ts';
import type { Absence, HoldKind } from './reading/standing.ts';
import { openReferences, REFERENCE, type Reference, referenceOf } from './references.ts';
import type { PetRules } from './rules.ts';
import { HOLD_TYPE, type Sayers, STATUS, type Subject } from './sayers.ts';
import { FURTHER_RECORDS, Held, PassedOver, type Told, withState } from './sources.ts';

/** An animal that may be added. */
export interface Animal {
  readonly line: number;
  /** Identifies the animal across imports: `ref:` and the reference, or `row:` and a hash of the row. */
  readonly reference: string;
  readonly pet: NewPet;
  /** In their order. */
  readonly photos: readonly NamedPhoto[];
  readonly bonds: readonly Bond[];
  /** As in `Columns`, except for what cannot be read. */
  readonly isInFile: (member: string, about: Subject) => boolean;
  /** Undefined if every member has a column of its own. */
  readonly sayers?: Sayers;
}

export type Outcome =
  | { readonly animal: Animal; readonly badCells: readonly BadCellLine[] }
  | { readonly problems: readonly BadRowLine[] }
  | { readonly passedOver: string; readonly further?: FurtherPhotos; readonly absent?: Absent };

/** A row that calls its animal dead, gone, deleted or not for adoption. */
export interface Absent {
  readonly line: number;
  readonly reference: string;
  readonly because: Absence;
  /** The reason that its row is counted by. */
  readonly counted: string;
  /** What the columns are about that say so. */
  readonly sayers: readonly Subject[];
}

/** Photos of an animal that the rows behind its own name. */
export interface FurtherPhotos extends Pick<Animal, 'reference' | 'photos'> {
  readonly badCells: readonly BadCellLine[];
}

/** Turns the rows of a file into animals. Every fault of a row is reported, not only the first. */
export function animalReader({
  rules,
  categories,
  profileOf,
  photosOf,
  bondsOf,
  comesAgain,
  hasGone,
  isAbsent,
}: {
  readonly rules: PetRules;
  readonly categories: CategoryNames;
  readonly profileOf: ReturnType<typeof profileReader>;
  readonly photosOf: PhotoReader;
  readonly bondsOf: (row: Row, columns: Columns, reference: string) => readonly Bond[];
  /** As in `openReferences`. */
  readonly comesAgain: (rough: string) => boolean;
  /** As in `Survey`. */
  readonly hasGone: (row: Row, columns: Columns, intake: string | undefined) => boolean;
  /** As in `Survey`. */
  readonly isAbsent: (row: Row, columns: Columns) => boolean;
}): (row: Row, columns: Columns) => Promise<Outcome> {
  const takeReference = openReferences(comesAgain);
  return async (row, columns) => {
    const { line } = row;
    const problems: BadRowLine[] = [];
    const cellOf = (field: ImportField) => cellIn(row, columns, field);
    const cellAt = (index: number) => ({ column: shortened(columns.names[index] ?? ''), ...shown(row.cell(index)) });
    const badCellsOf = (faults: readonly Fault[]) =>
      faults.map(({ index, reason }) => badCell({ line, ...cellAt(index), reason }));
    const fail = (field: ImportField, reason: string) => {
      const index = columns.of.get(field);
      const where = index === undefined ? {} : cellAt(index);
      problems.push({ type: 'badRow', line, ...where, reason });
    };
    const take = (field: keyof PetRules, value: unknown): unknown => {
      if (value === NO_TEXT) return fail(field, NO_UTF8);
      const checked = rules[field](value);
      return 'reason' in checked ? fail(field, checked.reason) : checked.value;
    };

    const { said, ...by } = statusOf(row, columns);
    const status = (said instanceof Held ? said.status : said) ?? 'available';
    if (status instanceof PassedOver) {
      const { photos, faults } = status === FURTHER_RECORDS ? photosOf(row, columns) : NO_PHOTOS;
      const found = referenceOf(row, columns);
      const { because } = status;
      if (because !== undefined && 'text' in found && !found.isHash && isAbsent(row, columns))
        return {
          passedOver: status.reason,
          absent: { line, reference: found.text, because, counted: status.reason, sayers: by.hold },
        };
      if (photos.length + faults.length === 0 || 'reason' in found) return { passedOver: status.reason };
      return { passedOver: status.reason, further: { reference: found.text, photos, badCells: badCellsOf(faults) } };
    }

    const category = await categories.idOf(cellOf('categoryId'));
    const { profile: read, faults, unread } = profileOf(row, columns);
    const profile = said instanceof Held ? withHold(read, said.hold) : read;
    const reference = referenceOf(row, columns);
    const { name, isMissing } = nameOf(cellOf('name'), columns, reference);
    const pet = {
      name: take('name', name),
      categoryId: 'reason' in category ? fail('categoryId', category.reason) : take('categoryId', category.value),
      status: status instanceof Unread ? fail('status', status.reason) : take('status', status),
      ...(profile === undefined ? {} : { profile }),
    };
    if ('reason' in reference) fail('reference', reference.reason);
    else if (status !== 'sold' && hasGone(row, columns, profile?.staff?.intake?.date)) fail('reference', HAS_GONE);
    else if (problems.length === 0) {
      const { photos, faults: photoFaults } = photosOf(row, columns);
      const content = () => {
        const bonds = bondsOf(row, columns, reference.text);
        return jsonOf([pet, photos.map(({ url }) => url), bonds.map(({ other }) => other)]);
      };
      const taken = takeReference(row, columns, reference, content);
      if ('text' in taken) {
        const unnamed = isMissing ? [{ index: columns.of.get('name') ?? -1, reason: NO_NAME }] : [];
        const badCells = badCellsOf([...unnamed, ...faults, ...photoFaults]);
        const bonds = bondsOf(row, columns, taken.text);
        return {
          animal: {
            line,
            reference: taken.text,
            pet: pet as NewPet,
            photos,
            bonds,
            // What cannot be read changes nothing.
            isInFile: (member, about) => columns.has(member, about) && !unread.some((path) => isWithin(member, path)),
            sayers: { [STATUS]: by.status, [HOLD_TYPE]: read?.staff?.hold?.type === undefined ? by.hold : ['profile'] },
          },
          badCells,
        };
      }
      // Some reports have an animal once for each thing that happened to it.
      if (taken.isSame) return { passedOver: 'animal repeated' };
      fail('reference', `The row on line ${taken.line} has the same reference.`);
    }
    return { problems };
  };
}

/** A cell that the animal is imported without. @param reason a sentence */
export const badCell = ({ line, column, value, reason }: Omit<BadCellLine, 'type'>): BadCellLine => ({
  type: 'badCell',
  line,
  column,
  ...(value === undefined ? {} : { value: shortened(value) }),
  reason: `${reason} The animal is imported without this.`,
});

/** @param path below the profile, empty for all of it */
const isWithin = (member: string, path: string): boolean =>
  `${member}.`.startsWith(`profile.${path === '' || path.endsWith('.') ? path : `${path}.`}`);

const NO_PHOTOS = { photos: [], faults: [] };

/** As much of a cell as it takes to find it. */
function shown(cell: unknown): { value?: string } {
  if (!isPlain(cell) || cell === '') return {};
  return { value: shortened(String(cell)) };
}

/** The hold that a status says, with what other columns say of it. */
const withHold = (profile: NewPetProfile = {}, type: HoldKind): NewPetProfile => ({
  ...profile,
  staff: { ...profile.staff, hold: { type, ...profile.staff?.hold } },
});

function cellIn(row: Row, columns: Columns, field: ImportField): unknown {
  const index = columns.of.get(field);
  const value = index === undefined ? undefined : row.cell(index);
  return value === null || value === '' ? undefined : value;
}

function statusOf(row: Row, columns: Columns): Omit<Told, 'said'> & { readonly said: unknown } {
  const { source, byName } = columns;
  const given = cellIn(row, columns, 'status');
  if (given !== undefined && !isPlain(given)) return { said: given, status: [], hold: [] };
  const told = source.statusOf((column) => plainText(row.cell(byName.get(column) ?? -1)), plainText(given));
  const name = source.isExact === true ? undefined : cellIn(row, columns, 'name');
  const state = typeof name === 'string' ? stateBeside(name) : undefined;
  return state === undefined ? told : withState(told, state);
}

/** Whether the row is one about an animal that it does not call absent; and whether it says that its animal has left, died, or was adopted. */
export function standingIn(row: Row, columns: Columns): { readonly isThere: boolean; readonly isGone: boolean } {
  const { said } = statusOf(row, columns);
  const isThere = !(said instanceof PassedOver);
  return { isThere, isGone: said === 'sold' || (!isThere && said !== FURTHER_RECORDS) };
}

const HAS_GONE = 'Another row with the same reference says that the animal is not there any more.';
const NO_NAME = 'The row has no name, so the reference stands for it.';

/** The name as it stands, or without what systems add to it; if there is none, the reference. */
function nameOf(given: unknown, { source, of }: Columns, reference: Reference | { reason: string }) {
  if (source.isExact === true || (typeof given !== 'string' && given !== undefined)) return { name: given };
  const name = nameIn(given ?? '');
  if (name !== undefined || !('text' in reference) || reference.isHash || !of.has('name'))
    return { name: name ?? given };
  return { name: reference.text.slice(REFERENCE.length), isMissing: true };
}
