import { execFile } from 'node:child_process';
import { chown, readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { fromPage } from '../pages/page.ts';
import { startCaddy } from '../support/caddy.ts';
import { freePort } from '../support/free-port.ts';
import { ownerOf } from '../support/postgres-server.ts';
import { endAll, newFolder, petstore, serve } from '../support/process.ts';
import { photoOf, readUntil, type Sent, sendThrough } from '../support/proxied.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

afterAll(endAll);

/** A command that runs without privileges. */
function unprivileged(program: string, ...args: readonly string[]): readonly [string, ...string[]] {
  const owner = ownerOf();
  if (owner === undefined) return [program, ...args];
  return ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--', program, ...args];
}

/** An empty folder of a user without privileges. */
async function ownFolder(): Promise<string> {
  const [folder, owner] = [await newFolder(), ownerOf()];
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  return folder;
}

/** Where the package and the oldest Node.js that it supports are installed, and what finds them. */
async function install(): Promise<{ readonly launcher: string; readonly path: string }> {
  const { engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const oldest = `node-${process.platform}-${process.arch}@${engines.node.replace('>=', '')}.0`;
  const folder = await ownFolder();
  const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { stdout: file } = await run('npm', packing, { cwd: root });
  const owner = ownerOf();
  if (owner !== undefined) await chown(join(folder, file.trim()), owner.uid, owner.gid);
  const adding = ['install', '--no-audit', '--no-fund', '--no-update-notifier', `./${file.trim()}`, oldest];
  const [command, ...args] = unprivileged('npm', ...adding);
  // Without the settings of the npm that runs the tests, which are another user's.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const { stderr } = await run(command, args, { cwd: folder, env: { ...Object.fromEntries(own), HOME: folder } });
  // npm has no warning, and no script of a package asks for consent.
  expect(stderr).toBe('');
  const node = join(folder, 'node_modules', oldest.split('@')[0] ?? '', 'bin');
  return { launcher: join(folder, 'node_modules/.bin/petstore'), path: `${node}${delimiter}/usr/bin${delimiter}/bin` };
}

test('from the package to a board under https, and back after the machine is lost', async () => {
  const seconds: string[] = [];
  /** One step, with its time. */
  async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const since = performance.now();
    const result = await work();
    seconds.push(`${((performance.now() - since) / 1_000).toFixed(1).padStart(6)} s  ${name}`);
    return result;
  }

  const { launcher, path } = await step('pack, and install into an empty folder', install);
  const port = await freePort();
  const proxy = await startCaddy(`127.0.0.1:${port}`);
  const [dataDir, backups] = [await ownFolder(), await ownFolder()];
  const shipped = parseEnv(await readFile(join(root, 'deploy/small/petstore.env'), 'utf8'));
  const env = {
    ...shipped,
    PATH: path,
    PORT: String(port),
    PUBLIC_URL: proxy.origin,
    DATA_DIR: dataDir,
    TMPDIR: await ownFolder(),
    BACKUP_URL: `file://${backups}`,
  } as Record<string, string> & { DATA_DIR: string };
  const [packed, ...asked] = unprivileged(launcher, '--version');
  expect(await petstore(asked, env, packed)).toMatchObject({ code: 0, stderr: '' });
  const start = (settings = env) => serve(settings, [], unprivileged(launcher));
  async function command(...args: string[]): Promise<string> {
    const [program, ...all] = unprivileged(launcher, ...args);
    const { code, stdout, stderr } = await petstore(all, env, program);
    expect(code, stderr).toBe(0);
    return stdout;
  }
  const json = async (method: string, address: string, sent?: Sent) => {
    const answer = await sendThrough(proxy, method, address, sent);
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(await text(answer)) };
  };

  let running = await step('start behind Caddy', () => start());
  const keys = await readFile(join(dataDir, 'first-keys.txt'), 'utf8');
  const headers = { authorization: `Bearer ${/psk_live_\w+/.exec(keys)?.[0]}` };
  for (const address of ['/', '/docs/guide', '/embed.js', '/licenses.md', '/v1/pets?near=62701']) {
    const answer = await sendThrough(proxy, 'GET', address, { headers });
    answer.resume();
    expect([address, answer.statusCode]).toEqual([address, 200]);
  }

  await step('sign in with the first link', async () => {
    const token = new RegExp(`${proxy.origin}/portal/set-password#token=(\\S+)`).exec(keys)?.[1];
    const body = JSON.stringify({ token, password: 'seven quiet otters' });
    const sent = { headers: { ...fromPage, 'content-type': 'application/json' }, body };
    const { status, headers: answered } = await json('POST', '/session/reset-password', sent);
    expect([status, String(answered['set-cookie'])]).toEqual([200, expect.stringContaining('Secure')]);
  });
  await step('fill it with the demo', () => command('demo', '--environment', 'production'));
  const { body: pets } = await json('GET', '/v1/pets?limit=100&expand=photos,profile', { headers });
  expect(pets.length).toBeGreaterThanOrEqual(40);

  await step('a photo of 15 MB, and the event of it on a live stream', async () => {
    const accept = { accept: 'text/event-stream', ...headers };
    const stream = await sendThrough(proxy, 'GET', '/v1/events?types=pet.updated', { headers: accept });
    const messages = stream.setEncoding('utf8').iterator();
    await readUntil(messages, 'retry: ');
    const body = await photoOf(15_000_000);
    const sent = { headers: { ...headers, 'content-type': 'image/jpeg' }, body };
    expect((await json('POST', `/v1/pets/${pets[0].id}/photos`, sent)).status).toBe(201);
    await readUntil(messages, '"changed":["photos"]');
    stream.destroy();
  });
  const remaining = async (from: string) => {
    const answer = await sendThrough(proxy, 'GET', '/v1/pets', { from, headers: { 'x-forwarded-for': '192.0.2.1' } });
    answer.resume();
    return Number(answer.headers['x-ratelimit-remaining']);
  };
  const first = await remaining('127.0.0.2');
  expect([await remaining('127.0.0.2'), await remaining('127.0.0.3')]).toEqual([first - 1, first]);

  /** Everything that a person would miss. */
  async function everything() {
    const lists = [
      'pets?limit=100&expand=photos,profile',
      'organizations',
      'admin/inbox?limit=100',
      'store/orders?limit=100',
    ];
    const answers = await Promise.all(lists.map((list) => json('GET', `/v1/${list}`, { headers })));
    const photos = answers[0]?.body.flatMap((pet: { photos: { urls: Record<string, string> }[] }) => pet.photos);
    const files = await Promise.all(
      photos.map(async ({ urls }: { urls: Record<string, string> }) =>
        (await buffer(await sendThrough(proxy, 'GET', urls['600'] ?? ''))).toString('base64'),
      ),
    );
    return { answers: answers.map(({ status, body }) => ({ status, body })), files };
  }
  const before = await everything();
  expect(before.answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await step('a backup', () => command('backups', 'run'));
  await running.stop('SIGKILL');
  await rm(dataDir, { recursive: true });

  // Another machine.
  env.DATA_DIR = await ownFolder();
  await step('restore', () => command('restore', '--from', env['BACKUP_URL'] ?? ''));
  running = await step('start again', () => start());
  expect(await everything()).toEqual(before);
  expect((await running.stop()).code).toBe(0);
  process.stdout.write(`${seconds.join('\n')}\n`);
});
