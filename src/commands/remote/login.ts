import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Petstore, PetstoreError } from '../../../client/src/petstore.ts';
import { Failure, misuse } from '../../failure.ts';
import { readCallerEnvironment } from '../../settings/settings.ts';
import { exists } from '../files.ts';
import { printFacts } from '../rows.ts';
import { ask, type JsonOption, sanitized, type Terminal } from '../terminal.ts';
import { connect, failureOf, withPetstore } from './connect.ts';
import { baseUrlOf, loginFile, defaultBaseUrl } from './login-file.ts';

interface LoginOptions {
  readonly baseUrl?: string;
  /** The same. */
  readonly url?: string;
}

const UNSAVED = 'Nothing was saved.';

/** Asks for an API key, verifies it, and saves it in a file that only this user can read. */
export async function login(terminal: Terminal, { url, baseUrl = url }: LoginOptions): Promise<void> {
  const { stdin, env } = terminal.process;
  const isAsked = stdin.isTTY === true;
  const apiKey = isAsked ? await ask(terminal, 'API key (hidden): ', UNSAVED, false) : (await text(stdin)).trim();
  if (!/^p[spt]k_(live|test)_\w+$/.test(apiKey))
    throw misuse('This is not an API key. API keys begin with psk_live_ or psk_test_.');
  const usual = defaultBaseUrl(apiKey);
  const address = baseUrl ?? (isAsked ? await ask(terminal, `Base URL (${usual}): `, UNSAVED) : '');
  const entered = { baseUrl: baseUrlOf(address || usual), apiKey, from: 'login' };
  const email = await emailOf(connect(entered)).catch((error: unknown) => {
    throw failureOf(error, entered.baseUrl);
  });
  const file = loginFile(env);
  await save(file, `${JSON.stringify({ baseUrl: entered.baseUrl, apiKey })}\n`).catch((error: unknown) => {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Failure(
      `The login cannot be saved in ${file} (${reason}). Set PETSTORE_API_KEY and PETSTORE_BASE_URL instead, or XDG_CONFIG_HOME to a folder that this user can write to.`,
    );
  });
  terminal.print(
    `${terminal.paint('green', '✓')} Logged in to ${entered.baseUrl}${email === undefined ? '' : ` as ${sanitized(email)}`}.`,
  );
  terminal.print(terminal.paint('dim', `  Saved in ${file}. \`petstore logout\` deletes it.`));
  const { apiKey: set, baseUrl: setUrl } = readCallerEnvironment(env);
  if (set !== undefined || setUrl !== undefined)
    terminal.note(
      'PETSTORE_API_KEY or PETSTORE_BASE_URL is set in this shell, and takes precedence over the saved login.',
    );
}

async function save(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // An old file would keep its mode, and could be a symbolic link.
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, content, { mode: 0o600, flag: 'wx' });
  await rename(`${file}.new`, file);
}

/** Undefined if the key is valid but lacks the scope to read its account. */
async function emailOf(petstore: Petstore): Promise<string | undefined> {
  try {
    return (await petstore.account.get()).email;
  } catch (error) {
    if (error instanceof PetstoreError && error.code === 'insufficient_scope') return undefined;
    throw error;
  }
}

export async function logout(terminal: Terminal): Promise<void> {
  const file = loginFile(terminal.process.env);
  const wasSaved = await exists(file);
  await rm(file, { force: true });
  terminal.print(wasSaved ? `Deleted ${file}. The key itself still works.` : 'No login was saved.');
}

/** Prints the key's account and the remaining requests of its limits. */
export async function whoami(terminal: Terminal, { json = false }: JsonOption): Promise<void> {
  const { account, usage, baseUrl, from } = await withPetstore(terminal, async (petstore, { baseUrl, from }) => ({
    account: await petstore.account.get(),
    usage: await petstore.account.usage(),
    baseUrl,
    from,
  }));
  if (json) return terminal.printJson({ ...account, usage, baseUrl, from });
  const left = ({ limit, remaining, reset }: typeof usage.minute) =>
    `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')} requests left until ${new Date(reset * 1_000).toISOString().slice(0, 19)}Z`;
  printFacts(terminal, [
    ['Account', account.id],
    ['Email', account.email],
    ['Name', account.name],
    ['Role', account.role],
    ['Plan', account.plan],
    ['Minute', left(usage.minute)],
    ['Day', left(usage.day)],
    ['Service', baseUrl],
    ['Key from', from],
  ]);
}
