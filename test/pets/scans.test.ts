import { beforeAll, describe, expect, test } from 'vitest';
import { withKey } from '../support/adoption.ts';
import { expectError, idsOf, rateLimitOf } from '../support/answers.ts';
import { rawClient, requestText } from '../support/raw.ts';
import { BACKENDS, sharedService, type TestService } from '../support/service.ts';

/** The ids that a search passes count as read: these few animals cost as much as two million. */
const ids = [1, 1_000_000, 1_999_998, 1_999_999];
/** The requests that a search for the oldest costs: one, and one for each ten thousand rows. */
const cost = 1 + 199;

describe.each(BACKENDS)('scans of many animals, on %s', (engine, start) => {
  const hidden = '/v1/pets?categoryId=2&status=sold';

  const service = sharedService(start);
  beforeAll(async () => {
    const { database } = await service.beside();
    await database.transaction(async (tx) => {
      for (const id of ids) {
        const times = { created_at: 0, updated_at: 0 };
        const values = {
          id,
          account_id: 1,
          name: 'Rex',
          name_folded: 'REX',
          category_id: id === 1 ? 2 : 1,
          status: 'sold',
        };
        await tx
          .insertInto('pets')
          .values({ ...values, version: 1, ...times })
          .execute();
      }
    });
    await database.close();
  });

  const newCaller = async (perMinute: number) => {
    const { key } = await service.newAccount({ limits: { perMinute, perDay: 1_000_000 } });
    return { ...withKey(service, key), key };
  };
  const remaining = async (caller: TestService) => rateLimitOf(await caller.call('GET', '/v1/pets?ids=1')).remaining;

  test('a search costs a request for each ten thousand rows that it reads', async () => {
    const caller = await newCaller(10_000);
    const answer = await caller.call('GET', hidden);
    expect(idsOf(answer)).toEqual([1]);
    expect(rateLimitOf(answer).remaining).toBe(10_000 - cost);
    expect(await remaining(caller)).toBe(10_000 - cost - 1);
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('a search that finds its page at once costs one', async () => {
    const caller = await newCaller(10_000);
    expect(rateLimitOf(await caller.call('GET', '/v1/pets?q=rex&limit=1')).remaining).toBe(9_999);
  });

  test('a search ends when the limits of its caller are used up', async () => {
    const caller = await newCaller(10);
    const answer = await caller.call('GET', hidden);
    expectError(answer, 429, 'rate_limit_exceeded', 'The limit of 10 requests per minute');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rateLimitOf(answer).remaining).toBe(0);
  });

  test('a search of a client that has gone ends', async () => {
    const caller = await newCaller(10_000);
    const client = await rawClient(service.origin);
    client.send(requestText(`GET ${hidden}`, { Authorization: `Bearer ${caller.key}` }));
    client.destroy();
    // The next search of the caller begins when the first has ended, and has paid for what it has read.
    await caller.call('GET', hidden);
    const paid = 10_000 - cost - 1 - (await remaining(caller));
    expect(paid).toBeGreaterThanOrEqual(1);
    expect(paid).toBeLessThan(cost - 2);
  });

  test('a caller has one search at a time, eight more wait, and what is found at once waits for none', async () => {
    const caller = await newCaller(10_000);
    // The connections that the searches below would open one after the other, while the first one reads.
    await Promise.all(Array.from({ length: 10 }, (_, i) => caller.call('GET', `/v1/pets?q=rex&limit=${i + 2}`)));
    const ended: string[] = [];
    const send = async (path: string) => {
      const { status, body } = await caller.call('GET', path);
      ended.push(status === 200 ? path : body.message);
    };
    // A page is shared by those who ask for the same.
    const search = (_: unknown, i: number) => send(`${hidden}&limit=${i + 1}`);
    await Promise.all([...Array.from({ length: 8 }, search), send('/v1/pets?q=rex&limit=1')]);
    // If it waited for its turn it would be the last.
    expect(ended.slice(0, 8)).toContain('/v1/pets?q=rex&limit=1');
    ended.length = 0;
    await Promise.all(Array.from({ length: 10 }, (_, i) => send(`${hidden}&limit=${i + 11}`)));
    const refusal = 'Too many concurrent searches: 8 are queued already; retry after 1 s.';
    const refused = ended.indexOf(refusal);
    expect(ended.toSpliced(refused, 1)).toEqual(Array.from({ length: 9 }, () => expect.stringContaining(hidden)));
    expect(ended[refused]).toBe(refusal);
  });
});
