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
import type { Subject } from './sayers.ts';
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
  readonly statusOf: (text: CellText, given: string) => Told;
  /** The columns beside the status that may say one, or why an animal is kept from adopters. */
  readonly beside: ReadonlyMap<string, Subject>;
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

/** What a row says, and which columns say so. */
export interface Told {
  readonly said: Said;
  /** Empty if no column says the status. */
  readonly status: readonly Subject[];
  /** Those that keep the animal from adopters. */
  readonly hold: readonly Subject[];
}

/** What one column says, whatever others do. */
const told = (said: string | Held | PassedOver, about: Subject): Told => ({
  said,
  status: typeof said === 'string' || about === 'status' ? [about] : [],
  hold: typeof said === 'string' ? [] : [about],
});
const NOTHING_TOLD: Told = { said: undefined, status: [], hold: [] };

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
type Witness = readonly [word: string, standing: Standing | undefined, about: Subject];

/**
 * What several cells of a row say together. That the animal is gone counts more than all others; a word that nobody knows is left for the
 * rules to refuse, so that nothing unknown makes an animal available.
 */
function together(...cells: readonly Witness[]): Told {
  const filled = cells.filter(([word]) => word !== '');
  const known = filled.flatMap(([, standing, about]) => (standing === undefined ? [] : { standing, about }));
  const least = mostCautious(known.map(({ standing }) => standing));
  const isAvailable = least !== undefined && 'status' in least && least.status === 'available';
  const by = {
    // Why an animal is held says no status, except in the status itself.
    status: subjectsOf(
      known,
      (one, about) =>
        'status' in one &&
        (one.hold === undefined || about === 'status') &&
        (one.status === 'available') === isAvailable,
    ),
    hold: subjectsOf(known, (one) => 'absent' in one || one.hold !== undefined),
  };
  if (least !== undefined && 'absent' in least) return { said: OVER[least.absent], ...by };
  const [unknown] = filled.find(([, standing]) => standing === undefined) ?? [];
  if (unknown === undefined && least?.hold !== undefined) return { said: new Held(least.status, least.hold), ...by };
  if (unknown === undefined || unknown === cells[0]?.[0]) return { said: unknown ?? least?.status, ...by };
  const reason = `${JSON.stringify(shortened(unknown))} does not say whether the animal can be adopted.`;
  return { said: new Unread(reason), ...by };
}

const subjectsOf = (
  known: readonly { readonly standing: Standing; readonly about: Subject }[],
  says: (standing: Standing, about: Subject) => boolean,
): readonly Subject[] => [...new Set(known.flatMap(({ standing, about }) => (says(standing, about) ? about : [])))];

const status = (word: string, about: Subject = 'status'): Witness => [word, standingOf(word), about];

/** What a row says if a state stands beside the name: `Rex (adopted)` is not available. A foster home is only where the animal lives. */
export function withState(row: Told, state: string): Told {
  const standing = standingOf(state);
  const isKnown = standing !== undefined && !('hold' in standing && standing.hold === 'foster');
  return isKnown && (row.said === undefined || row.said === 'available') ? together(status(state)) : row;
}
const NO_OUTCOME = /^(?:none|n\/?a|null|-+)?$/i;
const outcome = (word: string): Witness => (NO_OUTCOME.test(word) ? NOTHING : [word, outcomeStanding(word), 'outcome']);
const NOTHING: Witness = ['', undefined, 'status'];

interface Answers {
  readonly yes?: Standing;
  readonly no?: Standing;
}

/** A yes or no: what one of them says, the other says nothing. */
const answer = (word: string, { yes, no }: Answers, about: Subject): Witness => {
  const isYes = /^(?:yes|y|true|1)$/i.test(word);
  if (!isYes && !/^(?:no|n|false|0)$/i.test(word)) return [word, undefined, about];
  const standing = isYes ? yes : no;
  return standing === undefined ? NOTHING : [word, standing, about];
};

/** Columns of yes and no beside a status. */
const ANSWERS = (
  [
    ['offer', 'adoptable availableforadoption isadoptable isavailable', { no: { absent: 'not offered' } }],
    ['custody', 'incustody', { no: { absent: 'left' } }],
    ['death', 'deceased isdeceased euthanized euthanised', { yes: { absent: 'died' } }],
    ['adoption', 'adopted isadopted wasadopted', { yes: { status: 'sold' } }],
    [
      'reservation',
      'reserved isreserved adoptionpending animaladoptionpending isadoptionpending',
      { yes: { status: 'pending' } },
    ],
    ['quarantine', 'quarantine inquarantine isquarantine', { yes: { status: 'available', hold: 'quarantine' } }],
  ] as const satisfies readonly (readonly [Subject, string, Answers])[]
).flatMap(([about, columns, answers]) => columns.split(' ').map((column) => ({ about, column, answers })));
const HOLDS = ['holdtype', 'holdreason', 'hold', 'onhold', 'ishold'];
/** A yes, or what the hold is for. */
const hold = (word: string): Witness =>
  NO_OUTCOME.test(word) || /^(?:no|n|false|0)$/i.test(word) ? NOTHING : [word, standingOf(`hold ${word}`), 'hold'];

/** What other columns say beside a status. */
const beside = (text: CellText): readonly Witness[] => [
  ...ANSWERS.map(({ about, column, answers }) => answer(text(column), answers, about)),
  ...HOLDS.map((column) => hold(text(column))),
];
const columnsAbout = (about: Subject, columns: readonly string[]) => columns.map((column) => [column, about] as const);
const BESIDE: ReadonlyMap<string, Subject> = new Map([
  ...ANSWERS.map(({ about, column }) => [column, about] as const),
  ...columnsAbout('hold', HOLDS),
]);
const NONE_BESIDE: ReadonlyMap<string, Subject> = new Map();

/** Of ASM3: the columns of its CSV export, and of the JSON of its service API. */
const ASM3 = {
  death: ['animaldeceaseddate', 'deceaseddate'],
  custody: ['animalnonshelter', 'nonshelteranimal'],
  movement: ['movementtype', 'activemovementtype'],
  trial: ['hastrialadoption'],
  offer: ['animalnotforadoption', 'isnotavailableforadoption'],
  outcome: ['haspermanentfoster', 'archived'],
  quarantine: ['isquarantine'],
  cruelty: ['crueltycase'],
  hold: ['ishold'],
  reservation: ['hasactivereserve'],
} as const satisfies Partial<Record<Subject, readonly string[]>>;

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
      return { ...NOTHING_TOLD, said: FURTHER_RECORDS };
    const of = (about: keyof typeof ASM3) => ASM3[about].map(text).find((value) => !UNSET.has(value));
    const has = (about: keyof typeof ASM3) => of(about) !== undefined;
    if (has('death')) return told(died, 'death');
    if (has('custody')) return told(notOffered, 'custody');
    const movement = of('movement');
    const isTrial = has('trial') || movement === '11';
    if (movement === '1' && !isTrial) return told('sold', 'movement');
    if (movement !== undefined && ['3', '4', '5', '6', '7'].includes(movement)) return told(left, 'movement');
    if (has('offer')) return told(notOffered, 'offer');
    if (has('outcome')) return told(left, 'outcome');
    if (given !== '') return together(status(given));
    if (has('quarantine')) return told(new Held('available', 'quarantine'), 'quarantine');
    for (const about of ['cruelty', 'hold'] as const)
      if (has(about)) return told(new Held('available', 'other'), about);
    if (isTrial) return told('pending', has('trial') ? 'trial' : 'movement');
    return has('reservation') ? told('pending', 'reservation') : NOTHING_TOLD;
  },
  beside: new Map(
    Object.entries(ASM3).flatMap(([about, columns]) => columnsAbout(about as keyof typeof ASM3, columns)),
  ),
  profile: asm3Profile,
  // Further photos follow in rows of their own. The name of a medium alone is no address.
  photos: ['animalimage'],
  bonds: {
    reference: ['bondedanimal1code', 'bondedanimal2code'],
    id: ['bondedanimalid', 'bondedanimal2id'],
  },
  unset: new Set(['None', 'null']),
};

const DEATHS = ['deceaseddate', 'dateofdeath', 'deathdate', 'datedeceased', 'euthanasiadate'];
const ADOPTIONS = ['adoptiondate', 'dateadopted', 'adopteddate', 'adoptedon', 'dateofadoption'];

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
    /^deleted$/i.test(given)
      ? told(over('deleted in RescueGroups', 'deleted'), 'status')
      : together(status(given), ...beside(text)),
  beside: BESIDE,
  profile: rescuegroupsProfile,
  photoBase: 'https://cdn.rescuegroups.org',
  photos: ['pictures', 'animalpictures', ...numbered('pic', 'picture', 'photo')],
};

/** The letters in Petfinder's file; `F` is a found animal whose owner may still come. */
const PETFINDER_LETTERS: ReadonlyMap<string, Told> = new Map([
  ['a', told('available', 'status')],
  ['h', told('pending', 'status')],
  ['p', told('pending', 'status')],
  ['f', told(new Held('available', 'stray'), 'status')],
  ['x', told('sold', 'status')],
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
  beside: NONE_BESIDE,
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
    /^delete$/i.test(given)
      ? told(over('no longer listed at Adopt-a-Pet', 'deleted'), 'status')
      : together(status(given)),
  beside: NONE_BESIDE,
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
  beside: new Map([...BESIDE, ['outcometype', 'outcome']]),
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
    return NO_OUTCOME.test(text('outcomedate')) ? together(status(given), ...beside(text)) : told(left, 'outcome');
  },
  beside: new Map([...BESIDE, ...columnsAbout('outcome', ['outcometype', 'outcomedate'])]),
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
  beside: BESIDE,
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
  statusOf: (_text, given) => (given === '' ? NOTHING_TOLD : told(given, 'status')),
  beside: NONE_BESIDE,
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
    const row = together(
      status(given),
      outcome(type),
      [has(DEATHS) ? 'x' : '', { absent: 'died' }, 'death'],
      // An animal that came back has the day of its first adoption, too.
      [given === '' && has(ADOPTIONS) ? 'x' : '', { status: 'sold' }, 'adoption'],
      status(text('recordtype'), 'record'),
      ...beside(text),
    );
    const hasLeft = NO_OUTCOME.test(type) && !NO_OUTCOME.test(text('outcomedate'));
    return hasLeft && !(row.said instanceof PassedOver) && row.said !== 'sold' ? told(left, 'outcome') : row;
  },
  beside: new Map([
    ...BESIDE,
    ...columnsAbout('outcome', ['outcome', 'outcometype', 'outcomedate']),
    ...columnsAbout('death', DEATHS),
    ...columnsAbout('adoption', ADOPTIONS),
    ['recordtype', 'record'],
  ]),
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
