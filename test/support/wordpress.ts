import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atEndOfTest } from './at-end.ts';

const visitScript = fileURLToPath(new URL('wordpress/visit.php', import.meta.url));

export interface Visit {
  /** `save`: what saving the settings says. */
  readonly shows?: 'shortcode' | 'block' | 'settings' | 'save';
  readonly attributes?: Readonly<Record<string, string>>;
  /** Of the address of the page. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly locale?: string;
  /** Of who is signed in; by default nobody is. */
  readonly capabilities?: readonly string[];
  /** Whether requests end after the time of the plugin. By default they have a minute: the machine may be busy. */
  readonly givesUp?: boolean;
  /** How much later than the first visit. */
  readonly afterSeconds?: number;
}

/** A WordPress with the plugin, until the test ends. */
export interface WordPress {
  /** What the plugin adds to a page, as HTML. Each visit is a process of PHP, as each request to WordPress is. */
  readonly visit: (visit?: Visit) => Promise<string>;
  /** How often a visit has come to a lock. */
  readonly atLocks: () => Promise<number>;
}

/** @param key a publishable one */
export async function startWordPress(address: string, key: string): Promise<WordPress> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-wordpress-'));
  atEndOfTest(() => rm(folder, { recursive: true }));
  const visit = async ({ afterSeconds = 0, ...visit }: Visit = {}): Promise<string> => {
    const nothing = { attributes: {}, query: {}, form: {}, capabilities: [], givesUp: false };
    const asked = {
      shows: 'shortcode',
      locale: 'en_US',
      ...nothing,
      folder,
      now: 1_800_000_000 + afterSeconds,
      ...visit,
    };
    const { stdout } = await promisify(execFile)('php', [
      '-d',
      'display_errors=stderr',
      visitScript,
      JSON.stringify(asked),
    ]);
    return stdout;
  };
  await visit({ shows: 'save', form: { address, key } });
  return { visit, atLocks: async () => (await readFile(join(folder, 'at-locks'), 'utf8').catch(() => '')).length };
}
