import { existsSync } from 'node:fs';
import { Petstore, PetstoreError } from '../../../client/src/petstore.ts';
import { EXITS, Failure } from '../../failure.ts';
import { readAnimals } from '../../importing/animals.ts';
import { apiSink } from '../../importing/api.ts';
import { CategoryUnknown, categoryNames } from '../../importing/categories.ts';
import type { ColumnOptions } from '../../importing/columns.ts';
import { type Journal, openJournal } from '../../importing/journal.ts';
import type { Format, Row, Unreadable } from '../../importing/row.ts';
import { type Counts, runImport } from '../../importing/run.ts';
import type { Sink } from '../../importing/sink.ts';
import type { Field, SourceName } from '../../importing/sources.ts';
import type { Settings } from '../../settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { failureOf } from '../remote/connect.ts';
import { type Login, readLogin } from '../remote/login-file.ts';
import { type Terminal, untilStopped } from '../terminal.ts';
import type { Run } from './import-direct.ts';
import { type Input, openInput } from './import-input.ts';
import { openProgress } from './import-progress.ts';
import { importReport } from './import-report.ts';
import { importRules } from './import-rules.ts';

export interface ImportOptions {
  readonly format?: Format;
  readonly from: SourceName | 'auto';
  readonly map?: ReadonlyMap<Field, string>;
  readonly reference?: string;
  readonly createCategories?: boolean;
  readonly dryRun?: boolean;
  readonly direct?: boolean;
  readonly environment: Environment;
  readonly account?: string;
  readonly json?: boolean;
}

/** Takes the animals of a file in, through the API or straight into the store. */
export async function importPets(
  terminal: Terminal,
  settings: () => Settings,
  file: string,
  options: ImportOptions,
): Promise<void> {
  if (options.account !== undefined && options.direct !== true)
    throw new Failure('--account is for --direct: through the API the animals are of the account whose key is used.', {
      exit: 'usage',
    });
  const input = await openInput(file, options.format);
  const work = async (signal: AbortSignal) => {
    const run = (sink: Sink, isStrict: boolean) => importInto(terminal, input, sink, { ...options, isStrict, signal });
    const counts =
      options.direct === true ? await intoStore(settings(), options, run) : await intoApi(input, options, run);
    if (signal.aborted)
      throw new Failure('It was stopped. The same command goes on where it stopped.', {
        exit: signal.reason === 'SIGTERM' ? 'terminated' : 'interrupted',
      });
    if (counts.bad > 0) process.exitCode = EXITS.partly.code;
  };
  try {
    await untilStopped(work);
  } finally {
    await input.close();
  }
}

/** An import through the API need not wait until the store is loaded. */
async function intoStore(settings: Settings, options: ImportOptions, run: Run): Promise<Counts> {
  const { importDirect } = await import('./import-direct.ts');
  return importDirect(settings, options, run);
}

async function intoApi({ journalPath }: Input, { dryRun = false }: ImportOptions, run: Run): Promise<Counts> {
  const login = await readLogin();
  const client = new Petstore(login);
  let journal: Journal | undefined;
  try {
    // A run that only looks leaves nothing behind.
    if (journalPath !== undefined && (!dryRun || existsSync(journalPath)))
      journal = await openJournal(
        journalPath,
        { baseUrl: login.baseUrl, account: await callerOf(client, login) },
        Date.now,
      );
    return await run(apiSink({ client, journal, now: Date.now }), false);
  } catch (error) {
    const failure = failureOf(error, login.baseUrl);
    if (!(failure instanceof Failure) || journal === undefined) throw failure;
    const details = [...failure.details, 'What was imported so far is kept; the same command goes on there.'];
    throw Object.assign(failure, { details });
  } finally {
    await journal?.close();
  }
}

/** Whose animals they will be. A key may be good for animals and nothing else: then it stands for itself. */
async function callerOf(client: Petstore, { apiKey }: Login): Promise<string> {
  try {
    return `account ${(await client.account.get()).id}`;
  } catch (error) {
    if (error instanceof PetstoreError && error.code === 'insufficient_scope') return `the key …${apiKey.slice(-4)}`;
    throw error;
  }
}

async function importInto(
  terminal: Terminal,
  { name, format, size, rows }: Input,
  sink: Sink,
  options: ImportOptions & { readonly isStrict: boolean; readonly signal: AbortSignal },
): Promise<Counts> {
  const { from, reference, createCategories = false, dryRun = false, json = false, isStrict, signal } = options;
  const map = new Map(options.map);
  if (reference !== undefined) map.set('reference', reference);
  const columns: ColumnOptions = { from, map };
  const rules = importRules();
  const foretold = async (category: string) => {
    const checked = rules.categoryName(category);
    return 'reason' in checked ? new CategoryUnknown(checked.reason) : 0;
  };
  const make = dryRun ? foretold : (category: string) => sink.addCategory(category);
  const categories = categoryNames(await sink.categories(), createCategories ? make : undefined, isStrict);

  const report = importReport(terminal, { file: name, dryRun, json });
  const progress = openProgress(terminal, size);
  let takenBytes = 0;
  async function* metered(): AsyncGenerator<Row | Unreadable> {
    for await (const row of rows) {
      if ('bytes' in row) takenBytes += row.bytes.length;
      yield row;
    }
  }
  const animals = readAnimals(metered(), {
    ...columns,
    rules: rules.pet,
    categories,
    hasHeader: format === 'csv',
    onColumns: (taken) => report.columns(taken),
  });
  try {
    const counts = await runImport(animals, {
      sink,
      dryRun,
      signal,
      onBad(problems) {
        progress.clear();
        report.bad(problems);
      },
      onProgress: (so) => progress.update(so, takenBytes),
    });
    progress.clear();
    report.summary(counts, categories.made);
    return counts;
  } finally {
    progress.clear();
  }
}
