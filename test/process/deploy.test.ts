import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { readSettings, settingsPage } from '../../src/settings/settings.ts';
import { endAll, newFolder } from '../support/process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const deploy = (file: string) => join(root, 'deploy', file);
const run = promisify(execFile);

afterAll(endAll);

test('the unit is valid, and its exposure is at most 2.0', async () => {
  const folder = await newFolder();
  const unit = join(folder, 'petstore.service');
  const shipped = await readFile(deploy('small/petstore.service'), 'utf8');
  // Nothing is installed here.
  const here = shipped.replace('/usr/local/bin/petstore', join(root, 'bin/petstore'));
  await writeFile(unit, here);
  const verified = await run('systemd-analyze', ['verify', '--man=no', unit]);
  expect(verified.stdout + verified.stderr).toBe('');
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', '--threshold=20', unit]);
  expect(stdout).toMatch(/Overall exposure level for petstore\.service: [01]\.\d OK/);
});

test('the settings of the unit and of both compose files are settings, and valid', async () => {
  const env = parseEnv(await readFile(deploy('small/petstore.env'), 'utf8'));
  expect(readSettings(env)).toMatchObject({ environment: 'production', signup: 'approved', firstKeys: 'file' });
  const compose = await Promise.all(['small', 'large'].map((size) => readFile(deploy(`${size}/compose.yaml`), 'utf8')));
  const ofServices = compose.flatMap((text) => text.match(/(?<=^ {6}|^ {4})[A-Z_]+(?=: )/gm) ?? []);
  const known = new Set([...settingsPage().matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name));
  const others = new Set([...Object.keys(env), ...ofServices]).difference(known);
  expect(
    [...others].filter(
      (name) => !/^(TZ|POSTGRES_\w+|REDISCLI_AUTH|PETSTORE_\w+|(PRODUCTION|STAGING)_HOST|NGINX_\w+)$/.test(name),
    ),
  ).toEqual([]);
});

test('Caddy accepts the Caddyfile as it is', async () => {
  const folder = await newFolder();
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const { stderr } = await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', deploy('small/Caddyfile')], {
    env,
  });
  expect(stderr).not.toMatch(/"level":"(warn|error)"/);
});
