import type { FileChoices } from '../vocabulary/import-reading.ts';
import type { ImportField } from '../vocabulary/import-report.ts';
import { MAX_PHOTOS } from '../vocabulary/photos.ts';
import { shortened } from './file/row.ts';
import { adoptAPetProfile } from './profile/adopt-a-pet.ts';
import { asm3Profile } from './profile/asm3.ts';
import { type ProfileColumn, Unread } from './profile/columns.ts';
import { ownProfile, plainProfile, REFERENCES } from './profile/own.ts';
import { petfinderProfile } from './profile/petfinder.ts';
import { petpointProfile } from './profile/petpoint.ts';
import { petstablishedProfile } from './profile/petstablished.ts';
import { rescuegroupsProfile } from './profile/rescuegroups.ts';
import { shelterluvProfile } from './profile/shelterluv.ts';
import {
  type Absence,
  type HoldKind,
  mostCautious,
  outcomeStanding,
  type Standing,
  standingOf,
} from './reading/standing.ts';
import type { SourceName } from './source-names.ts';

/** The status of an animal that is not offered for adoption: it is counted by reason, and is neither added nor bad. */
export class PassedOver {
  readonly reason: string;
  /** Undefined for a row that is about no animal of its own. */
  readonly because: Absence | undefined;
  constructor(reason: string, because?: Absence) {
    this.reason = reason;
    this.because = because;
  }
}

/** The text of the cell in a column; empty if there is none. */
type CellText = (column: string) => string;

/** A kind of file: its column names and the meaning of its words. All names and words are loose: see `looseName`. */
export interface Source {
  readonly title: string;
  /** A file is of this kind if it has all columns of one of these sets. */
  readonly marks: readonly (readonly string[])[];
  /** The first of these that the file has is used. */
  readonly columns: Readonly<Record<ImportField, readonly string[]>>;
  /** The status that a row says, or that its animal is not offered. @param given the cell of the status; empty if there is none */
  readonly statusOf: (text: CellText, given: string) => Said;
  /** The columns of the profile. */
  readonly profile: readonly ProfileColumn[];
  /** The columns of photos, in the order of the photos. */
  readonly photos: readonly string[];
  /** The columns that name bonded animals, by their references or, if there are none of these, by what the column `id` has. */
  readonly bonds?: { readonly reference?: readonly string[]; readonly id?: readonly string[] };
  /** Where photos are whose addresses are only a path. */
  readonly photoBase?: string;
  /** Names are taken letter by letter. */
  readonly isExact?: true;
  /** Texts that stand for a missing value. */
  readonly unset?: ReadonlySet<string>;
  /** How the system writes what a file of it leaves open. */
  readonly writes?: FileChoices;
}

/** The status of an animal that is there, and why it is kept from adopters. */
export class Held {
  readonly status: string;
  readonly hold: HoldKind;
  constructor(status: string, hold: HoldKind) {
    this.status = status;
    this.hold = hold;
  }
}

/** A status; an unknown word as it is, for the rules to refuse; why another column is not understood; undefined if the row says nothing. */
type Said = string | Held | PassedOver | Unread | undefined;

/** `photo`, `photo1`, `photo2` and so on. */
const numbered = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [name, ...Array.from({ length: MAX_PHOTOS }, (_, i) => `${name}${i + 1}`)]);

const over = (reason: string, because?: Absence): PassedOver => new PassedOver(reason, because);
const died = over('died', 'died');
const left = over('left the shelter without an adoption', 'left');
const notOffered = over('not up for adoption', 'not offered');
const deleted = over('deleted', 'deleted');
/** Their photos belong to the animal before them. */
export const FURTHER_RECORDS: PassedOver = over('further records of an animal');

const OVER: Readonly<Record<Absence, PassedOver>> = { died, left, 'not offered': notOffered, deleted };

/** A cell, and what its word says; undefined for a word that nobody knows. */
type Witness = readonly [word: string, standing: Standing | undefined];

/**
 * What several cells of a row say together. That the animal is gone counts more than all others; a word that nobody knows is left for the
 * rules to refuse, so that nothing unknown makes an animal available.
 */
function together(...cells: readonly Witness[]): Said {
  const filled = cells.filter(([word]) => word !== '');
  const least = mostCautious(filled.flatMap(([, standing]) => standing ?? []));
  if (least !== undefined && 'absent' in least) return OVER[least.absent];
  const [unknown] = filled.find(([, standing]) => standing === undefined) ?? [];
  if (unknown === undefined && least?.hold !== undefined) return new Held(least.status, least.hold);
  if (unknown === undefined || unknown === cells[0]?.[0]) return unknown ?? least?.status;
  return new Unread(`${JSON.stringify(shortened(unknown))} does not say whether the animal can be adopted.`);
}

const status = (word: string): Witness => [word, standingOf(word)];

/** What a row says if a state stands beside the name: `Rex (adopted)` is not available. A foster home is only where the animal lives. */
export function withState(said: Said, state: string): Said {
  const standing = standingOf(state);
  const isKnown = standing !== undefined && !('hold' in standing && standing.hold === 'foster');
  return isKnown && (said === undefined || said === 'available') ? together(status(state)) : said;
}
const NO_OUTCOME = /^(?:none|n\/?a|null|-+)?$/i;
const outcome = (word: string): Witness => (NO_OUTCOME.test(word) ? NOTHING : [word, outcomeStanding(word)]);
const NOTHING: Witness = ['', undefined];

interface Answers {
  readonly yes?: Standing;
  readonly no?: Standing;
}

/** A yes or no: what one of them says, the other says nothing. */
const answer = (word: string, { yes, no }: Answers): Witness => {
  const isYes = /^(?:yes|y|true|1)$/i.test(word);
  if (!isYes && !/^(?:no|n|false|0)$/i.test(word)) return [word, undefined];
  const standing = isYes ? yes : no;
  return standing === undefined ? NOTHING : [word, standing];
};

/** Columns of yes and no beside a status. */
const ANSWERS: readonly (readonly [column: string, Answers])[] = (
  [
    ['adoptable availableforadoption isadoptable isavailable', { no: { absent: 'not offered' } }],
    ['incustody', { no: { absent: 'left' } }],
    ['deceased isdeceased euthanized euthanised', { yes: { absent: 'died' } }],
    ['adopted isadopted wasadopted', { yes: { status: 'sold' } }],
    ['reserved isreserved adoptionpending animaladoptionpending isadoptionpending', { yes: { status: 'pending' } }],
    ['quarantine inquarantine isquarantine', { yes: { status: 'available', hold: 'quarantine' } }],
  ] as const
).flatMap(([columns, answers]) => columns.split(' ').map((column) => [column, answers] as const));
const HOLDS = ['holdtype', 'holdreason', 'hold', 'onhold', 'ishold'];
/** A yes, or what the hold is for. */
const hold = (word: string): Witness =>
  NO_OUTCOME.test(word) || /^(?:no|n|false|0)$/i.test(word) ? NOTHING : [word, standingOf(`hold ${word}`)];

/** What other columns say beside a status. */
const beside = (text: CellText): readonly Witness[] => [
  ...ANSWERS.map(([column, answers]) => answer(text(column), answers)),
  ...HOLDS.map((column) => hold(text(column))),
];

/**
 * Shelter Manager 3. Its CSV export has one row for each animal, followed by rows for its vaccinations, tests and so on that repeat only the
 * code and the name. The status is derived from the number of the active movement. Sources: sheltermanager/asm3,
 * src/asm3/csvimport.py (`csvexport_animals`) and src/asm3/movement.py (the numbers); for the other names in the JSON of its
 * service API, the sample at https://sheltermanager.com/repo/asm3_help/service.html.
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
  statusOf(text, given) {
    if (['animalspecies', 'speciesname', 'animaltype', 'animalsex'].every((column) => text(column) === ''))
      return FURTHER_RECORDS;
    const either = (csv: string, json: string) => [text(csv), text(json)].find((value) => !UNSET.has(value));
    if (either('animaldeceaseddate', 'deceaseddate') !== undefined) return died;
    if (either('animalnonshelter', 'nonshelteranimal') !== undefined) return notOffered;
    const movement = either('movementtype', 'activemovementtype');
    const isTrial = either('', 'hastrialadoption') !== undefined || movement === '11';
    if (movement === '1' && !isTrial) return 'sold';
    if (movement !== undefined && ['3', '4', '5', '6', '7'].includes(movement)) return left;
    if (either('animalnotforadoption', 'isnotavailableforadoption') !== undefined) return notOffered;
    if (either('', 'haspermanentfoster') !== undefined || either('', 'archived') !== undefined) return left;
    if (given !== '') return together(status(given));
    const [, hold] = ASM3_HOLDS.find(([column]) => !UNSET.has(text(column))) ?? [];
    if (hold !== undefined) return new Held('available', hold);
    return isTrial || !UNSET.has(text('hasactivereserve')) ? 'pending' : 'available';
  },
  profile: asm3Profile,
  // Further photos follow in rows of their own. The name of a medium alone is no address.
  photos: ['animalimage'],
  bonds: {
    reference: ['bondedanimal1code', 'bondedanimal2code'],
    id: ['bondedanimalid', 'bondedanimal2id'],
  },
  unset: new Set(['None', 'null']),
};

const ASM3_ABSENCES = [
  'animaldeceaseddate deceaseddate animalnonshelter nonshelteranimal movementtype activemovementtype',
  'animalnotforadoption isnotavailableforadoption haspermanentfoster archived',
].flatMap((columns) => columns.split(' '));
const ASM3_HOLDS = [
  ['isquarantine', 'quarantine'],
  ['crueltycase', 'other'],
  ['ishold', 'other'],
] as const;

const DEATHS = ['deceaseddate', 'dateofdeath', 'deathdate', 'datedeceased', 'euthanasiadate'];
const ADOPTIONS = ['adoptiondate', 'dateadopted', 'adopteddate', 'adoptedon', 'dateofadoption'];

/** The columns that may say a status where no column is the status. */
const OF_STATUS: readonly string[] = ANSWERS.flatMap(([column, { yes }]) =>
  yes !== undefined && 'status' in yes && yes.hold === undefined ? column : [],
);
export const statusColumnsOf = (source: Source): readonly string[] =>
  source === plain ? [...OF_STATUS, ...ADOPTIONS] : OF_STATUS;

/** The columns that may keep an animal from visitors, beside a status or without one. */
export const OF_HOLDS: readonly string[] = [
  ...ANSWERS.map(([column]) => column),
  ...HOLDS,
  ...ASM3_HOLDS.map(([column]) => column),
  ...ASM3_ABSENCES,
  ...DEATHS,
  'outcome',
  'outcometype',
  'outcomedate',
  'recordtype',
];

/** How ASM3 writes a missing value; `None` is Python's. */
const UNSET = new Set(['', '0', 'None', 'False', 'null']);

/**
 * RescueGroups.org: its CSV reports and animal lists, files for its import accounts, and animals as its API names their fields. Sources:
 * https://userguide.rescuegroups.org/display/DMG/Supported+animal+import+fields for the columns,
 * https://userguide.rescuegroups.org/display/DMG/Managing+animal+status for the words, and the importers that ASM3's
 * maintainers have published for the titles of the reports.
 */
const rescuegroups: Source = {
  title: 'RescueGroups.org',
  marks: [
    ['animalid', 'status', 'species', 'name', 'internalid'],
    ['animalid', 'status', 'species', 'name', 'generalage'],
    ['animalid', 'status', 'species', 'name', 'primarybreed'],
    ['externalid', 'status', 'name', 'type', 'pribreed'],
    ['animalid', 'animalname', 'animalspecies', 'animalstatus'],
    ['animalid', 'name', 'breedprimary'],
    ['animalid', 'name', 'breedstring'],
    ['animalid', 'name', 'agegroup'],
  ],
  columns: {
    name: ['name', 'animalname'],
    categoryId: ['species', 'animalspecies', 'type'],
    status: ['status', 'animalstatus'],
    reference: ['externalid', 'animalid'],
  },
  statusOf: (text, given) =>
    /^deleted$/i.test(given) ? over('deleted in RescueGroups', 'deleted') : together(status(given), ...beside(text)),
  profile: rescuegroupsProfile,
  photoBase: 'https://cdn.rescuegroups.org',
  photos: ['pictures', 'animalpictures', ...numbered('pic', 'picture', 'photo')],
};

/** The letters in Petfinder's file; `F` is a found animal whose owner may still come. */
const PETFINDER_LETTERS: ReadonlyMap<string, Said> = new Map<string, Said>([
  ['a', 'available'],
  ['h', 'pending'],
  ['p', 'pending'],
  ['f', new Held('available', 'stray')],
  ['x', 'sold'],
]);

/** Petfinder's import file, and what its API v2 answers, which is ours at `/petfinder/v2`, too. */
const petfinder: Source = {
  title: 'Petfinder',
  marks: [
    ['internal', 'animalname', 'primarybreed', 'type', 'status'],
    ['organizationid', 'type', 'breedsprimary', 'gender'],
  ],
  columns: {
    name: ['animalname', 'name'],
    categoryId: ['type'],
    status: ['status'],
    reference: ['id', 'internal'],
  },
  statusOf: (_text, given) => PETFINDER_LETTERS.get(given.toLowerCase()) ?? together(status(given)),
  profile: petfinderProfile,
  writes: { decimal: 'point' },
  photos: ['photos', ...numbered('photo')],
};

/** Adopt-a-Pet's import file; the site removes what is to be deleted. Photos that are uploaded as files are not named. */
const adoptAPet: Source = {
  title: 'Adopt-a-Pet',
  marks: [['id', 'animal', 'breed', 'purebred', 'name', 'status']],
  columns: { name: ['name'], categoryId: ['animal'], status: ['status'], reference: ['id'] },
  statusOf: (_text, given) =>
    /^delete$/i.test(given) ? over('no longer listed at Adopt-a-Pet', 'deleted') : together(status(given)),
  profile: adoptAPetProfile,
  writes: { dayOrder: 'month-first', decimal: 'point' },
  photos: numbered('photourl'),
};

/** Shelterluv's API v1, and its reports of animals. Shelters may name statuses themselves. */
const shelterluv: Source = {
  title: 'Shelterluv',
  marks: [
    ['internalid', 'name', 'type', 'lastupdatedunixtime'],
    ['id', 'name', 'type', 'dobunixtime'],
    ['animalid', 'name', 'species', 'ageymd'],
    ['animalid', 'name', 'species', 'incustody'],
    ['animalid', 'name', 'species', 'alteredincare'],
  ],
  columns: {
    name: ['name'],
    categoryId: ['type', 'species'],
    status: ['status'],
    reference: ['internalid', 'id', 'animalid'],
  },
  statusOf: (text, given) => together(status(given), outcome(text('outcometype')), ...beside(text)),
  profile: shelterluvProfile,
  writes: { decimal: 'point' },
  photos: ['coverphoto', 'photos', 'photo'],
};

/** PetPoint's reports: a row for each stay, whose outcome says more than its stage. */
const petpoint: Source = {
  title: 'PetPoint',
  marks: [
    ['animal', 'arn', 'animalname', 'species'],
    ['animal', 'animalname', 'species', 'stage'],
    ['animalid', 'species', 'stage', 'intaketype'],
    ['animal', 'species', 'primarybreed', 'intaketype', 'outcometype'],
  ],
  columns: {
    name: ['animalname', 'name'],
    categoryId: ['species', 'animaltype'],
    status: ['stage', 'status'],
    reference: ['animal', 'animalid', 'animalnumber'],
  },
  statusOf(text, given) {
    const type = text('outcometype');
    if (!NO_OUTCOME.test(type)) return together(outcome(type));
    return NO_OUTCOME.test(text('outcomedate')) ? together(status(given), ...beside(text)) : left;
  },
  profile: petpointProfile,
  writes: { decimal: 'point' },
  photos: numbered('photo', 'photourl', 'image', 'imageurl'),
};

/** Petstablished's custom report. */
const petstablished: Source = {
  title: 'Petstablished',
  marks: [['petstablishedid', 'petname']],
  columns: {
    name: ['petname'],
    categoryId: ['pettype'],
    status: ['currentstatus'],
    reference: ['petstablishedid'],
  },
  statusOf: (text, given) => together(status(given), ...beside(text)),
  profile: petstablishedProfile,
  writes: { decimal: 'point' },
  photos: ['photos', 'images', ...numbered('photo', 'image', 'photourl', 'imageurl')],
};

/** What `petstore export pets` writes. */
const own: Source = {
  title: 'Petstore',
  marks: [
    ['id', 'name', 'categoryid', 'status', 'profile'],
    ['id', 'name', 'categoryid', 'status', 'breedprimary'],
  ],
  columns: { name: ['name'], categoryId: ['categoryid'], status: ['status'], reference: ['id'] },
  statusOf: (_text, given) => (given === '' ? undefined : given),
  profile: ownProfile,
  isExact: true,
  photos: [],
  bonds: { reference: ['bondedwith', 'profile'] },
};

const plain: Source = {
  title: 'a table of animals',
  marks: [],
  columns: {
    // Beside the name of an animal, a name is its owner's.
    name: ['animalname', 'petname', 'name'],
    categoryId: ['categoryid', 'category', 'species', 'animalspecies', 'type', 'animaltype', 'kind'],
    status:
      'status animalstatus adoptionstatus petstatus currentstatus kennelstatus shelterstatus stage availability'.split(
        ' ',
      ),
    reference: REFERENCES.split(' '),
  },
  statusOf(text, given) {
    const type = text('outcometype') || text('outcome');
    const has = (columns: readonly string[]): boolean => columns.some((column) => !NO_OUTCOME.test(text(column)));
    const said = together(
      status(given),
      outcome(type),
      [has(DEATHS) ? 'x' : '', { absent: 'died' }],
      // An animal that came back has the day of its first adoption, too.
      [given === '' && has(ADOPTIONS) ? 'x' : '', { status: 'sold' }],
      status(text('recordtype')),
      ...beside(text),
    );
    const hasLeft = NO_OUTCOME.test(type) && !NO_OUTCOME.test(text('outcomedate'));
    return hasLeft && !(said instanceof PassedOver) && said !== 'sold' ? left : said;
  },
  profile: plainProfile,
  bonds: { reference: ['bondedwith'] },
  photos: [
    'photos',
    'photourls',
    'images',
    'pictures',
    ...numbered('photo', 'photourl', 'image', 'imageurl', 'picture', 'pictureurl', 'pic'),
  ],
};

export const SOURCES: Readonly<Record<SourceName, Source>> = {
  asm3,
  petfinder,
  shelterluv,
  rescuegroups,
  'adopt-a-pet': adoptAPet,
  petpoint,
  petstablished,
  petstore: own,
  plain,
};

/** The kind of a file with these columns. @param names loose */
export function sourceOf(names: Pick<ReadonlySet<string>, 'has'>): Source {
  return Object.values(SOURCES).find(({ marks }) => marks.some((all) => all.every((name) => names.has(name)))) ?? plain;
}
