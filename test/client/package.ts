import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A folder in which the client is installed, exactly as `npm publish` would publish it. */
export interface InstalledClient {
  readonly folder: string;
  /** The installed package, inside the folder. */
  readonly packageFolder: string;
  remove(): Promise<void>;
}

/** Unpacks the packed client where an installation would put it. */
export async function installClient(): Promise<InstalledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-client-'));
  const packageFolder = join(folder, 'node_modules/@petstore/client');
  await mkdir(packageFolder, { recursive: true });
  await run('tar', ['-xzf', await packedClient(), '--strip-components=1', '-C', packageFolder]);
  return { folder, packageFolder, remove: () => rm(folder, { recursive: true }) };
}

/** Builds and packs the client with `npm pack`, once in a run of the tests, whose temporary folder is new. */
async function packedClient(): Promise<string> {
  const name = 'petstore-client-1.0.0.tgz';
  const packed = join(tmpdir(), name);
  if (existsSync(packed)) return packed;
  const folder = await mkdtemp(join(tmpdir(), 'petstore-client-source-'));
  await cp('client', join(folder, 'client'), { recursive: true, filter: (path) => !/(?:^|\/)dist$/.test(path) });
  await cp('tsconfig.json', join(folder, 'tsconfig.json'));
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH']}` };
  await run('npm', ['pack', '--pack-destination', folder], { cwd: join(folder, 'client'), env });
  // Another worker may have been as quick.
  await rename(join(folder, name), packed);
  await rm(folder, { recursive: true });
  return packed;
}
