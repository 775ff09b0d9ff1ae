import { Petstore, PetstoreError } from '../../../client/src/petstore.ts';
import { Failure } from '../../failure.ts';
import { type Login, readLogin } from './login-file.ts';

/** A person waits at the terminal: where no service answers, three attempts are enough. On 429 the client still waits as it is told. */
export const connect = ({ baseUrl, apiKey }: Login): Petstore => new Petstore({ baseUrl, apiKey, maxAttempts: 3 });

/** Does its work with the API, as the person who calls. The API's errors become sentences. */
export async function withPetstore<T>(work: (petstore: Petstore, login: Login) => Promise<T>): Promise<T> {
  const login = await readLogin();
  try {
    return await work(connect(login), login);
  } catch (error) {
    throw failureOf(error, login.baseUrl);
  }
}

/** What the service said, with its code and the id under which its log has the request. */
export function failureOf(error: unknown, baseUrl: string): unknown {
  if (!(error instanceof PetstoreError)) return error;
  const { status, code, requestId, message } = error;
  const id = requestId === undefined ? '' : `, request ${requestId}`;
  if (status === undefined) return withoutAnswer(error, baseUrl);
  const details = [`${status} ${code}${id}`, ...(ADVICE[code] === undefined ? [] : [ADVICE[code]])];
  return new Failure(message, { exit: status < 500 ? 'refused' : 'unavailable', details, cause: error });
}

const keyAdvice = '`petstore whoami` shows which key this is and where it is from; `petstore login` keeps another.';
const ADVICE: Readonly<Record<string, string>> = {
  missing_api_key: keyAdvice,
  invalid_api_key: keyAdvice,
  insufficient_scope: 'An operator, or a key with the scope `account`, can make a key that has it.',
};

function withoutAnswer({ code, message, cause }: PetstoreError, baseUrl: string): Failure {
  if (code === 'aborted') return new Failure('It was called off.', { exit: 'interrupted' });
  if (code === 'network_error')
    return new Failure(
      `No service answers at ${baseUrl}. Start it, or say where it is: PETSTORE_BASE_URL or \`petstore login\`.`,
      {
        exit: 'unavailable',
        details: [message],
        cause,
      },
    );
  return new Failure(message, { exit: code === 'invalid_request' ? 'usage' : 'unavailable', details: [code], cause });
}
