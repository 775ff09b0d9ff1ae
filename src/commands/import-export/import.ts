import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { Petstore, PetstoreError } from '../../../client/src/petstore.ts';
import { EXITS, Failure, misuse } from '../../failure.ts';
import { apiTarget } from '../../importing/api-target.ts';
import type { ColumnMap } from '../../importing/column-map.ts';
import { importAnimals, type ImportOptions as AnimalOptions } from '../../importing/import-animals.ts';
import { type Journal, openJournal } from '../../importing/journal.ts';
import type { FetchPhoto } from '../../importing/photos/fetching.ts';
import type { SourceName } from '../../importing/source-names.ts';
import type { ImportTarget } from '../../importing/target.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import type { FileChoices } from '../../vocabulary/import-reading.ts';
import type { ImportFormat, SummaryLine } from '../../vocabulary/import-report.ts';
import { failureOf } from '../remote/connect.ts';
import { type Login, readLogin } from '../remote/login-file.ts';
import { stopped, type Terminal, untilStopped } from '../terminal.ts';
import type { Run } from './import-into-database.ts';
import { type Input, openInput } from './input-file.ts';
import { openProgress } from './progress.ts';
import { openReport } from './report.ts';
import { sendOverHttp } from './sender.ts';

export interface ImportOptions extends FileChoices {
  readonly format?: ImportFormat;
  readonly from: SourceName | 'auto';
  readonly map?: ColumnMap;
  readonly leaveOut?: readonly string[];
  readonly dayFirst?: boolean;
  readonly reference?: string;
  readonly createCategories?: boolean;
  readonly update?: boolean;
  /** With `update`: what staff have changed, too. */
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly direct?: boolean;
  readonly environment: Environment;
  readonly account?: string;
  readonly json?: boolean;
  /** False with `--no-photos`. */
  readonly photos: boolean;
  /** As in `photoReader`. */
  readonly photoUrl?: string;
}

/** Imports the animals of a file, through the API or into the database of this machine. */
export async function importPets(
  terminal: Terminal,
  settings: () => Settings,
  file: string,
  options: ImportOptions,
): Promise<void> {
  if (options.account !== undefined && options.direct !== true)
    throw misuse('--account needs --direct: through the API, the animals belong to the account of the API key.');
  if (file === '-' && options.direct !== true && (options.update === true || options.overwrite === true))
    throw new Failure(
      'An import with changes through the API needs a file: beside it is kept what earlier ones wrote.',
      {
        exit: 'usage',
        details: ['Save the rows in a file, or use --direct on the machine of the database.'],
      },
    );
  const input = await openInput(terminal, file, options.format);
  const work = async (signal: AbortSignal) => {
    const photos = options.photos ? { fetch: fetchingWith(settings), pattern: options.photoUrl } : undefined;
    const run: Run = (target, isStrict) =>
      importInto(terminal, input, target, { ...options, photos, isStrict, signal });
    const { bad, incomplete } =
      options.direct === true
        ? await intoDatabase(settings(), { ...options, file: file === '-' ? undefined : basename(file) }, run)
        : await intoApi(terminal, input, options, run);
    if (signal.aborted) throw stopped(signal, 'The import was stopped. Run the same command again to continue.');
    if (bad > 0 || incomplete > 0) terminal.exitWith('partly');
  };
  try {
    await untilStopped(terminal, work);
  } finally {
    await input.close();
  }
}

/** Loads the database's code only when it is needed. */
async function intoDatabase(
  settings: Settings,
  options: ImportOptions & { readonly file: string | undefined },
  run: Run,
): Promise<SummaryLine> {
  const { importIntoDatabase } = await import('./import-into-database.ts');
  return importIntoDatabase(settings, options, run);
}

async function intoApi(
  { process: { env } }: Terminal,
  { journalPath }: Input,
  { dryRun = false }: ImportOptions,
  run: Run,
): Promise<SummaryLine> {
  const login = await readLogin(env);
  const client = new Petstore({ ...login, fetch: sendOverHttp });
  let journal: Journal | undefined;
  try {
    // A dry run reads an earlier import's journal, and creates none.
    if (journalPath !== undefined && (!dryRun || existsSync(journalPath)))
      journal = await openJournal(
        journalPath,
        { baseUrl: login.baseUrl, account: await ownerOf(client, login) },
        Date.now,
      );
    return await run(apiTarget({ client, journal, now: Date.now }), false);
  } catch (error) {
    const failure = failureOf(error, login.baseUrl);
    if (!(failure instanceof Failure) || journal === undefined) throw failure;
    const details = [...failure.details, 'What was imported stays; run the same command again to continue.'];
    throw Object.assign(failure, { details });
  } finally {
    await journal?.close();
  }
}

/** Loads the code with the first photo. */
function fetchingWith(settings: () => Settings): FetchPhoto {
  let loaded: Promise<FetchPhoto> | undefined;
  const load = async () => {
    const { buildNetwork } = await import('../../composition/network.ts');
    const { photoFetching } = await import('../../importing/photos/fetching.ts');
    return photoFetching(buildNetwork(settings()))();
  };
  return async (url, signal) => (await (loaded ??= load()))(url, signal);
}

/** The account that will own the animals. A key without the scope `account` stands for itself. */
async function ownerOf(client: Petstore, { apiKey }: Login): Promise<string> {
  try {
    return `account ${(await client.account.get()).id}`;
  } catch (error) {
    if (error instanceof PetstoreError && error.code === 'insufficient_scope') return `the key …${apiKey.slice(-4)}`;
    throw error;
  }
}

async function importInto(
  terminal: Terminal,
  { name, file, size }: Input,
  target: ImportTarget,
  options: Omit<ImportOptions, 'photos'> & Pick<AnimalOptions, 'photos' | 'isStrict' | 'signal'>,
): Promise<SummaryLine> {
  const { reference, createCategories = false, dryRun = false, json = false } = options;
  const { charset, separator, sheet, headerLine, decimal, weightUnit, ageUnit, currency } = options;
  const update = options.overwrite === true ? 'all' : options.update === true ? 'changes' : 'none';
  const dayOrder = options.dayFirst === true ? 'day-first' : options.dayOrder;
  const map = new Map<string, string>(options.map);
  if (reference !== undefined) map.set('reference', reference);
  const progress = openProgress(terminal, size);
  const report = openReport(terminal, name, json);
  process.stdout.prependListener('error', reportLost);
  try {
    for await (const line of importAnimals(file, {
      ...options,
      choices: { charset, separator, sheet, headerLine, dayOrder, decimal, weightUnit, ageUnit, currency },
      target,
      map,
      createCategories,
      update,
      dryRun,
    })) {
      if (line.type === 'progress') progress.update(line);
      else {
        progress.clear();
        report(line);
        await terminal.ready(options.signal);
      }
      if (line.type === 'summary') return line;
    }
    throw new Error('The import ended without a summary.');
  } finally {
    progress.clear();
    process.stdout.off('error', reportLost);
  }
}

/** Further bad rows are not reported. As after a kill, what is imported stays, and the journal is complete. */
function reportLost(error: Error): never {
  process.stderr.write(
    `petstore: The bad rows cannot be written any more (${error.message}), so the import was stopped. Run the same command again to continue.\n`,
  );
  process.exit(EXITS.failed.code);
}
