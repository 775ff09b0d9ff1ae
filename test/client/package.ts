import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
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

/** Builds and packs the client with `npm pack`, and unpacks it where an installation would put it. */
export async function installClient(): Promise<InstalledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-client-'));
  const packageFolder = join(folder, 'node_modules/@petstore/client');
  const source = join(folder, 'source');
  await cp('client', join(source, 'client'), { recursive: true, filter: (path) => !/(?:^|\/)dist$/.test(path) });
  await cp('tsconfig.json', join(source, 'tsconfig.json'));
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH']}` };
  await run('npm', ['pack', '--pack-destination', folder], { cwd: join(source, 'client'), env });
  await mkdir(packageFolder, { recursive: true });
  await run('tar', ['-xzf', join(folder, 'petstore-client-1.0.0.tgz'), '--strip-components=1', '-C', packageFolder]);
  await rm(source, { recursive: true });
  return { folder, packageFolder, remove: () => rm(folder, { recursive: true }) };
}
