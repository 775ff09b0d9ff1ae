import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { endAll, newFolder, serve } from '../support/process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

afterAll(endAll);

test('the package serves with its site, and needs no sources and no build', async () => {
  const folder = await newFolder();
  const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const file = execFileSync('npm', packing, { cwd: root, encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', join(folder, file), '-C', folder]);
  const installed = join(folder, 'package');
  await symlink(join(root, 'node_modules'), join(installed, 'node_modules'));

  const running = await serve({ DATA_DIR: await newFolder() }, [], [join(installed, 'bin/petstore')]);
  const key = running.keys.production ?? '';
  const statusOf = async (path: string) =>
    (await fetch(running.production + path, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await statusOf('/docs/guide')).toBe(200);
  expect(await statusOf('/embed.js')).toBe(200);
  // Reads the packed file of places.
  expect(await statusOf('/v1/pets?near=62701')).toBe(200);
  expect((await running.stop()).code).toBe(0);
  expect(running.stderr()).toBe('');
});
