import { execFile } from 'node:child_process';
import { chown, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { ownerOf } from '../support/postgres-server.ts';
import { endAll, newFolder, request, serve } from '../support/process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

afterAll(endAll);

/** An empty folder of a user without privileges, in which the package and the oldest Node.js that it supports are installed. */
async function installed(): Promise<{
  readonly folder: string;
  readonly as: readonly string[];
  readonly path: string;
}> {
  const { engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const oldest = `node-${process.platform}-${process.arch}@${engines.node.replace('>=', '')}.0`;
  const folder = await newFolder();
  const owner = ownerOf();
  const as =
    owner === undefined ? [] : ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--'];
  const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { stdout: file } = await run('npm', packing, { cwd: root });
  if (owner !== undefined)
    for (const path of [folder, join(folder, file.trim())]) await chown(path, owner.uid, owner.gid);
  const adding = ['npm', 'install', '--no-audit', '--no-fund', '--no-update-notifier', `./${file.trim()}`, oldest];
  const [command = '', ...args] = [...as, ...adding];
  const { stderr } = await run(command, args, { cwd: folder, env: { ...process.env, HOME: folder } });
  // npm has no warning and no script of a package asks for consent.
  expect(stderr).toBe('');
  const node = join(folder, 'node_modules', oldest.split('@')[0]!, 'bin');
  return { folder, as, path: `${node}${delimiter}/usr/bin${delimiter}/bin` };
}

test('the package serves with its site, on the oldest Node.js, to a user without privileges', async () => {
  const { folder, as, path } = await installed();
  const launcher = [...as, join(folder, 'node_modules/.bin/petstore')] as unknown as [string, ...string[]];
  const dataDir = join(folder, 'data');
  const running = await serve({ DATA_DIR: dataDir, PATH: path }, [], launcher);
  const key = running.keys.production ?? '';
  const statusOf = async (address: string) => (await request(running.production + address, key)).status;
  // The last one reads the packed file of places.
  for (const address of ['/docs/guide', '/embed.js', '/licenses.md', '/v1/pets?near=62701'])
    expect([address, await statusOf(address)]).toEqual([address, 200]);
  expect((await running.stop()).code).toBe(0);
  expect(running.stderr()).toBe('');
});
