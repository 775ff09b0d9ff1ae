import { basename, resolve } from 'node:path';
import { styleText } from 'node:util';
import { environmentOf } from '../accounts/api-key.ts';
import type { Environment } from '../environments.ts';
import { openAt } from '../service.ts';
import { reasonOf, StartError } from '../start-error.ts';
import { openPostgresSide, withoutSecrets } from '../transfer/postgres-side.ts';
import type { Side } from '../transfer/side.ts';
import { openSqliteSide } from '../transfer/sqlite-side.ts';
import { requireSameTables, requireStore, transfer as transferAll } from '../transfer/transfer.ts';
import { openProgress, transferSummary } from './transfer-progress.ts';

export interface TransferOptions {
  readonly from: string;
  readonly to: string;
  readonly environment: Environment;
}

/** A PostgreSQL database by its URL, or a file where that is empty. */
interface Place {
  readonly url: string;
  readonly file: string;
}

/** Copies an environment, checks the copy, and says what it has done. Throws StartError, with what to do next. */
export async function transfer({ from, to, environment }: TransferOptions): Promise<void> {
  const [source, target] = [placeOf('--from', from), placeOf('--to', to)];
  if (target.url === '' && basename(target.file) !== `${environment}.sqlite`) {
    throw new StartError(
      `--to must end in ${environment}.sqlite: the service looks for a file of this name in DATA_DIR.`,
    );
  }
  if (source.url === target.url && resolve(source.file) === resolve(target.file)) {
    throw new StartError('--from and --to are the same place.');
  }
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new Error(`it was interrupted by ${name}`)));
  }
  const startMs = performance.now();
  const progress = openProgress(process.stdout);
  const sides: Side[] = [];
  const opened = async (place: Place, as: 'source' | 'target'): Promise<Side> => {
    const side = await openSide(place);
    sides.push(side);
    if (as === 'source') await requireWhole(side, place, environment);
    await side.hold(as);
    return side;
  };
  try {
    const read = await opened(source, 'source');
    await makeTables(target, environment);
    const written = await opened(target, 'target');
    await requireSameTables(read, written);
    print(`Transferring ${environment}\n  from  ${read.shown}\n  to    ${written.shown}\n`);
    const tables = await transferAll(read, written, progress, stop.signal);
    progress.end();
    print('');
    print(transferSummary(tables, performance.now() - startMs));
    print(`The copy is the same as the original, row by row. ${next(target, environment)}`);
    print(styleText('dim', `Nothing in ${read.shown} has changed: keep it until you are content.`));
  } catch (error) {
    if (error instanceof StartError) throw error;
    const message = `The transfer has stopped: ${reasonOf(error)}. The same command goes on where it stopped.`;
    throw new StartError(message, { cause: error });
  } finally {
    progress.end();
    for (const side of sides) await side.close();
  }
}

function placeOf(option: string, text: string): Place {
  const [, file = ''] = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? [];
  if (file !== '') return { url: '', file };
  if (/^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text)) return { url: text, file: '' };
  throw new StartError(
    `${option} must be a place like \`sqlite:./data/production.sqlite\` or \`postgres://user:password@host/name\`.`,
  );
}

async function openSide({ url, file }: Place): Promise<Side> {
  if (url === '') return openSqliteSide(file);
  return openPostgresSide(url).catch(cannotBeOpened(withoutSecrets(url)));
}

async function makeTables(target: Place, environment: Environment): Promise<void> {
  const shown = target.url === '' ? target.file : withoutSecrets(target.url);
  const database = await openAt({ ...target, environment }).catch(cannotBeOpened(shown));
  await database.close();
}

const cannotBeOpened = (shown: string) => (cause: unknown) => {
  throw new StartError(`${shown} cannot be opened: ${reasonOf(cause)}.`, { cause });
};

/** It is a store of this environment, and all its events have their numbers. Throws StartError. */
async function requireWhole(source: Side, place: Place, environment: Environment): Promise<void> {
  await requireStore(source);
  const [key] = await source.query('select prefix from api_keys order by id limit 1');
  const found = environmentOf(String(key?.['prefix']));
  if (found !== undefined && found !== environment) {
    throw new StartError(`The keys in ${source.shown} are of ${found}: say --environment ${found}.`);
  }
  if (place.url === '') return;
  const database = await openAt({ ...place, environment });
  await database.events.number();
  await database.close();
}

function next({ url, file }: Place, environment: Environment): string {
  const prefix = environment === 'production' ? '' : 'STAGING_';
  return url === ''
    ? `Start the service with DATA_DIR set to the folder of ${file}.`
    : `Start the service with ${prefix}DATABASE_URL set to it.`;
}

const print = (text: string): boolean => process.stdout.write(`${text}\n`);
