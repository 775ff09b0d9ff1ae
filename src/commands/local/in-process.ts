import { Petstore, PetstoreError, type PetstoreOptions } from '../../../client/src/petstore.ts';
import { ChangeRefused } from '../../accounts/account-changes.ts';
import { Failure } from '../../failure.ts';
import { ApiError } from '../../http/errors.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import type { Context, Place } from '../api/run-operation.ts';
import { type EnvironmentOptions, type OpenEnvironment, withExistingEnvironment } from './environment.ts';

/** What commands on a database may ask, besides its operations. */
export interface Local extends Context {
  readonly open: OpenEnvironment;
  readonly environment: Environment;
}

/** The database that the settings name. A service may be running beside it. */
export const onDatabase: Place<Local> = async (terminal, _operation, options, work) => {
  const { environment } = options as EnvironmentOptions;
  const settings = readSettings(terminal.process.env, environment);
  await withExistingEnvironment(environment, settings, (open) =>
    withOperations(open, environment, settings, (caller) =>
      work(caller, { terminal, petstore: new Petstore(caller), open, environment }),
    ),
  );
};

/** Runs `work` with a caller of the operations on the database, in this process. */
export async function withOperations<Result>(
  open: OpenEnvironment,
  environment: Environment,
  settings: Settings,
  work: (caller: PetstoreOptions) => Promise<Result>,
): Promise<Result> {
  const { buildCommandLine } = await import('../../composition/command-line.ts');
  const { send, finish } = buildCommandLine(open, environment, settings);
  try {
    return await work(callerOf(send));
  } catch (error) {
    throw failureOf(error);
  } finally {
    await finish();
  }
}

/** Calls operations in this process. */
export const callerOf = (send: typeof globalThis.fetch): PetstoreOptions => ({
  baseUrl: 'http://localhost/v1',
  fetch: send,
  maxAttempts: 1,
  timeoutMs: Infinity,
  deadlineMs: Infinity,
});

/** What an operation refuses, in the words of the API; other failures as they are. */
export function failureOf(error: unknown): unknown {
  const cause = error instanceof PetstoreError ? (error.cause ?? error) : error;
  const refusal = cause instanceof ApiError && cause.cause instanceof ChangeRefused ? cause.cause : cause;
  if (refusal instanceof ChangeRefused) {
    const advice = refusal.reason === 'limits' ? ' `petstore accounts plan` changes the plan.' : '';
    return new Failure(refusal.message + advice, { cause });
  }
  if (!(cause instanceof ApiError)) return cause;
  return new Failure(cause.message, { exit: cause.status === 400 ? 'usage' : 'failed', cause });
}
