import { describe, expect, test } from 'vitest';
import { limitStore, sweepUsage } from '../../src/limits/store.ts';
import { dayMs } from '../../src/limits/windows.ts';
import { PLANS } from '../../src/vocabulary/plans.ts';
import { SCOPES } from '../../src/vocabulary/scopes.ts';
import { expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, BACKENDS, testClock, type TestService } from '../support/service.ts';
import { CountedArgon2id } from './passwords/counted.ts';

const ann = { email: 'ann@shelter.example', password: 'seven quiet otters', name: 'Riverside Shelter' };
const signUp = (service: TestService, body: unknown = ann) => service.call('POST', '/v1/accounts', { key: null, body });

describe.each(BACKENDS)('accounts on %s', (engine, start) => {
  describe('POST /accounts', () => {
    test('201: the account and its first key', async () => {
      const service = await start();
      const answer = await signUp(service, { ...ann, email: '  Ann@Shelter.EXAMPLE ', name: ' Riverside Shelter ' });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: 2,
        email: ann.email,
        name: ann.name,
        plan: 'free',
        role: 'member',
        limits: PLANS.free,
        suspended: false,
        approved: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        apiKey: {
          id: 2,
          kind: 'secret',
          prefix: 'psk_live_',
          lastFour: answer.body.apiKey.key.slice(-4),
          scopes: SCOPES,
          createdAt: expect.any(String),
          key: expect.stringMatching(/^psk_live_[0-9A-Za-z]{38}$/),
        },
      });
      expect(answer.headers.get('location')).toBe('/v1/account');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('590');

      const account = await service.call('GET', '/v1/account', { key: answer.body.apiKey.key });
      const { apiKey: _, ...expected } = answer.body;
      expect(account.body).toEqual(expected);
    });

    test('201: name is optional, and absent if not given', async () => {
      const service = await start();
      const { status, body } = await signUp(service, { email: ann.email, password: ann.password });
      expect(status).toBe(201);
      expect(body).not.toHaveProperty('name');
    });

    test('409 account_exists: the address in any case, and reveals nothing else', async () => {
      const service = await start();
      await signUp(service);
      const again = await signUp(service, { email: ' ANN@shelter.example', password: 'another password' });
      expectError(again, 409, 'account_exists', '`email`');
      expect((await service.call('GET', '/v1/admin/accounts')).body).toHaveLength(2);
    });

    test('409: of any number of concurrent sign-ups with one address exactly one wins', async () => {
      const service = await start();
      const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(service)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    });

    test('400 invalid_body, and no account is made', async () => {
      const service = await start();
      const wrong: [body: unknown, words: string][] = [
        [{ password: ann.password }, '`email` is required'],
        [{ email: ann.email }, '`password` is required'],
        [{ ...ann, email: 'operator@localhost' }, '`email` must be an email address'],
        [{ ...ann, email: 'ann' }, '`email`'],
        [{ ...ann, email: `${'a'.repeat(250)}@b.example` }, '254 characters'],
        [{ ...ann, email: 7 }, '`email`'],
        [{ ...ann, password: 'eleven char' }, '12 to 256 characters'],
        [{ ...ann, password: 'x'.repeat(257) }, '12 to 256 characters'],
        [{ ...ann, password: null }, '`password`'],
        [{ ...ann, name: ' ' }, '`name`'],
        [{ ...ann, name: 'x'.repeat(256) }, '1 to 255 characters'],
        [{ ...ann, name: 'a\u0007b' }, 'control characters'],
        [[], 'JSON object'],
      ];
      for (const [body, words] of wrong) expectError(await signUp(service, body), 400, 'invalid_body', words);
      expect((await service.call('GET', '/v1/admin/accounts')).body).toHaveLength(1);
    });

    test('403 forbidden: sign-up is closed, whatever the body', async () => {
      const service = await start({ settings: { signup: 'closed' } });
      for (const body of [ann, {}]) expectError(await signUp(service, body), 403, 'forbidden', 'closed');
    });

    test("429: each attempt costs ten requests of the address's limit", async () => {
      const service = await start({ settings: { anonymousPerMinute: 25 } });
      expect((await signUp(service)).status).toBe(201);
      expect((await signUp(service)).status).toBe(409);
      expectError(await signUp(service, { ...ann, email: 'bob@shelter.example' }), 429, 'rate_limit_exceeded');
    });

    if (engine === 'PostgreSQL') return; // What follows is the same on both.

    test('503: a flood is refused while too many wait, and all others get their account', async () => {
      const counted = new CountedArgon2id({ isHeld: true });
      const options = { settings: { anonymousPerMinute: 1_000_000 }, argon2id: counted.argon2id };
      const service = await start(options);
      const refused: Answer[] = [];
      const signingUp = Array.from({ length: 60 }, async (_, i) => {
        const answer = await signUp(service, { ...ann, email: `ann${i}@shelter.example` });
        if (answer.status !== 201) refused.push(answer);
      });
      // Two are hashed at once, and forty wait.
      await eventually(() => refused.length === 60 - 42);
      counted.release();
      await Promise.all(signingUp);
      expect(refused).toHaveLength(60 - 42);
      for (const answer of refused) {
        expectError(answer, 503, 'service_unavailable');
        expect(answer.headers.get('retry-after')).toBe('2');
      }
      expect((await signUp(service)).status).toBe(201);
    });

    test('computes one hash whether or not the address has an account', async () => {
      const counted = new CountedArgon2id();
      const service = await start({ argon2id: counted.argon2id });
      for (const [status, computed] of [
        [201, 1],
        [409, 2],
      ]) {
        expect((await signUp(service)).status).toBe(status);
        expect(counted.computed).toBe(computed);
      }
    });
  });

  describe('GET /account/usage', () => {
    test('200: both windows, and thirty days ending today; it costs nothing', async () => {
      const clock = testClock(Date.UTC(2026, 10, 20, 9, 30, 0, 1));
      const service = await start({ now: clock.now });
      const limits = { perMinute: 3, perDay: 1_000 };
      const { key } = await service.newAccount({ limits });
      const usage = async () => service.call('GET', '/v1/account/usage', { key });
      const send = (path = '/v1/account') => service.call('GET', path, { key });

      const resetOf = (ms: number) => Math.ceil((clock.now() + ms) / 1000);
      expect((await usage()).body).toMatchObject({
        minute: { limit: 3, remaining: 3, reset: resetOf(60_000) },
        day: { limit: 1_000, remaining: 1_000, reset: resetOf(86_400_000) },
      });
      for (let i = 0; i < 4; i += 1) await send();
      clock.advance(1_000);
      await send();
      const spent = await usage();
      await usage();
      expect(spent.status).toBe(200);
      expect(spent.body.minute).toEqual({ limit: 3, remaining: 0, reset: resetOf(59_000) });
      expect(spent.headers.get('x-ratelimit-reset')).toBe(String(spent.body.minute.reset));

      clock.advance(86_400_000);
      await send();
      const { body } = await usage();
      expect(body.minute).toMatchObject({ remaining: 2 });
      expect(body.day).toMatchObject({ remaining: 999 });
      expect(body.days).toHaveLength(30);
      expect(body.days[0]).toEqual({ date: '2026-10-23', admitted: 0, refused: 0, strikes: 0 });
      expect(body.days.slice(-3)).toEqual([
        { date: '2026-11-19', admitted: 0, refused: 0, strikes: 0 },
        { date: '2026-11-20', admitted: 3, refused: 2, strikes: 1 },
        { date: '2026-11-21', admitted: 1, refused: 0, strikes: 0 },
      ]);
    });

    test('is kept as long as it is shown', async () => {
      const service = await start();
      const { database } = await service.beside();
      const store = limitStore(database);
      const [today, accountId] = [20_778, 1];
      const once = { admitted: 1, refused: 0, strikes: 0 };
      const usage = Array.from({ length: 1_050 }, (_, i) => ({ accountId, day: today - i, ...once }));
      await store.save({ dayWindows: [], bans: [], liftedKeyIds: [], usage });
      const sweep = () => database.transaction((tx) => sweepUsage(tx, today * dayMs + 1));
      // A bounded number at once.
      expect([await sweep(), await sweep()]).toEqual([true, false]);
      const kept = await store.usageOfDays(accountId, 0);
      expect(kept.map(({ day }) => today - day)).toEqual(Array.from({ length: 31 }, (_, i) => 30 - i));
      await database.close();
    });
  });
});
