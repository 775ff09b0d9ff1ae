import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { withinASecond } from '../support/eventually.ts';
import { endAll, newFolder, newKey, petstore, request, type Running, serve } from '../support/process.ts';

let dataDir: string;
let running: Running;

beforeAll(async () => {
  dataDir = await newFolder();
  running = await serve({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await running.stop();
  await endAll();
});

const pet = (name: string) => ({ name, categoryId: 1 });
/** Of the day: the minute may end between two requests. */
const remaining = async (url: string, key: string) =>
  Number(/"day";r=(\d+)/.exec((await request(url, key)).headers.get('ratelimit') ?? '')?.[1]);

describe('a start', () => {
  test('prints the addresses and the first keys', async () => {
    expect(running.stdout()).toContain(`Production  ${running.production}/v1\n`);
    expect(running.stdout()).toContain(`Staging     ${running.staging}/v1\n`);
    expect(running.stdout()).toContain(dataDir);
    expect(running.keys).toEqual({
      production: expect.stringMatching(/^psk_live_[0-9A-Za-z]{38}$/),
      staging: expect.stringMatching(/^psk_test_[0-9A-Za-z]{38}$/),
    });
    expect(running.stderr()).toBe('');
  });

  test('creates databases that only its user can read', async () => {
    const files = (await readdir(dataDir)).filter((name) => name.includes('.sqlite'));
    expect(files).toEqual(expect.arrayContaining(['production.sqlite', 'production.sqlite-wal', 'staging.sqlite']));
    for (const name of files) expect([name, (await stat(join(dataDir, name))).mode & 0o077]).toEqual([name, 0]);
  });

  test('prints an example command that works', async () => {
    const [, key = '', url = ''] = /curl -H 'Authorization: Bearer (\S+)' (\S+)/.exec(running.stdout()) ?? [];
    expect((await request(url, key)).status).toBe(200);
  });

  test('creates an operator on Enterprise in each environment', async () => {
    for (const environment of ['production', 'staging'] as const) {
      const { body } = await request(`${running[environment]}/v1/account`, running.keys[environment]);
      expect(body).toMatchObject({ role: 'operator', plan: 'enterprise' });
    }
  });
});

describe('the two environments share nothing', () => {
  test('a key of one environment gets 401 in the other', async () => {
    const { production = '', staging = '' } = running.keys;
    for (const [url, key] of [
      [running.production, staging],
      [running.staging, production],
    ] as const) {
      const { status, body, headers } = await request(`${url}/v1/pets`, key);
      expect([status, body.code]).toEqual([401, 'invalid_api_key']);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="petstore", error="invalid_token"');
    }
  });

  test('each has its own animals, with ids from 1, and its own accounts', async () => {
    const { production = '', staging = '' } = running.keys;
    const live = await request(`${running.production}/v1/pets`, production, { body: pet('Live') });
    const tried = await request(`${running.staging}/v1/pets`, staging, { body: pet('Tried') });
    expect([live.body.id, tried.body.id]).toEqual([1, 1]);
    expect((await request(`${running.production}/v1/pets`, production)).body).toEqual([live.body]);
    expect((await request(`${running.staging}/v1/pets`, staging)).body).toEqual([tried.body]);
    const body = { email: 'ann@shelter.example', password: 'seven quiet otters' };
    for (const url of [running.production, running.staging])
      expect((await request(`${url}/v1/accounts`, undefined, { body })).status).toBe(201);
  });

  test('each counts requests separately', async () => {
    const { production = '', staging = '' } = running.keys;
    const [livePets, triedPets] = [`${running.production}/v1/pets`, `${running.staging}/v1/pets`];
    const before = await remaining(triedPets, staging);
    for (let i = 0; i < 20; i += 1) await request(livePets, production);
    expect(await remaining(triedPets, staging)).toBe(before - 1);
    const text = await (await fetch(`${running.staging}/metrics`)).text();
    expect(text).not.toContain('environment="production"');
  });

  test('a cursor of one environment gets 400 in the other', async () => {
    const { production = '', staging = '' } = running.keys;
    await request(`${running.production}/v1/pets`, production, { body: pet('More') });
    const { headers } = await request(`${running.production}/v1/pets?limit=1`, production);
    const [, next = ''] = /<(\S+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
    expect((await request(running.production + next, production)).status).toBe(200);
    const { status, body } = await request(running.staging + next, staging);
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  });
});

describe('one environment alone', () => {
  // `--environment` by itself is below.
  test.each([
    ['ENVIRONMENT=staging', [], { ENVIRONMENT: 'staging' }],
    ['--environment over ENVIRONMENT', ['--environment', 'staging'], { ENVIRONMENT: 'production' }],
  ])('%s', async (_, args, env) => {
    const alone = await serve({ DATA_DIR: await newFolder(), ...env }, args);
    expect(alone.production).toBe('');
    expect(alone.keys).toEqual({ staging: expect.stringMatching(/^psk_test_/) });
    expect((await request(`${alone.staging}/v1/pets`, alone.keys.staging)).status).toBe(200);
    expect(await alone.stop()).toMatchObject({ code: 0 });
  });
});

describe('petstore keys create', () => {
  test('while the service is running: the key works immediately', async () => {
    const { code, stdout } = await petstore(['keys', 'create', '--plan', 'free', '--json'], { DATA_DIR: dataDir });
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(2);
    const made = JSON.parse(stdout);
    expect(made).toEqual({
      key: expect.stringMatching(/^psk_live_/),
      accountId: expect.any(Number),
      keyId: expect.any(Number),
      plan: 'free',
      environment: 'production',
    });
    const { status, headers } = await request(`${running.production}/v1/pets`, made.key);
    expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, '60']);
  });

  test("--petfinder makes a pair for clients of Petfinder's API", async () => {
    const args = ['keys', 'create', '--plan', 'free', '--petfinder'];
    const made = JSON.parse((await command([...args, '--json'], { DATA_DIR: dataDir })).stdout);
    expect(made).toMatchObject({ key: expect.stringMatching(/^ppk_live_/), plan: 'free', environment: 'production' });
    const { stdout } = await command(args, { DATA_DIR: dataDir });
    expect(stdout).toMatch(/^client_id {6}[A-Za-z0-9]{50}\nclient_secret {2}[A-Za-z0-9]{40}\n.*not shown again\.\n$/);
    const { clientId, clientSecret } = made;
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const token = await request(running.production.replace(/\/v1$/, '') + '/v2/oauth2/token', undefined, { body });
    expect(token).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
  });

  test('--email adds a key to the account with that email', async () => {
    const body = { email: 'bea@shelter.example', password: 'seven quiet otters' };
    const { body: account } = await request(`${running.production}/v1/accounts`, undefined, { body });
    const args = ['keys', 'create', '--plan', 'pro', '--email', body.email, '--json'];
    const made = JSON.parse((await command(args, { DATA_DIR: dataDir })).stdout);
    expect(made.accountId).toBe(account.id);
    const shown = await request(`${running.production}/v1/account`, made.key);
    expect(shown.body).toMatchObject({ id: account.id, email: body.email, plan: 'pro' });
  });

  test('--environment staging, with custom limits, without a running service', async () => {
    const folder = await newFolder();
    const args = [
      'keys',
      'create',
      '--plan',
      'enterprise',
      '--per-minute',
      '7',
      '--per-day',
      '70',
      '--environment',
      'staging',
      '--json',
    ];
    const { key } = JSON.parse((await petstore(args, { DATA_DIR: folder })).stdout);
    const later = await serve({ DATA_DIR: folder }, ['--environment', 'staging']);
    expect(later.production).toBe('');
    expect((await request(`${later.staging}/v1/account`, key)).body.limits).toEqual({ perMinute: 7, perDay: 70 });
    await later.stop();
  });

  test('the running service follows revoke within a second', async () => {
    const { key, keyId } = await newKey(dataDir);
    expect((await request(`${running.production}/v1/pets`, key)).status).toBe(200);
    expect(await petstore(['keys', 'revoke', String(keyId)], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      stderr: '',
    });
    await withinASecond(
      () => request(`${running.production}/v1/pets`, key),
      ({ body }) => body.code === 'invalid_api_key',
    );
  });

  test('list shows the keys, but no secret', async () => {
    const email = 'cleo@shelter.example';
    const { key } = await newKey(dataDir, { plan: 'free', email });
    const { stdout } = await command(['keys', 'list', '--email', email], { DATA_DIR: dataDir });
    expect(stdout).toContain(`psk_live_…${key.slice(-4)}`);
    expect(stdout).not.toContain(key.slice(9, -4));
  });
});

test('a second start shows no key, and keeps the data', async () => {
  const { production = '', staging = '' } = running.keys;
  const pets = { production: '', staging: '' };
  for (const [name, key] of [
    ['production', production],
    ['staging', staging],
  ] as const)
    pets[name] = (await request(`${running[name]}/v1/pets`, key)).text;
  expect(await running.stop()).toMatchObject({ code: 0 });
  running = await serve({ DATA_DIR: dataDir });
  expect(running.keys).toEqual({});
  expect(running.stdout()).not.toMatch(/psk_/);
  expect((await request(`${running.production}/v1/pets`, production)).text).toBe(pets.production);
  expect((await request(`${running.staging}/v1/pets`, staging)).text).toBe(pets.staging);
  expect(pets.production).toContain('"name":"Live"');
});
