import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import { readCallerEnvironment } from '../../settings.ts';

/** Which service is called, and as whom. */
export interface Login {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where they were found, for people. */
  readonly from: string;
}

export const loginFile = (): string => join(readCallerEnvironment().configFolder, 'petstore', 'login.json');

/** The environment's variables before the file that `petstore login` has written. */
export async function readLogin(): Promise<Login> {
  const { baseUrl, apiKey } = readCallerEnvironment();
  if (apiKey !== undefined)
    return { baseUrl: baseUrlOf(baseUrl ?? usualAddress(apiKey)), apiKey, from: 'PETSTORE_API_KEY' };
  const file = loginFile();
  const stored = await readStored(file);
  if (stored === undefined)
    throw new Failure('There is no API key. Set PETSTORE_API_KEY, or call `petstore login`.', { exit: 'usage' });
  // A key is sent to no other service than the one that it was given for.
  if (baseUrl !== undefined && baseUrlOf(baseUrl) !== stored.baseUrl)
    throw new Failure(
      `PETSTORE_BASE_URL is ${baseUrl}, but the key that was kept is for ${stored.baseUrl}. Set PETSTORE_API_KEY too, or call \`petstore login\`.`,
      { exit: 'usage' },
    );
  return { ...stored, from: file };
}

async function readStored(file: string): Promise<{ baseUrl: string; apiKey: string } | undefined> {
  try {
    const { baseUrl, apiKey } = JSON.parse(await readFile(file, 'utf8')) as { baseUrl?: unknown; apiKey?: unknown };
    if (typeof baseUrl === 'string' && typeof apiKey === 'string') return { baseUrl, apiKey };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Failure(`${file} is not what petstore login wrote. \`petstore login\` writes it anew.`);
}

/** Where this machine's own service is by default. */
export const usualAddress = (apiKey: string): string =>
  `http://127.0.0.1:${apiKey.includes('_test_') ? 8081 : 8080}/v1`;

/** An address without a path is taken to end with the version, as base addresses do. Specification, part 1. */
export function baseUrlOf(address: string): string {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new Failure(`${JSON.stringify(address)} is no base address. It looks like https://pets.example/v1.`, {
      exit: 'usage',
    });
  const { href, pathname } = new URL(address);
  return pathname === '/' ? `${href.replace(/\/$/, '')}/v1` : href.replace(/\/$/, '');
}
