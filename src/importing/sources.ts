/** What an animal is imported from. */
export const FIELDS = ['name', 'categoryId', 'status', 'reference'] as const;
export type Field = (typeof FIELDS)[number];

/** An animal that is not to be adopted here: it is counted by its reason, and neither added nor bad. */
export class PassedOver {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The text of a cell by the name of its column; empty where there is none. */
export type CellText = (column: string) => string;

/** A kind of file: how its columns are called, and what its words mean. All names and words are folded. */
export interface Source {
  readonly title: string;
  /** It is this kind when the file has all columns of one of these sets. */
  readonly marks: readonly (readonly string[])[];
  /** The first that the file has is taken. */
  readonly columns: Readonly<Record<Field, readonly string[]>>;
  /** What a word in the column of the status means. One that is not here is left as it is. */
  readonly statuses: ReadonlyMap<string, string | PassedOver>;
  /** The status where it stands in no column of its own. */
  readonly statusOf?: (text: CellText) => string | PassedOver;
}

/** `Animal ID`, `animal_id` and `animalId` are one name. */
export const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const available = ['available', 'adoptable', 'availableforadoption', 'foradoption', 'upforadoption'];
const pending = [
  'pending',
  'adoptionpending',
  'hold',
  'onhold',
  'reserved',
  'held',
  'applicationpending',
  'trialadoption',
];
const sold = ['sold', 'adopted', 'rehomed', 'homed'];
const words = (names: readonly string[], status: string) => names.map((name) => [name, status] as const);
const STATUS_WORDS: ReadonlyMap<string, string> = new Map([
  ...words(available, 'available'),
  ...words(pending, 'pending'),
  ...words(sold, 'sold'),
]);

const over = (reason: string): PassedOver => new PassedOver(reason);
const died = over('died');
const left = over('left the shelter without an adoption');
const notOffered = over('not up for adoption');

/**
 * Shelter Manager 3. Its CSV export of animals has a row for each animal and further rows for its vaccinations, tests and so on, which repeat
 * only the code and the name; a status is the number of the active movement. The facts are from its source, sheltermanager/asm3:
 * src/asm3/csvimport.py (`csvexport_animals`) and src/asm3/movement.py (the numbers), and from the sample of its service API,
 * https://sheltermanager.com/repo/asm3_help/service.html, whose JSON names the same things otherwise.
 */
const asm3: Source = {
  title: 'Shelter Manager (ASM3)',
  marks: [
    ['animalcode', 'animalname', 'animalspecies'],
    ['sheltercode', 'animalname', 'speciesname'],
  ],
  columns: {
    name: ['animalname'],
    categoryId: ['animalspecies', 'speciesname'],
    status: [],
    reference: ['animalcode', 'sheltercode'],
  },
  statuses: new Map(),
  statusOf(text) {
    if (['animalspecies', 'speciesname', 'animaltype', 'animalsex'].every((column) => text(column) === ''))
      return over('further records of an animal');
    const either = (csv: string, json: string) => [text(csv), text(json)].find((value) => !UNSET.has(value));
    if (either('animaldeceaseddate', 'deceaseddate') !== undefined) return died;
    if (either('animalnonshelter', 'nonshelteranimal') !== undefined) return notOffered;
    const movement = either('movementtype', 'activemovementtype');
    const isTrial = either('', 'hastrialadoption') !== undefined || movement === '11';
    if (movement === '1' && !isTrial) return 'sold';
    if (movement !== undefined && ['3', '4', '5', '6', '7'].includes(movement)) return left;
    if (either('animalnotforadoption', 'isnotavailableforadoption') !== undefined) return notOffered;
    if (isTrial || either('', 'hasactivereserve') !== undefined || either('', 'ishold') !== undefined) return 'pending';
    return 'available';
  },
};

/** What ASM3 writes where there is nothing: `None` is how its language writes a missing value. */
const UNSET = new Set(['', '0', 'None', 'False', 'null']);

/**
 * RescueGroups.org: its reports and its list of animals as CSV, files for its import accounts, and animals with the names of its API. The
 * columns are from https://userguide.rescuegroups.org/display/DMG/Supported+animal+import+fields, the words from
 * https://userguide.rescuegroups.org/display/DMG/Managing+animal+status, the titles of the
 * reports from importers of such files that ASM3's maintainers have published.
 */
const rescuegroups: Source = {
  title: 'RescueGroups.org',
  marks: [
    ['animalid', 'status', 'species', 'name', 'internalid'],
    ['animalid', 'status', 'species', 'name', 'generalage'],
    ['animalid', 'status', 'species', 'name', 'primarybreed'],
    ['externalid', 'status', 'name', 'type', 'pribreed'],
    ['animalid', 'animalname', 'animalspecies', 'animalstatus'],
  ],
  columns: {
    name: ['name', 'animalname'],
    categoryId: ['species', 'animalspecies', 'type'],
    status: ['status', 'animalstatus'],
    reference: ['externalid', 'animalid'],
  },
  statuses: new Map<string, string | PassedOver>([
    ...STATUS_WORDS,
    ['availableforsponsorship', notOffered],
    ['availabletofoster', notOffered],
    ['notavailable', notOffered],
    ['transferred', left],
    ['returnedtoowner', left],
    ['escaped', left],
    ['stolen', left],
    ['passedaway', died],
    ['euthanized', died],
    ['deleted', over('deleted there')],
  ]),
};

const plain: Source = {
  title: 'a table of animals',
  marks: [],
  columns: {
    name: ['name', 'animalname', 'petname'],
    categoryId: ['categoryid', 'category', 'species', 'animalspecies', 'type', 'animaltype', 'kind'],
    status: ['status', 'animalstatus', 'adoptionstatus', 'petstatus'],
    reference: ['reference', 'ref', 'externalid', 'externalreference', 'animalid', 'petid', 'animalcode', 'code', 'id'],
  },
  statuses: STATUS_WORDS,
};

export const SOURCES = { asm3, rescuegroups, plain } as const;
export type SourceName = keyof typeof SOURCES;

/** The kind of file that has these columns. */
export function sourceOf(columns: readonly string[]): Source {
  const names = new Set(columns.map(folded));
  return Object.values(SOURCES).find(({ marks }) => marks.some((all) => all.every((name) => names.has(name)))) ?? plain;
}
