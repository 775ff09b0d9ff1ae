import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { startFtpServer } from '../support/ftp-server.ts';
import { endAll, newFolder, request, serve } from '../support/process.ts';
import { CAT } from './shelter.ts';

afterAll(endAll);

const patienceMs = 120_000;

test('after a restore, the site gets the list again: what was added since the backup leaves it', async () => {
  const ftp = await startFtpServer({ folders: ['/import'] });
  const { host, port, username, password } = ftp;
  const dataDir = await newFolder();
  const env = { DATA_DIR: dataDir, WEBHOOKS_ALLOW_PRIVATE: 'true', PORT: '0', STAGING_PORT: '0' };
  const first = await serve(env);
  const key = first.keys.production;
  const path = '/v1/organizations/1/listing-sites/petfinder';
  const add = (name: string) =>
    request(`${first.production}/v1/pets`, key, { body: { name, categoryId: 2, profile: CAT } });
  const until = (origin: string, isSo: (site: { waiting?: object; state: string; animals?: number }) => boolean) =>
    eventually(async () => {
      const { body } = await request(origin + path, key);
      return isSo(body) && !body.running && body;
    });
  const run = (origin: string) => request(`${origin}${path}/runs`, key, { body: {} });
  const names = () =>
    ftp.files
      .get('/import/NJ94.csv')
      ?.toString()
      .match(/Mia|Ghost/g);
  await add('Mia');
  await request(first.production + path, key, { method: 'PUT', body: { host, port, username, password } });
  const { waiting } = await until(first.production, (site) => site.waiting !== undefined);
  await request(`${first.production}${path}/consent`, key, { body: { list: waiting.list } });
  await until(first.production, ({ state }) => state === 'sent');
  const backup = join(dataDir, 'backup.sqlite');
  expect((await command(['backup', backup], env)).code).toBe(0);
  await add('Ghost');
  await run(first.production);
  await until(first.production, ({ animals }) => animals === 2);
  expect(names()).toEqual(['Ghost', 'Mia']);
  await first.stop();

  expect((await command(['restore', backup, '--force'], env)).code).toBe(0);
  const second = await serve(env);
  await run(second.production);
  await eventually(() => ftp.stored.length === 3);
  expect(names()).toEqual(['Mia']);
  expect(await until(second.production, () => true)).toMatchObject({ state: 'sent', animals: 1 });
  await second.stop();
});

test(
  'a service that is killed in the middle of a file sends it whole after its next start',
  async () => {
    const ftp = await startFtpServer({ folders: ['/import'] });
    const { host, port, username, password } = ftp;
    const env = { DATA_DIR: await newFolder(), WEBHOOKS_ALLOW_PRIVATE: 'true', PORT: '0', STAGING_PORT: '0' };
    const first = await serve(env);
    const key = first.keys.production;
    const path = '/v1/organizations/1/listing-sites/petfinder';
    const ask = async (origin: string, of = '') => (await request(`${origin}${path}${of}`, key)).body;
    const pet = { name: 'Mia', categoryId: 2, profile: CAT };
    expect((await request(`${first.production}/v1/pets`, key, { body: pet })).status).toBe(201);
    const body = { host, port, username, password };
    expect((await request(first.production + path, key, { method: 'PUT', body })).status).toBe(200);
    const { waiting } = await eventually(async () => {
      const found = await ask(first.production);
      return found.waiting !== undefined && !found.running && found;
    });
    const { promise: never } = Promise.withResolvers<void>();
    ftp.fail({ at: 'STOR', afterBytes: 100, waits: () => never }, 1);
    await request(`${first.production}${path}/consent`, key, { body: { list: waiting.list } });
    await eventually(() => ftp.files.get('/import/NJ94.csv')?.length === 100);
    await first.stop('SIGKILL');

    const second = await serve(env);
    // The claim of the dead process ends after 20 seconds.
    const sent = await eventually(async () => {
      const found = await ask(second.production);
      return found.state === 'sent' && !found.running && found;
    }, patienceMs);
    expect(sent.animals).toBe(1);
    expect(ftp.files.get('/import/NJ94.csv')?.toString()).toMatch(/^ID,.*\n"1",.*"Mia".*\n$/);
    const runs = await ask(second.production, '/runs');
    expect(runs.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['sent', 'interrupted', 'waiting']);
    await second.stop();
  },
  2 * patienceMs,
);
