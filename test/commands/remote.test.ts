import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, commandUntil, jsonOf, objectsIn } from '../support/command.ts';
import { endAll, newFolder, petstore } from '../support/process.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';

let service: TestService;
let config: string;
/** The environment of a user: an address and a key. */
let env: Record<string, string>;
const run = (...args: string[]) => command(args, env);

const json = (...args: string[]) => jsonOf(args, env);

/** Adds an animal as a precondition. */
async function addPet(name: string, categoryId: number, status = 'available'): Promise<{ id: number }> {
  const body = { name, categoryId, status };
  return (await service.call('POST', '/v1/pets', { body })).body;
}

beforeAll(async () => {
  service = await startOnSqlite({ settings: { webhooksAllowPrivate: 'true' } });
  config = await newFolder();
  env = {
    PETSTORE_BASE_URL: `${service.origin}/v1`,
    PETSTORE_API_KEY: service.operatorKey,
    XDG_CONFIG_HOME: config,
  };
});
afterAll(async () => {
  await service.close();
  await endAll();
});

describe('petstore pets', () => {
  test('add, get, list, set-status and remove', async () => {
    const { stdout } = await command(['pets', 'add', 'Rex', '--category', 'DOGS'], env);
    expect(stdout).toMatch(/^Animal\t\d+\nName\tRex\nCategory\tDogs\nStatus\tavailable\n$/);
    const [kitty] = await json('pets', 'add', 'Miss Kitty', '--category', '2', '--status', 'pending');
    expect(kitty).toEqual({ id: expect.any(Number), name: 'Miss Kitty', categoryId: 2, status: 'pending' });
    expect(await json('pets', 'get', String(kitty.id))).toEqual([kitty]);
    expect(await json('pets', 'list', '--name', 'kitty', '--category', 'cats')).toEqual([kitty]);
    expect((await run('pets', 'list')).stdout).toMatch(/^\d+\tMiss Kitty\tCats\tpending\n\d+\tRex\tDogs\tavailable\n$/);
    expect(await json('pets', 'set-status', String(kitty.id), 'sold')).toEqual([{ ...kitty, status: 'sold' }]);
    expect(await run('pets', 'remove', String(kitty.id))).toMatchObject({ code: 0 });
    expect(await run('pets', 'get', String(kitty.id))).toMatchObject({
      code: 3,
      stdout: '',
      stderr: `petstore: There is no animal ${kitty.id}.\n`,
    });
  });

  test('a number beyond 2^53 keeps its last digit', async () => {
    const { stdout } = await run('pets', 'add', 'Max', '--category', '9223372036854775807', '--json');
    expect(stdout).toContain('"categoryId":9223372036854775807,');
    expect((await run('pets', 'list', '--category', '9223372036854775807', '--limit', '1')).stdout).toContain(
      '\t9223372036854775807\t',
    );
  });

  test('list prints at most --limit rows, and all rows with --all', async () => {
    for (let i = 0; i < 3; i += 1) await addPet(`Twin ${i}`, 3);
    expect(await json('pets', 'list', '--category', 'birds', '--limit', '2')).toHaveLength(2);
    expect(await json('pets', 'list', '--category', 'birds', '--limit', '1', '--all')).toHaveLength(3);
  });

  test('profile shows, merges and replaces what is known of an animal', async () => {
    const file = join(config, 'rex.json');
    const profile = { species: 'Dog', breed: { primary: 'Poodle' }, tags: ['calm', 'old'], houseTrained: true };
    await writeFile(file, JSON.stringify({ ...profile, staff: { notes: 'Quiet.' } }));
    const [rex] = await json('pets', 'add', 'Rex', '--category', 'dogs', '--profile', file);
    expect((await run('pets', 'profile', String(rex.id))).stdout).toMatch(
      /^Tags\tcalm, old\nSpecies\tDog\nBreed primary\tPoodle\nHouse trained\tyes\nWaiting since\t.*\nStaff notes\tQuiet\.\nStaff days in care\t0\n$/s,
    );
    await writeFile(file, '{"houseTrained": null, "sex": "male"}');
    const [merged] = await json('pets', 'profile', String(rex.id), '--file', file);
    expect(merged).toMatchObject({ species: 'Dog', sex: 'male', staff: { notes: 'Quiet.' } });
    expect(merged).not.toHaveProperty('houseTrained');
    await writeFile(file, '{"sex": "male"}');
    const [other] = await json('pets', 'profile', String(rex.id), '--file', file, '--replace');
    expect(other).not.toHaveProperty('species');
    await writeFile(file, 'no JSON');
    for (const args of [['--file', file], ['--file', join(config, 'missing.json')], ['--replace']])
      expect(await run('pets', 'profile', String(rex.id), ...args)).toMatchObject({ code: 2, stdout: '' });
  });

  test('the reader may close the pipe early', async () => {
    const { code } = await petstore(
      ['-c', 'bin/petstore pets list --all --json | head -1 > /dev/null; exit ${PIPESTATUS[0]}'],
      env,
      'bash',
    );
    expect(code).toBe(0);
  });
});

describe('petstore orders and messages', () => {
  test('an adoption, from the order to the new home and back', async () => {
    const { id: petId } = await addPet('Bello', 1);
    const adopter = ['--adopter-name', 'Ann Lee', '--adopter-email', 'ann@example.org'];
    const [order] = await json('orders', 'place', String(petId), ...adopter, '--note', 'Comes on Saturday.');
    expect(order).toMatchObject({ petId, status: 'placed', adopter: { name: 'Ann Lee' }, note: 'Comes on Saturday.' });
    for (const [move, status] of [
      ['approve', 'approved'],
      ['deliver', 'delivered'],
      ['return', 'returned'],
    ] as const)
      expect(await json('orders', move, String(order.id))).toMatchObject([{ id: order.id, status }]);
    const [other] = await json('orders', 'place', String(petId));
    const fee = ['--adoptionFee.amount', '12500', '--adoptionFee.currency', 'USD'];
    expect(await json('pets', 'profile', String(petId), ...fee)).toMatchObject([
      { adoptionFee: { amount: 12_500, currency: 'USD' } },
    ]);
    expect((await run('orders', 'mark-paid', String(other.id))).stdout).toMatch(/^Paid\t20\d\d-/m);
    expect((await run('orders', 'mark-unpaid', String(other.id))).stdout).toBe(
      `Removed the payment of order ${other.id}.\n`,
    );
    expect((await run('orders', 'cancel', String(other.id))).stdout).toContain('Status\tcancelled\n');
    const [third] = await json('orders', 'place', String(petId), ...adopter);
    expect((await run('orders', 'cancel-all', 'ANN@example.org')).stdout).toBe(`Cancelled: ${third.id}\n`);
    expect(await json('orders', 'cancel-all', 'ann@example.org')).toEqual([{ orderIds: [] }]);
    expect(await json('orders', 'list', '--status', 'returned', '--pet', String(petId))).toMatchObject([
      { id: order.id },
    ]);
  });

  test('says that the name of an adopter is withheld', async () => {
    const call = (path: string, key: string | null, body: object) => service.call('POST', `/v1${path}`, { key, body });
    const account = { email: 'stranger@example.org', password: 'seven quiet otters' };
    const { key } = (await call('/accounts', null, account)).body.apiKey;
    const { body: pet } = await call('/pets', key, { name: 'Rex', categoryId: 1 });
    const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
    await call('/store/orders', service.operatorKey, { petId: pet.id, adopter });
    const { stdout } = await command(['orders', 'list', '--pet', String(pet.id)], { ...env, PETSTORE_API_KEY: key });
    expect(stdout).toContain(`\t${pet.id}\tplaced\twithheld\t`);
  });

  test('a message, from an argument or a pipe', async () => {
    const { id: petId } = await addPet('Rex', 1);
    const [sent] = await json('messages', 'send', 'Is Rex still there?', '--pet', String(petId));
    expect(sent).toMatchObject({ status: 'queued', message: 'Is Rex still there?' });
    const letter = await command(['messages', 'send', '-', '--json'], env, 'Dear shelter,\nthank you.\n');
    const { id } = JSON.parse(letter.stdout);
    expect((await run('messages', 'get', id)).stdout).toMatch(/\n\nDear shelter,\nthank you\.\n$/);
    expect(await json('messages', 'list')).toMatchObject([{ id }, { id: sent.id }]);
  });
});

describe('a request that the service refuses', () => {
  test('prints the message, the code and the request id; the exit code is 3', async () => {
    const { id } = await addPet('Sold', 1, 'sold');
    const { code, stdout, stderr } = await run('pets', 'set-status', String(id), 'pending');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(
      /^petstore: The `status` of an animal cannot change from `sold` to `pending`\.\n {2}409 invalid_status_transition, request req_\w+\n$/,
    );
  });

  test('an invalid key', async () => {
    const { code, stderr } = await command(['whoami'], { ...env, PETSTORE_API_KEY: 'psk_live_nope' });
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/\n {2}401 invalid_api_key, request \S+\n {2}`petstore whoami`/),
    ]);
  });

  test('no service responds: the exit code is 4, and the message has the address', async () => {
    const { code, stderr } = await command(['pets', 'list'], { ...env, PETSTORE_BASE_URL: 'http://127.0.0.1:1/v1' });
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(/^petstore: No service responds at http:\/\/127\.0\.0\.1:1\/v1\./),
    ]);
  });

  test.each([
    [['pets', 'list', '--category', 'dragons'], /There is no category "dragons"\. Use one of .*Dogs/],
    [['pets', 'get', 'x'], /It must be a whole number/],
    [['orders', 'place', '1', '--adopter-name', 'Ann'], /go together/],
    [['events', 'tail', '--types', 'pet.eaten'], /There is no event type "pet\.eaten"/],
    [['webhooks', 'listen'], /either --register, or --secret/],
  ])('%j is wrong usage: the exit code is 2', async (args, says) => {
    expect(await run(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(says) });
  });
});

describe('petstore login', () => {
  const file = () => join(config, 'petstore/login.json');
  const asStranger = (...args: string[]) => command(args, { XDG_CONFIG_HOME: config });

  test('a missing key fails with what to do', async () => {
    expect(await asStranger('pets', 'list')).toMatchObject({
      code: 2,
      stderr: 'petstore: There is no API key. Set PETSTORE_API_KEY, or run `petstore login`.\n',
    });
  });

  test('saves a valid key, readable only by its user; logout deletes it', async () => {
    const key = service.operatorKey;
    const other = await startOnSqlite();
    const wrong = await command(['login', '--base-url', other.origin], { XDG_CONFIG_HOME: config }, key);
    expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('401 invalid_api_key') });

    const { code, stdout } = await command(['login', '--url', service.origin], { XDG_CONFIG_HOME: config }, `${key}\n`);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`Logged in to ${service.origin}/v1 as operator@localhost.`),
    ]);
    expect(stdout).not.toContain(key.slice(9));
    expect([(await stat(file())).mode & 0o777, (await stat(join(file(), '..'))).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({ baseUrl: `${service.origin}/v1`, apiKey: key });

    const { stdout: who } = await asStranger('whoami');
    expect(who).toMatch(
      /^Account\t1\nEmail\toperator@localhost\nRole\toperator\nPlan\tenterprise\nMinute\t[\d,]+ of 10,000 requests left until/,
    );
    expect(who).toContain(`Key from\t${file()}\n`);

    const elsewhere = await command(['whoami'], {
      XDG_CONFIG_HOME: config,
      PETSTORE_BASE_URL: 'https://evil.example/v1',
    });
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('the saved key is for') });

    expect(await asStranger('logout')).toMatchObject({ code: 0 });
    expect(await asStranger('whoami')).toMatchObject({ code: 2 });
  });

  test('a folder that cannot be made fails with what to do instead', async () => {
    const notAFolder = join(config, 'no-folder');
    await writeFile(notAFolder, '');
    const env = { XDG_CONFIG_HOME: notAFolder };
    const { code, stderr } = await command(['login', '--base-url', service.origin], env, service.operatorKey);
    expect(code).toBe(1);
    expect(stderr).toContain(`petstore: The login cannot be saved in ${notAFolder}/petstore/login.json (ENOTDIR).`);
    expect(stderr).toContain('Set PETSTORE_API_KEY and PETSTORE_BASE_URL instead');
    expect(stderr).not.toContain('    at ');
  });

  test('an invalid login file is refused', async () => {
    await mkdir(join(file(), '..'), { recursive: true });
    await writeFile(file(), '{"apiKey": 7');
    expect(await asStranger('whoami')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not a valid login file'),
    });
  });
});

describe('the commands that follow events', () => {
  test('events tail prints past and new events, until Ctrl-C', async () => {
    await addPet('Early', 1);
    const tail = await commandUntil(
      /"name":"Early"/,
      ['events', 'tail', '--types', 'pet.created', '--after', '0', '--json'],
      env,
    );
    await addPet('Late', 1);
    await tail.until(/"name":"Late"/);
    expect(await tail.stop()).toBe(0);
    const sequences = objectsIn(tail.stdout()).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  });

  test('webhooks listen receives and verifies events, refuses forged requests, and removes its webhook', async () => {
    const listening = await commandUntil(/Listening on/, ['webhooks', 'listen', '--register', '--json'], env);
    const [, url = ''] = /Listening on (\S+)\. /.exec(listening.stderr()) ?? [];
    const [webhook] = await json('webhooks', 'list');
    expect(webhook).toMatchObject({ url, description: 'petstore webhooks listen' });

    expect(await json('webhooks', 'test', String(webhook.id))).toMatchObject([
      { status: 'succeeded', type: 'webhook.test', lastAttempt: { responseStatus: 204 } },
    ]);
    await addPet('Hooked', 1);
    await listening.until(/"verified":true,"event":\{.*"name":"Hooked"/);

    const forged = await fetch(url, {
      method: 'POST',
      body: '{"type":"pet.created"}',
      headers: {
        'webhook-id': 'evt_x',
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
        'webhook-signature': 'v1,AAAA',
      },
    });
    expect(forged.status).toBe(400);
    await listening.until(/"verified":false/);

    const { port } = new URL(url);
    const head = 'POST / HTTP/1.1\r\nHost: here\r\n';
    for (const rest of [
      'Content-Length: 100\r\n\r\nbroken off',
      `Transfer-Encoding: chunked\r\n\r\n200000\r\n${'x'.repeat(0x200000)}\r\n`,
    ]) {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(head + rest));
      await new Promise((resolve) => socket.resume().on('error', resolve).on('close', resolve));
    }
    expect([(await fetch(url)).status, await listening.stop()]).toEqual([405, 0]);
    expect(await json('webhooks', 'list')).toEqual([]);
  });

  test('webhooks listen names the setting that the service lacks', async () => {
    const strict = await startOnSqlite();
    const theirs = { ...env, PETSTORE_BASE_URL: strict.origin, PETSTORE_API_KEY: strict.operatorKey };
    const { code, stderr } = await command(['webhooks', 'listen', '--register'], theirs);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('For development only, start it with WEBHOOKS_ALLOW_PRIVATE=true'),
    ]);
  });

  test('webhooks add, test and remove; a failing receiver makes the exit code 1', async () => {
    const receiver = createServer((_, response) => response.writeHead(503).end('down for maintenance'));
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const { port } = receiver.address() as AddressInfo;
    const [made] = await json('webhooks', 'add', `http://127.0.0.1:${port}/`, '--events', 'pet.created,pet.deleted');
    expect(made).toMatchObject({ events: ['pet.created', 'pet.deleted'], secret: expect.stringMatching(/^whsec_/) });
    const { code, stdout } = await run('webhooks', 'test', String(made.id));
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/Delivery\tpending\nResponse\t503: down for maintenance\n/),
    ]);
    expect((await run('webhooks', 'list')).stdout).toMatch(/^\d+\thttp:\S+\tfailing\tpet.created pet.deleted\t\n$/);
    const [failed] = await json('webhooks', 'deliveries', '--failed', '--types', 'webhook.test');
    expect(failed).toMatchObject({ webhookId: made.id, type: 'webhook.test', status: 'pending' });
    expect(await json('webhooks', 'deliveries', String(made.id), '--status', 'succeeded')).toEqual([]);
    const shown = await run('webhooks', 'delivery', String(made.id), String(failed.id));
    expect(shown.stdout).toMatch(
      /POST http:[^]*webhook-signature: v1,[^]*"type":"webhook.test"[^]*HTTP 503\n[^]*down for/,
    );
    const again = await run('webhooks', 'redeliver', String(failed.id), '4611686018427387904');
    expect(again).toMatchObject({ code: 1, stdout: expect.stringMatching(/^\d+\t\d+\twebhook.test\n$/) });
    expect(again.stderr).toContain('Delivery 4611686018427387904: The account has no delivery with this id.');
    expect(await run('webhooks', 'remove', String(made.id))).toMatchObject({
      code: 0,
      stdout: `Removed webhook ${made.id}.\n`,
    });
    receiver.close();
  });
});

describe('the answer of a hostile service', () => {
  const evil = '\u001b]0;evil\u0007\u009b2J';
  let theirs: Record<string, string>;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/v1/events') === true) {
      const event = { id: 'evt_1', type: evil, timestamp: evil, sequence: 2, data: { id: 1, name: evil } };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(event)}\n\n`);
      return;
    }
    const isAccount = request.url?.startsWith('/v1/account') === true;
    response.writeHead(isAccount ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAccount ? { id: 1, email: evil } : { code: evil, message: evil, status: 400 }));
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    theirs = { ...env, XDG_CONFIG_HOME: await newFolder(), PETSTORE_BASE_URL: `http://127.0.0.1:${port}/v1` };
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  // oxlint-disable-next-line no-control-regex -- control characters are the point of this test
  const commands = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

  test('cannot control the terminal: an error, an email, an event', async () => {
    const refused = await command(['messages', 'get', 'x'], theirs);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining(']0;evil')]);
    const address = theirs['PETSTORE_BASE_URL'] ?? '';
    const login = await command(['login', '--base-url', address], theirs, 'psk_live_abc');
    expect([login.code, login.stdout]).toEqual([0, expect.stringContaining(']0;evil')]);
    const tail = await commandUntil(/evil/, ['events', 'tail'], theirs);
    await tail.stop();
    expect(refused.stderr + login.stdout + tail.stdout()).not.toMatch(commands);
  });
});
