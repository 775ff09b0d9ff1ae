import { basename, dirname, resolve } from 'node:path';
import { reasonOf, Failure } from '../../failure.ts';
import { photoFolder } from '../../pets/photos/storage/folder.ts';
import { environmentOf } from '../../secrets/api-key.ts';
import { photoFolderOf, type Settings, settingName } from '../../settings/settings.ts';
import { type CopiedFiles, copyPhotos, filesInPostgres, missingFiles } from '../../transfer/photos.ts';
import { openPostgres, withoutSecrets } from '../../transfer/postgres.ts';
import { openSqlite } from '../../transfer/sqlite.ts';
import type { TransferDatabase } from '../../transfer/transfer-database.ts';
import {
  requireSameTables,
  requirePetstore,
  type TransferredTable,
  transfer as transferAll,
  type Watcher,
} from '../../transfer/transfer.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { duration } from '../import-export/progress.ts';
import { type Column, printRows } from '../rows.ts';
import { stopped, type Terminal, untilStopped } from '../terminal.ts';
import { rowCount, watchTransfer } from './transfer-progress.ts';

interface TransferOptions {
  readonly from: string;
  readonly to: string;
  readonly environment: Environment;
  readonly allowMissingPhotos?: boolean;
}

/** A PostgreSQL database, or a SQLite file if `url` is empty. */
interface Location {
  readonly url: string;
  readonly file: string;
}

const columns: readonly Column<TransferredTable>[] = [
  { title: 'table', of: ({ name }) => name },
  { title: 'rows', of: ({ rows }) => rows, right: true },
  { title: 'last id', of: ({ lastId }) => lastId, right: true },
  { title: 'sha-256', of: ({ rows, sha256 }) => (rows === 0 ? undefined : sha256.slice(0, 16)) },
];

/** Copies an environment to another database and verifies the copy. Photos in a bucket stay there. */
export async function transfer(
  terminal: Terminal,
  { photosUrl }: Settings,
  { from, to, environment, allowMissingPhotos = false }: TransferOptions,
): Promise<void> {
  const [source, target] = [locationOf('--from', from), locationOf('--to', to)];
  requireDifferent(source, target, environment);
  const startMs = performance.now();
  await untilStopped(terminal, async (stop) => {
    const opened = new AsyncDisposableStack();
    const open = async (location: Location) =>
      opened.adopt(await openForTransfer(location), (database) => database.close());
    try {
      const read = await open(source);
      await requireEnvironment(read, environment);
      await numberEvents(source, environment);
      await read.hold('source');

      await makeTables(target, environment);
      const written = await open(target);
      await written.hold('target');
      await requireSameTables(read, written);

      terminal.note(`From ${read.shown}\nto   ${written.shown}\n`);
      const [from, to] = [filesOf(source, read, environment), filesOf(target, written, environment)];
      const tables = await watched(terminal, stop, (progress) =>
        transferAll(read, written, progress, stop, async (names) => {
          if (photosUrl !== '') return terminal.note('The photos stay in the bucket of PHOTOS_URL.');
          const missing = await copyPhotos(names, from, to, stop);
          if (missing.length === 0) return;
          const says = missingFiles(missing, names.length, read.shown);
          if (allowMissingPhotos) return terminal.note(says);
          throw new Failure(
            `${says} If they are in a bucket, set PHOTOS_URL; if they are lost, use --allow-missing-photos. Then run the same command again.`,
          );
        }),
      );
      printRows(terminal, tables, columns);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const time = duration(performance.now() - startMs);
      terminal.note(`\n${rowCount(rows)} in ${time}: the copy is identical to the original.`);
      terminal.note(`${next(target, environment)} ${read.shown} is unchanged: keep it until you no longer need it.`);
    } finally {
      await opened.disposeAsync();
    }
  });
}

/** Where the files of photos are: in the PostgreSQL database, or in a folder beside the file. */
const filesOf = ({ url, file }: Location, database: TransferDatabase, environment: Environment): CopiedFiles =>
  url === '' ? photoFolder(photoFolderOf(environment, { dataDir: dirname(file) })) : filesInPostgres(database);

async function watched<T>(terminal: Terminal, stop: AbortSignal, work: (progress: Watcher) => Promise<T>): Promise<T> {
  const progress = watchTransfer(terminal);
  try {
    return await work(progress);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const again = 'Run the same command again to resume it.';
    if (stop.aborted) throw stopped(stop, `The transfer was stopped. ${again}`);
    throw new Failure(`The transfer failed: ${reasonOf(cause)}. ${again}`, { cause });
  } finally {
    progress.clear();
  }
}

function locationOf(option: string, text: string): Location {
  const [, file = ''] = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? [];
  if (file !== '') return { url: '', file };
  if (/^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text)) return { url: text, file: '' };
  throw new Failure(
    `${option} must be a database like \`sqlite:./data/production.sqlite\` or \`postgres://user:password@host/name\`.`,
  );
}

function requireDifferent(source: Location, target: Location, environment: Environment): void {
  if (source.url === target.url && resolve(source.file) === resolve(target.file)) {
    throw new Failure('--from and --to are the same database.');
  }
  if (target.url === '' && basename(target.file) !== `${environment}.sqlite`) {
    throw new Failure(`--to must end in ${environment}.sqlite: the service opens the file of this name in DATA_DIR.`);
  }
}

async function openForTransfer({ url, file }: Location): Promise<TransferDatabase> {
  if (url === '') return openSqlite(file);
  return openPostgres(url).catch(cannotBeOpened(withoutSecrets(url)));
}

async function makeTables(target: Location, environment: Environment): Promise<void> {
  const shown = target.url === '' ? target.file : withoutSecrets(target.url);
  // Loaded here, so that an invalid command fails without waiting for the database's modules.
  const { buildDatabase } = await import('../../composition/database.ts');
  const database = await buildDatabase({ ...target, environment }).catch(cannotBeOpened(shown));
  await database.close();
}

const cannotBeOpened = (shown: string) => (cause: unknown) => {
  throw new Failure(`${shown} cannot be opened: ${reasonOf(cause)}.`, { cause });
};

/** Refuses a source whose API keys belong to another environment. */
async function requireEnvironment(source: TransferDatabase, environment: Environment): Promise<void> {
  await requirePetstore(source);
  const [key] = await source.query('select prefix from api_keys order by id limit 1');
  const found = environmentOf(String(key?.['prefix']));
  if (found === undefined || found === environment) return;
  throw new Failure(`The API keys in ${source.shown} belong to ${found}. Use --environment ${found}.`);
}

/** On PostgreSQL the latest events may not have a sequence number yet. The copy needs one. */
async function numberEvents(source: Location, environment: Environment): Promise<void> {
  if (source.url === '') return;
  const { buildDatabase } = await import('../../composition/database.ts');
  const database = await buildDatabase({ ...source, environment });
  await database.events.assignNumbers();
  await database.close();
}

function next({ url, file }: Location, environment: Environment): string {
  if (url === '') return `Start the service with DATA_DIR set to the folder of ${file}.`;
  return `Start the service with ${settingName('DATABASE_URL', environment)} set to the new database.`;
}
