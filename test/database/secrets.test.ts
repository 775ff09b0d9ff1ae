import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretsCheck } from '../../src/commands/doctor/secrets.ts';
import type { Queries } from '../../src/database/database.ts';
import { NotOpened, sealingWith } from '../../src/secrets/sealing.ts';
import { withKey } from '../support/adoption.ts';
import { BACKENDS, type TestService } from '../support/service.ts';
import { addWebhook, expectSigned, type MadeWebhook, openReceiver, type Receiver } from '../webhooks/receiver.ts';

const [first, second] = ['a first key of at least 32 chars', 'a second key of at least 32 char'].map((key) =>
  key.replaceAll(' ', '-'),
) as [string, string];
const prefixOf = (key: string): string => sealingWith([key]).prefix ?? '';
const manyWebhooks = 1_100;

describe.each(BACKENDS)('the secrets in the database, on %s', (_, start) => {
  let receiver: Receiver;
  let service: TestService;
  /** Added before SECRET_KEY was set. */
  let old: MadeWebhook;
  /** The second page of a list, from before. */
  let nextPage: string;

  beforeAll(async () => {
    receiver = await openReceiver();
    service = await start({ settings: { webhooksAllowPrivate: 'true' } });
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  const startWith = (...secretKey: string[]) =>
    start({
      dataDir: service.dataDir,
      serves: false,
      outlivesTest: true,
      settings: { webhooksAllowPrivate: 'true', secretKey },
    });
  /** Stops the service, and starts it again on its data. */
  async function restartWith(...keys: string[]): Promise<void> {
    const { operatorKey } = service;
    await service.stop();
    service = { ...withKey(await startWith(...keys), operatorKey), operatorKey };
  }
  async function inDatabase<T>(work: (tx: Queries) => Promise<T>): Promise<T> {
    const { database } = await service.beside();
    try {
      return await database.transaction(work);
    } finally {
      await database.close();
    }
  }
  const checked = async () => await secretsCheck({ ...service.settings, environment: 'production' }, { env: {} });
  const addPet = async (): Promise<number> =>
    (await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })).body.id;
  /** All of them, as they are stored. */
  const stored = () =>
    inDatabase(async (tx) => {
      const names = ['browser_secret', 'cursor_secret', 'reservation_secret', 'token_secret', 'visitor_secret'];
      const meta = await tx.selectFrom('meta').select('value').where('name', 'in', names).execute();
      const webhooks = await tx
        .selectFrom('webhooks')
        .select(['secret', 'previous_secret'])
        .where('deleted_at', 'is', null)
        .execute();
      const sites = await tx.selectFrom('listing_sites').select('password').execute();
      return [
        ...meta.map(({ value }) => value),
        ...sites.map(({ password }) => password),
        ...webhooks.flatMap(({ secret, previous_secret: previous }) =>
          previous === null ? [secret] : [secret, previous],
        ),
      ];
    });
  const beginnings = async (length = prefixOf(first).length) =>
    new Set((await stored()).map((value) => value.slice(0, length)));
  async function expectDelivered(...secrets: string[]): Promise<void> {
    receiver.received.length = 0;
    const petId = await addPet();
    const arrived = () => receiver.received.filter(({ event }) => event.data.id === petId);
    await expect.poll(() => arrived().length).toBe(secrets.length === 0 ? 0 : 1);
    for (const secret of secrets) expectSigned(arrived()[0]!, secret);
  }

  test('are plain without SECRET_KEY', async () => {
    old = await addWebhook(service, { url: receiver.url });
    await Promise.all([1, 2, 3].map(addPet));
    const { headers } = await service.call('GET', '/v1/pets?limit=1');
    nextPage = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    expect(nextPage).toContain('cursor=');
    const account = { username: 'NJ94', password: 'seven quiet otters', paused: true };
    await service.call('PUT', '/v1/organizations/1/listing-sites/petfinder', { body: account });
    expect(await stored()).toEqual(expect.arrayContaining([old.secret, account.password]));
    expect((await stored()).filter((value) => value.startsWith('sealed'))).toEqual([]);
    expect(await checked()).toMatchObject([{ level: 'warn', says: expect.stringContaining('as plain text (7 now)') }]);
  });

  test('are encrypted at the first start with it, however many there are, and mean the same', async () => {
    const { accountId } = await service.newAccount();
    await inDatabase(async (tx) => {
      const { id: _id, ...row } = await tx.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
      const disabled = { ...row, account_id: accountId, disabled_at: 1, secret: 'whsec_c2VjcmV0' };
      for (let added = 0; added < manyWebhooks; added += 100)
        await tx
          .insertInto('webhooks')
          .values(Array.from({ length: 100 }, () => disabled))
          .execute();
    });
    await restartWith(first);
    expect(await stored()).toHaveLength(5 + 1 + 1 + manyWebhooks);
    expect(await beginnings()).toEqual(new Set([prefixOf(first)]));
    await expectDelivered(old.secret);
    const page = await service.call('GET', nextPage.replace(/^https?:\/\/[^/]+/, ''));
    expect([page.status, page.body.length]).toEqual([200, 1]);
  });

  test('are encrypted when they are made, and after a roll both sign', async () => {
    await service.call('DELETE', old.path);
    const made = await addWebhook(service, { url: receiver.url });
    expect(made.secret).toMatch(/^whsec_/);
    const rolled = await service.call('POST', `${made.path}/roll-secret`);
    expect((await stored()).filter((value) => value.startsWith('whsec_'))).toEqual([]);
    await expectDelivered(made.secret, rolled.body.secret);
    old = { ...made, secret: rolled.body.secret };
  });

  test('an altered one, or one of another row, is not used and delays no other webhook', async () => {
    const other = await addWebhook(service, { url: receiver.url, description: 'altered' });
    const own = await inDatabase(async (tx) => {
      const secretOf = async (id: number) =>
        (await tx.selectFrom('webhooks').select('secret').where('id', '=', id).executeTakeFirstOrThrow()).secret;
      const right = await secretOf(other.id);
      await tx
        .updateTable('webhooks')
        .set({ secret: await secretOf(old.id) })
        .where('id', '=', other.id)
        .execute();
      return right;
    });
    // Only one of the two receives the event.
    await expectDelivered(old.secret);
    await inDatabase((tx) => tx.updateTable('webhooks').set({ secret: own }).where('id', '=', other.id).execute());
    await service.call('DELETE', other.path);
  });

  test('refuse a start without the key or with another, also beside a running service', async () => {
    const unset = 'A secret in the production database is encrypted, but SECRET_KEY is not set';
    await expect(startWith()).rejects.toThrow(unset);
    await expect(startWith(second)).rejects.toThrow('encrypted with a key that SECRET_KEY does not hold');
    expect(await beginnings()).toEqual(new Set([prefixOf(first)]));
    await expectDelivered(old.secret);
  });

  test('are encrypted anew with a new key before the old one, which is then no longer needed', async () => {
    await restartWith(second, first);
    expect(await beginnings()).toEqual(new Set([prefixOf(second)]));
    expect(await checked()).toMatchObject([{ level: 'well', says: expect.stringContaining(', all encrypted') }]);
    await restartWith(second);
    await expectDelivered(old.secret);
    await expect(startWith(first)).rejects.toThrow('SECRET_KEY does not hold');
  });
});

describe('a sealed value', () => {
  const { seal, open } = sealingWith([first]);

  test('is different each time, and opens only as what it is', () => {
    const sealed = [seal('whsec_a', 'webhook 1'), seal('whsec_a', 'webhook 1')];
    expect(new Set(sealed).size).toBe(2);
    for (const value of sealed) {
      expect(value).not.toContain('whsec');
      expect(open(value, 'webhook 1')).toBe('whsec_a');
      expect(() => open(value, 'webhook 2')).toThrow(NotOpened);
    }
  });

  test('does not open once it is altered or cut', () => {
    const sealed = seal('whsec_a', 'webhook 1');
    const at = prefixOf(first).length;
    for (let i = at; i < sealed.length - 1; i += 1) {
      const altered = `${sealed.slice(0, i)}${sealed[i] === 'A' ? 'B' : 'A'}${sealed.slice(i + 1)}`;
      expect(() => open(altered, 'webhook 1'), altered).toThrow(NotOpened);
    }
    for (const cut of [sealed.slice(0, at), sealed.slice(0, at + 8), sealed.slice(0, -4)])
      expect(() => open(cut, 'webhook 1'), cut).toThrow(NotOpened);
  });
});
