import type { Animal } from '../../../src/importing/animals.ts';
import type { ColumnMap } from '../../../src/importing/column-map.ts';
import { importAnimals } from '../../../src/importing/import-animals.ts';
import type { FileChoices } from '../../../src/vocabulary/import-reading.ts';
import type {
  BadCellLine,
  BadRowLine,
  ImportFormat,
  ImportLine,
  SummaryLine,
} from '../../../src/vocabulary/import-report.ts';

const CATEGORIES = [
  'Dogs',
  'Cats',
  'Birds',
  'Rabbits',
  'Horses',
  'Small&Furry',
  'Small & Furry',
  'Small Animal',
  'Farm Animal',
  'Reptile',
  'Barnyard',
  'Pig',
  'Chinchillas',
];

/** A workbook is no text. */
export type TextFormat = Exclude<ImportFormat, 'xlsx'>;

export interface ReadAnimals {
  readonly source: string;
  readonly animals: readonly Animal[];
  readonly badRows: readonly BadRowLine[];
  readonly badCells: readonly BadCellLine[];
  readonly passedOver: SummaryLine['passedOver'];
  readonly lines: readonly ImportLine[];
  readonly summary: SummaryLine;
}

/** What an import would add of a file: its animals with their profiles, and what it could not read. */
export async function importOf(
  text: string,
  format: TextFormat = 'csv',
  choices: FileChoices = {},
  pattern?: string,
  map: ColumnMap = new Map(),
): Promise<ReadAnimals> {
  const animals: Animal[] = [];
  async function* bytes() {
    yield Buffer.from(text);
  }
  const lines = await Array.fromAsync(
    importAnimals(
      { format, read: bytes },
      {
        from: 'auto',
        map,
        choices,
        target: {
          batch: 100,
          categories: async () => CATEGORIES.map((name, i) => ({ id: i + 1, name })),
          addCategory: () => Promise.reject(new Error('no category is missing')),
          known: async () => new Set(),
          add: async (added) => {
            animals.push(...added);
            return added.map(() => 'added' as const);
          },
          owed: async () => new Map(),
          imported: async () => new Map(),
          current: async () => new Map(),
          change: () => Promise.reject(new Error('no animal is there already')),
          petIds: async () => new Map(),
          addBond: () => Promise.reject(new Error('no bond is owed')),
          addPhoto: () => Promise.reject(new Error('no photo is owed')),
        },
        update: 'none',
        createCategories: false,
        isStrict: false,
        dryRun: false,
        photos: { fetch: () => Promise.reject(new Error('no photo is owed')), pattern },
        signal: new AbortController().signal,
      },
    ),
  );
  const columns = lines.find((line) => line.type === 'columns');
  const summary = lines.findLast((line) => line.type === 'summary') as SummaryLine;
  return {
    source: columns?.source ?? '',
    animals,
    badRows: lines.filter((line) => line.type === 'badRow'),
    badCells: lines.filter((line) => line.type === 'badCell'),
    passedOver: summary.passedOver,
    summary,
    lines,
  };
}

/** The same of a file without a bad row. */
export async function readAnimals(...file: Parameters<typeof importOf>): Promise<ReadAnimals> {
  const read = await importOf(...file);
  if (read.badRows.length > 0) throw new Error(JSON.stringify(read.badRows));
  return read;
}

/** The profile of the only animal in a file, of which every cell can be read. */
export async function profileIn(text: string, format: TextFormat = 'csv', choices: FileChoices = {}) {
  const { animals, badCells } = await readAnimals(text, format, choices);
  if (badCells.length > 0 || animals.length !== 1) throw new Error(JSON.stringify([animals.length, badCells]));
  return animals[0]!.pet.profile;
}
