import { Petstore, PetstoreError, type PetstoreOptions } from '../../../client/src/petstore.ts';
import { Failure } from '../../failure.ts';
import type { Terminal } from '../terminal.ts';
import { type Login, readLogin } from './login-file.ts';

/** Three attempts are enough while a person waits at the terminal. On 429 the client still waits as long as the service asks. */
export const optionsOf = ({ baseUrl, apiKey }: Pick<PetstoreOptions, 'baseUrl' | 'apiKey'>): PetstoreOptions => ({
  baseUrl,
  apiKey,
  maxAttempts: 3,
});

export const connect = (login: Login): Petstore => new Petstore(optionsOf(login));

/** Runs `work` with the user's login. Errors of the API become Failures. */
export async function withPetstore<T>(
  { process: { env } }: Terminal,
  work: (petstore: Petstore, login: Login) => Promise<T>,
): Promise<T> {
  const login = await readLogin(env);
  try {
    return await work(connect(login), login);
  } catch (error) {
    throw failureOf(error, login.baseUrl);
  }
}

/** The service's error as a Failure, with its code and request id. Other errors stay as they are. */
export function failureOf(error: unknown, baseUrl: string): unknown {
  if (!(error instanceof PetstoreError)) return error;
  const { status, code, requestId, message } = error;
  const id = requestId === undefined ? '' : `, request ${requestId}`;
  if (status === undefined) return withoutAnswer(error, baseUrl);
  const details = [`${status} ${code}${id}`, ...(ADVICE[code] === undefined ? [] : [ADVICE[code]])];
  return new Failure(message, { exit: status < 500 ? 'refused' : 'unavailable', details, cause: error });
}

const keyAdvice =
  '`petstore whoami` shows which key is used and where it comes from. `petstore login` saves another one.';
const ADVICE: Readonly<Record<string, string>> = {
  missing_api_key: keyAdvice,
  invalid_api_key: keyAdvice,
  insufficient_scope: 'An operator, or a key with the scope `account`, can create a key with that scope.',
};

function withoutAnswer({ code, message, cause }: PetstoreError, baseUrl: string): Failure {
  if (code === 'aborted') return new Failure('Interrupted.', { exit: 'interrupted' });
  if (code === 'network_error')
    return new Failure(
      `No service responds at ${baseUrl}. Start it, or set its address with PETSTORE_BASE_URL or \`petstore login\`.`,
      {
        exit: 'unavailable',
        details: [message],
        cause,
      },
    );
  return new Failure(message, { exit: code === 'invalid_request' ? 'usage' : 'unavailable', details: [code], cause });
}
