import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { passwordHasher } from '../../../src/accounts/passwords/hashing.ts';
import { invited } from '../../organizations/members.ts';
import { openPage, signUp, tokenIn } from '../../pages/page.ts';
import { expectError } from '../../support/answers.ts';
import { type Answer, cheapArgon2id, sharedService, startOnSqlite, testClock } from '../../support/service.ts';
import { readSources } from '../../support/sources.ts';

const strong = 'seven quiet otters';

describe('a password that somebody chooses', () => {
  const clock = testClock();
  let people = 0;

  const service = sharedService(startOnSqlite, { now: clock.now });

  async function newAccount() {
    clock.advance(61_000);
    people += 1;
    const account = { email: `bea-${people}@otters.example`, password: strong, name: 'Lakeside Rescue' };
    return { ...account, ...(await signUp(service, account)) };
  }
  const accountsOf = async () => (await service.call('GET', '/v1/admin/accounts')).body.length as number;

  test('400 weak_password: a sign-up with one that is easy to guess says which field, which rule, and why', async () => {
    const before = await accountsOf();
    const person = { email: 'marigold@lakeside.example', name: 'Ottilie Brandvold' };
    for (const [password, why] of [
      ['aaaaaaaaaaaa', 'repeats the same characters'],
      [' '.repeat(12), 'repeats the same characters'],
      ['abcabcabcabc', 'repeats the same characters'],
      ['password1234', 'resembles a common one'],
      ['P@ssw0rd1234', 'resembles a common one'],
      ['ｐａｓｓｗｏｒｄ１２３４', 'resembles a common one'],
      ['qwertzuiop12', 'side by side'],
      ['abcdefghijkl', 'is a sequence'],
      ['marigold@lakeside.example', 'the name or the address'],
      ['MARIGOLD@lakeside.example', 'the name or the address'],
      ['ottilie brandvold', 'the name or the address'],
      ['marigold1234', 'the name or the address'],
      ['petstore2026', 'of this service'],
    ] as const) {
      clock.advance(61_000);
      const answer = await service.call('POST', '/v1/accounts', { key: null, body: { ...person, password } });
      expectError(answer, 400, 'weak_password', 'The field `password` must be hard to guess, but this password');
      expect(answer.body.message, password).toContain(why);
    }
    expect(await accountsOf()).toBe(before);
  });

  test('a passphrase, random characters and any script are accepted', async () => {
    for (const [i, password] of [
      'correct horse battery staple',
      'x8Kq2mPz9LtW',
      'zwölf kleine Otter',
      '十二匹の静かなカワウソたち',
    ].entries()) {
      clock.advance(61_000);
      const body = { email: `carl-${i}@otters.example`, password, name: 'Carl' };
      expect((await service.call('POST', '/v1/accounts', { key: null, body })).status).toBe(201);
    }
  });

  test('a long one is scored by its beginning, and counts whole', async () => {
    clock.advance(61_000);
    const body = { email: 'dora@otters.example', password: 'a'.repeat(256) };
    expectError(await service.call('POST', '/v1/accounts', { key: null, body }), 400, 'weak_password');
    const long = `${strong} ${'£ðħ€'.repeat(50)}`;
    await signUp(service, { ...body, password: long, name: 'Dora' });
    expectError(await openPage(service).signIn(body.email, long.slice(0, -1)), 401, 'invalid_credentials');
    expect((await openPage(service).signIn(body.email, long)).status).toBe(200);
  });

  describe.each([
    [
      'changing it on the site',
      'newPassword',
      async (password: string): Promise<Answer> => {
        const { email } = await newAccount();
        const page = openPage(service);
        await page.signIn(email, strong);
        return page.call('POST', '/session/password', { body: { currentPassword: strong, newPassword: password } });
      },
    ],
    [
      'a link for a new one',
      'password',
      async (password: string): Promise<Answer> => {
        const { accountId } = await newAccount();
        const { body } = await service.call('POST', `/v1/admin/accounts/${accountId}/password-link`);
        const token = tokenIn(body.link);
        return openPage(service).call('POST', '/session/reset-password', { body: { token, password } });
      },
    ],
    [
      "the operator's first link",
      'password',
      (password: string): Promise<Answer> =>
        openPage(service).call('POST', '/session/reset-password', {
          body: { token: tokenIn(service.operatorLink), password },
        }),
    ],
    [
      'an invitation',
      'password',
      async (password: string): Promise<Answer> => {
        const { body } = await service.call('POST', '/v1/organizations', { body: { name: 'Lakeside' } });
        const token = await invited(service, body.id, { role: 'staff' });
        clock.advance(61_000);
        const newcomer = { token, email: 'erin@otters.example', name: 'Lakeside Rescue', password };
        return openPage(service).call('POST', '/session/join', { body: newcomer });
      },
    ],
  ])('%s', (_, field, choose) => {
    test('400 weak_password for a common one', async () => {
      expectError(await choose('password1234'), 400, 'weak_password', `The field \`${field}\` must be hard to guess`);
    });
  });

  test('a refusal does not use a link up', async () => {
    const { accountId } = await newAccount();
    const { body } = await service.call('POST', `/v1/admin/accounts/${accountId}/password-link`);
    const reset = (password: string) =>
      openPage(service).call('POST', '/session/reset-password', { body: { token: tokenIn(body.link), password } });
    expectError(await reset('password1234'), 400, 'weak_password');
    expect((await reset('nine small herons')).status).toBe(200);
  });

  test("the account's own name counts where the request does not hold it", async () => {
    const { email, name } = await newAccount();
    const page = openPage(service);
    await page.signIn(email, strong);
    const body = { currentPassword: strong, newPassword: name };
    expectError(
      await page.call('POST', '/session/password', { body }),
      400,
      'weak_password',
      'the name or the address',
    );
  });

  test('the lists are loaded by the thread that scores, and by nothing that a start loads', () => {
    const loading = Object.entries(readSources()).filter(([, source]) => source.includes("'@zxcvbn-ts/"));
    expect(loading.map(([file]) => file)).toEqual([expect.stringMatching(/passwords\/strength-worker\.ts$/)]);
    const starting = Object.values(readSources()).filter((source) => /import .*strength-worker/.test(source));
    expect(starting).toEqual([]);
  });

  test('one that was set before keeps working', async () => {
    const { accountId, email } = await newAccount();
    const hashed = await passwordHasher(randomBytes, cheapArgon2id).hash('password1234');
    const { database, passwords } = await service.beside();
    await database.transaction((tx) => passwords.set(tx, accountId, hashed));
    const page = openPage(service);
    expect((await page.signIn(email, 'password1234')).status).toBe(200);
    const body = { currentPassword: 'password1234', newPassword: 'nine small herons' };
    expect((await page.call('POST', '/session/password', { body })).status).toBe(200);
  });
});
