import { devNull } from 'node:os';
import { Readable } from 'node:stream';
import { type Static, type TSchema, Type } from 'typebox';
import type { AccountStore } from '../accounts/store.ts';
import { DatabaseUnavailable, type Queries } from '../database/database.ts';
import { Failure } from '../failure.ts';
import type { App, Step } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { SpooledBody, spoolBytes } from '../http/pipeline/spool.ts';
import { actorOf, isStaff, ownerOf, type Principal, principalOf } from '../http/principal.ts';
import type { Scans } from '../http/scans.ts';
import { validatorCompiler } from '../http/validation/validate.ts';
import type { Log } from '../telemetry/log.ts';
import { FILE_SETTINGS, type FileChoices, type FileSetting } from '../vocabulary/import-reading.ts';
import {
  type FailureLine,
  IMPORT_FORMATS,
  IMPORT_UPDATES,
  type ImportLine,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_FAULTS,
} from '../vocabulary/import-report.ts';
import { jsonOf } from '../vocabulary/int64.ts';
import type { DatabaseTargetParts } from './database-target.ts';
import type { FetchPhoto } from './photos/fetching.ts';

interface ImportRouteParts extends Pick<
  DatabaseTargetParts,
  'database' | 'pets' | 'categories' | 'adding' | 'writeExpiry' | 'imports' | 'now'
> {
  readonly accounts: AccountStore;
  readonly strictCategories: boolean;
  /** Gives an import what it fetches photos with. */
  readonly newFetch: () => FetchPhoto;
  readonly scans: Pick<Scans, 'nextTurn'>;
  readonly log: Log;
}

const WORDS = Object.keys(FILE_SETTINGS).filter((name) => name !== 'headerLine') as Exclude<
  FileSetting,
  'headerLine'
>[];

/** Reads a parameter in JSON. @throws ApiError if it is no JSON of this shape */
function given<Shape extends TSchema>(schema: Shape, name: string) {
  const validate = validatorCompiler({ schema, method: 'POST', url: '/import', httpPart: 'body' });
  return (json: string | undefined): Static<Shape> | undefined => {
    if (json === undefined) return undefined;
    const checked = validate(parsed(json)) as { value: Static<Shape> } | { error: Error };
    if ('value' in checked) return checked.value;
    throw new ApiError('invalid_parameter', `The parameter \`${name}\` must be JSON of columns.`);
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const mapIn = given(Type.Record(Type.String(), Type.String()), 'map');
const leaveOutIn = given(Type.Array(Type.String()), 'leaveOut');

const text = Type.Optional(Type.String({ maxLength: 16_384 }));
const choice = (name: FileSetting) => {
  const { values } = FILE_SETTINGS[name] as { readonly values?: Readonly<Record<string, string>> };
  return Type.Optional(values === undefined ? Type.String({ maxLength: 255 }) : Type.Enum(Object.keys(values)));
};

const ImportQuery = Type.Object({
  format: Type.Enum([...IMPORT_FORMATS]),
  mode: Type.Enum(['dry-run', 'import']),
  categories: Type.Enum(['existing', 'create']),
  photos: Type.Optional(Type.Enum(['fetch', 'skip'])),
  update: Type.Optional(Type.Enum([...IMPORT_UPDATES])),
  /** Its name. */
  file: text,
  /** Columns by field, in JSON. A field whose column is empty is not read; one that is absent is found by its name. */
  map: text,
  /** Columns that are not read: a list in JSON. */
  leaveOut: text,
  headerLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  ...(Object.fromEntries(WORDS.map((name) => [name, choice(name)])) as Record<
    (typeof WORDS)[number],
    ReturnType<typeof choice>
  >),
});

/** Rows of one transaction. With 100, the p99 of a GET beside an import was 50 ms on a busy machine; with 1,000, 118 ms. */
const batch = 100;
const pieceBytes = 16_384;

/**
 * The import of the console: a file in, lines of NDJSON out. It ends when the connection does, or when its member is suspended or leaves the
 * organization; the batches until then stay imported.
 * docs/decisions/0024-one-importer.md.
 */
export function importRoutes(app: App, parts: ImportRouteParts): void {
  void app.register(async (files: App) => {
    spoolBytes(files, { types: ['application/octet-stream'], maxBytes: MAX_IMPORT_BYTES });

    files.post('/import', {
      config: { access: 'pets:write' },
      onRequest: requireMember,
      schema: { querystring: ImportQuery },
      handler: async (request, reply) => {
        const {
          format,
          mode,
          categories: missing,
          photos = 'fetch',
          update = 'none',
          file: name,
          map,
          leaveOut,
          ...choices
        } = request.query;
        const columns = { map: mapIn(map), leaveOut: leaveOutIn(leaveOut) };
        const principal = principalOf(request);
        const closed = new AbortController();
        reply.raw.once('close', () => closed.abort());
        const onError = (err: unknown) => parts.log.error({ requestId: request.id, err }, 'import failed');
        const file: unknown = request.body;
        const path = file instanceof SpooledBody ? file.path : devNull;
        // Loaded only where they are needed: they are an eighth of the service.
        const [{ importAnimals }, { importFile }, { databaseTarget }] = await Promise.all([
          import('./import-animals.ts'),
          import('./file/file.ts'),
          import('./database-target.ts'),
        ]);
        const lines = importAnimals(importFile(path, format), {
          from: 'auto',
          map: new Map(Object.entries(columns.map ?? {})),
          leaveOut: columns.leaveOut,
          choices: choices as FileChoices,
          target: databaseTarget({
            ...parts,
            owner: ownerOf(principal),
            by: actorOf(principal),
            batch,
            file: name,
            requireRight: (tx) => requireSameStanding(tx, parts.accounts, principal),
          }),
          createCategories: missing === 'create',
          isStrict: parts.strictCategories,
          update,
          dryRun: mode === 'dry-run',
          photos: photos === 'skip' ? undefined : { fetch: parts.newFetch() },
          signal: closed.signal,
          giveWay: parts.scans.nextTurn,
        });
        return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(ndjsonOf(lines, onError)));
      },
    });
  });
}

/** Refuses others before the body is read. */
const requireMember: Step = (request, _reply, done) => {
  if (isStaff(principalOf(request))) return done();
  done(new ApiError('forbidden', 'Only members of an organization and operators may import a file here.'));
};

/**
 * A file takes longer than a request: its account may be suspended meanwhile, or leave the organization.
 *
 * @throws Failure
 */
async function requireSameStanding(
  tx: Queries,
  accounts: AccountStore,
  { accountId, organization }: Principal,
): Promise<void> {
  const now = await accounts.standing(accountId, tx);
  const isSame = now !== undefined && !now.suspended && now.organization?.id === organization?.id;
  if (isSame && isStaff(now)) return;
  throw new Failure(
    'The import has stopped: the account was suspended, or is no longer a member of the organization. What was imported stays.',
  );
}

/** Joins bad rows into larger writes. The status is sent by then, so a failure becomes the last line. */
async function* ndjsonOf(lines: AsyncIterable<ImportLine>, onError: (error: unknown) => void): AsyncGenerator<string> {
  let text = '';
  const sent = { faults: 0, changes: 0 };
  try {
    for await (const line of lines) {
      const kind =
        line.type === 'change' ? 'changes' : ['badRow', 'badCell'].includes(line.type) ? 'faults' : undefined;
      if (kind !== undefined && (sent[kind] += 1) > MAX_IMPORT_FAULTS) continue;
      text += `${jsonOf(line)}\n`;
      if (kind !== undefined && text.length < pieceBytes) continue;
      yield text;
      text = '';
    }
  } catch (error) {
    if (!(error instanceof Failure)) onError(error);
    yield `${text}${jsonOf(failureLine(error))}\n`;
  }
}

function failureLine(error: unknown): FailureLine {
  if (error instanceof Failure) return { type: 'failure', message: error.message };
  const reason =
    error instanceof DatabaseUnavailable ? 'The database cannot be written at the moment' : 'The service failed';
  return { type: 'failure', message: `${reason}. What was imported stays; import the file again to continue.` };
}
