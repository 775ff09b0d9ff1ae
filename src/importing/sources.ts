import type { FileChoices } from '../vocabulary/import-reading.ts';
import type { ImportField } from '../vocabulary/import-report.ts';
import { MAX_PHOTOS } from '../vocabulary/photos.ts';
import { adoptAPetProfile } from './profile/adopt-a-pet.ts';
import { asm3Profile } from './profile/asm3.ts';
import type { ProfileColumn } from './profile/columns.ts';
import { ownProfile, plainProfile, REFERENCES } from './profile/own.ts';
import { petfinderProfile } from './profile/petfinder.ts';
import { rescuegroupsProfile } from './profile/rescuegroups.ts';
import { shelterluvProfile } from './profile/shelterluv.ts';
import type { SourceName } from './source-names.ts';

/** The status of an animal that is not offered for adoption: it is counted by reason, and is neither added nor bad. */
export class PassedOver {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
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
  /** The meaning of the words in the status column. An unknown word is left as it is, for the rules to refuse. */
  readonly statuses: ReadonlyMap<string, string | PassedOver>;
  /** Derives the status when the file has no status column. */
  readonly statusOf?: (text: CellText) => string | PassedOver;
  /** The columns of the profile. */
  readonly profile: readonly ProfileColumn[];
  /** The columns of photos, in the order of the photos. */
  readonly photos: readonly string[];
  /** The columns that name bonded animals, by their references or, if there are none of these, by what the column `id` has. */
  readonly bonds?: { readonly reference?: readonly string[]; readonly id?: readonly string[] };
  /** Texts that stand for a missing value. */
  readonly unset?: ReadonlySet<string>;
  /** How the system writes what a file of it leaves open. */
  readonly writes?: FileChoices;
}

/** `photo`, `photo1`, `photo2` and so on. */
const numbered = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [name, ...Array.from({ length: MAX_PHOTOS }, (_, i) => `${name}${i + 1}`)]);

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
/** Their photos belong to the animal before them. */
export const FURTHER_RECORDS: PassedOver = over('further records of an animal');

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
  statuses: new Map(),
  statusOf(text) {
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
    if (isTrial || either('', 'hasactivereserve') !== undefined || either('', 'ishold') !== undefined) return 'pending';
    return 'available';
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
    ['deleted', over('deleted in RescueGroups')],
  ]),
  profile: rescuegroupsProfile,
  photos: ['pictures', 'animalpictures', ...numbered('pic', 'picture')],
};

/** Petfinder's import file: letters for the status, `F` for a found animal whose owner may still come. */
const petfinder: Source = {
  title: 'Petfinder',
  marks: [['internal', 'animalname', 'primarybreed', 'type', 'status']],
  columns: { name: ['animalname'], categoryId: ['type'], status: ['status'], reference: ['id', 'internal'] },
  statuses: new Map([...STATUS_WORDS, ['a', 'available'], ['h', 'pending'], ['f', 'pending'], ['x', 'sold']]),
  profile: petfinderProfile,
  photos: numbered('photo'),
};

/** Adopt-a-Pet's import file; the site removes what is to be deleted. It takes photos as files. */
const adoptAPet: Source = {
  title: 'Adopt-a-Pet',
  marks: [['id', 'animal', 'breed', 'purebred', 'name', 'status']],
  columns: { name: ['name'], categoryId: ['animal'], status: ['status'], reference: ['id'] },
  statuses: new Map<string, string | PassedOver>([
    ...STATUS_WORDS,
    ['delete', over('no longer listed at Adopt-a-Pet')],
  ]),
  profile: adoptAPetProfile,
  photos: [],
};

/** Shelterluv's API v1. Shelters name their statuses themselves; these are the ones that Shelterluv begins with. */
const shelterluv: Source = {
  title: 'Shelterluv',
  marks: [
    ['internalid', 'name', 'type', 'lastupdatedunixtime'],
    ['id', 'name', 'type', 'dobunixtime'],
  ],
  columns: { name: ['name'], categoryId: ['type'], status: [], reference: ['internalid', 'id'] },
  statuses: new Map(),
  statusOf(text) {
    const status = text('status').toLowerCase();
    if (/pending|hold|reserved|trial/.test(status)) return 'pending';
    if (/deceased|died|euthan/.test(status)) return died;
    if (/adopted|healthy in home/.test(status)) return 'sold';
    if (/transfer|reclaim|return(?:ed)? to owner|released|stolen|missing/.test(status)) return left;
    return status === '' || status.includes('available') ? 'available' : notOffered;
  },
  profile: shelterluvProfile,
  photos: ['coverphoto', 'photos'],
};

/** What `petstore export pets` writes. */
const own: Source = {
  title: 'Petstore',
  marks: [
    ['id', 'name', 'categoryid', 'status', 'profile'],
    ['id', 'name', 'categoryid', 'status', 'breedprimary'],
  ],
  columns: { name: ['name'], categoryId: ['categoryid'], status: ['status'], reference: ['id'] },
  statuses: new Map(),
  profile: ownProfile,
  photos: [],
  bonds: { reference: ['bondedwith', 'profile'] },
};

const plain: Source = {
  title: 'a table of animals',
  marks: [],
  columns: {
    name: ['name', 'animalname', 'petname'],
    categoryId: ['categoryid', 'category', 'species', 'animalspecies', 'type', 'animaltype', 'kind'],
    status: ['status', 'animalstatus', 'adoptionstatus', 'petstatus'],
    reference: REFERENCES.split(' '),
  },
  statuses: STATUS_WORDS,
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
  rescuegroups,
  'adopt-a-pet': adoptAPet,
  shelterluv,
  petstore: own,
  plain,
};

/** The kind of a file with these columns. @param names loose */
export function sourceOf(names: Pick<ReadonlySet<string>, 'has'>): Source {
  return Object.values(SOURCES).find(({ marks }) => marks.some((all) => all.every((name) => names.has(name)))) ?? plain;
}
