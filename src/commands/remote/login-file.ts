import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, misuse } from '../../failure.ts';
import { readCallerEnvironment } from '../../settings/settings.ts';
import type { CommandProcess } from '../terminal.ts';

/** The service to call, and the API key to use. */
export interface Login {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The source, to show to the user. */
  readonly from: string;
}

type Environment = CommandProcess['env'];

export const loginFile = (env: Environment): string =>
  join(readCallerEnvironment(env).configFolder, 'petstore', 'login.json');

/** Reads the login from the environment variables, or else from the file that `petstore login` wrote. */
export async function readLogin(env: Environment): Promise<Login> {
  const { baseUrl, apiKey } = readCallerEnvironment(env);
  if (apiKey !== undefined)
    return { baseUrl: baseUrlOf(baseUrl ?? defaultBaseUrl(apiKey)), apiKey, from: 'PETSTORE_API_KEY' };
  const file = loginFile(env);
  const stored = await readStored(file);
  if (stored === undefined) throw misuse('There is no API key. Set PETSTORE_API_KEY, or run `petstore login`.');
  // A saved key must not be sent to any service other than its own.
  if (baseUrl !== undefined && baseUrlOf(baseUrl) !== stored.baseUrl)
    throw misuse(
      `PETSTORE_BASE_URL is ${baseUrl}, but the saved key is for ${stored.baseUrl}. Set PETSTORE_API_KEY too, or run \`petstore login\`.`,
    );
  return { ...stored, from: file };
}

/** The address of the service, for an operation that needs no API key. */
export async function readAddress(env: Environment): Promise<string> {
  const { baseUrl, apiKey = '' } = readCallerEnvironment(env);
  if (baseUrl !== undefined) return baseUrlOf(baseUrl);
  return (await readStored(loginFile(env)))?.baseUrl ?? defaultBaseUrl(apiKey);
}

async function readStored(file: string): Promise<{ baseUrl: string; apiKey: string } | undefined> {
  try {
    const { baseUrl, apiKey } = JSON.parse(await readFile(file, 'utf8')) as { baseUrl?: unknown; apiKey?: unknown };
    if (typeof baseUrl === 'string' && typeof apiKey === 'string') return { baseUrl, apiKey };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Failure(`${file} is not a valid login file. Run \`petstore login\` again.`);
}

/** The default address of a service on this machine. */
export const defaultBaseUrl = (apiKey: string): string =>
  `http://127.0.0.1:${apiKey.includes('_test_') ? 8081 : 8080}/v1`;

/** Normalizes a base URL. Without a path it gets `/v1` (specification, part 1). */
export function baseUrlOf(address: string): string {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw misuse(`${JSON.stringify(address)} is not a base URL like https://pets.example/v1.`);
  const { href, pathname } = new URL(address);
  return pathname === '/' ? `${href.replace(/\/$/, '')}/v1` : href.replace(/\/$/, '');
}
