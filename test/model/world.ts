import { Client } from 'pg';
import { expect } from 'vitest';
import { EVENT_KINDS } from '../../src/vocabulary/event-kinds.ts';
import { ModelLimiter } from '../limits/model.ts';
import { newMember } from '../organizations/members.ts';
import { fromPage } from '../pages/page.ts';
import { type Answer, type CallOptions, type Start, testClock, type TestService } from '../support/service.ts';
import { operatorOf, operatorPassword } from '../support/windows.ts';
import { addWebhook, openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { HILLSIDE, ServiceModel, SHELTER, STRANGER, VISITORS } from './model.ts';

export type Actor = typeof SHELTER | typeof STRANGER | typeof VISITORS | typeof HILLSIDE;

/** Of the program with a low limit. */
const LIMITS = { perMinute: 5, perDay: 12 };
/** All that the model foretells, and nothing else. */
export const WATCHED: readonly string[] = EVENT_KINDS.filter(
  (kind) => /^(pet|order|application|message|category)\./.test(kind) && kind !== 'pet.unlisted',
);

interface Watcher {
  readonly by: Actor;
  readonly receiver: Receiver;
}

/** Breaks all connections to PostgreSQL; on SQLite, another process writes until the function that it gives is called. */
async function breakDatabase(service: TestService): Promise<() => Promise<void>> {
  const { databaseUrl } = service.settings;
  if (databaseUrl === '') {
    const { database } = await service.beside();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const held = database.transaction(() => {
      begin();
      return promise;
    });
    await begun;
    return async () => {
      resolve();
      await held;
      await database.close();
    };
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return () => client.end();
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * A service with two shelters, an account that orders, visitors, a program with a low limit, and webhooks whose receivers refuse the first
 * attempt of every third event.
 */
export async function openWorld(start: Start) {
  const clock = testClock();
  const options = {
    now: clock.now,
    settings: { trustedProxies: ['127.0.0.1'], webhooksAllowPrivate: 'true', publicUrl: 'https://pets.example' },
  } as const;
  let service: TestService = await start(options);
  const { operatorKey, dataDir } = service;
  const model = new ServiceModel();
  let requests = 0;

  /** Each request of a visitor comes from another address. */
  const call = (
    key: string | null,
    method: string,
    path: string,
    { headers, ...rest }: CallOptions = {},
  ): Promise<Answer> => {
    requests += 1;
    const address = `203.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
    return service.call(method, path, { ...rest, key, headers: { 'x-forwarded-for': address, ...headers } });
  };
  const made = async (path: string, body: object, key = operatorKey) => {
    const answer = await call(key, 'POST', path, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };

  await call(operatorKey, 'PATCH', '/v1/organizations/1', { body: { adoption: 'apply' } });
  await operatorOf(service);
  const hillside = await made('/v1/organizations', { name: 'Hillside', adoption: 'apply', listed: true });
  const website = { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read', 'orders:write'] };
  const keys: Readonly<Record<Actor, string>> = {
    [SHELTER]: operatorKey,
    [STRANGER]: (await service.newAccount()).key,
    [VISITORS]: (await made('/v1/account/keys', website)).key,
    [HILLSIDE]: (await newMember(service, hillside.id, 'manager')).key,
  };
  const limited = await service.newAccount({ limits: LIMITS });
  const watchers: Watcher[] = [];
  for (const by of [SHELTER, STRANGER, HILLSIDE] as const) {
    const refused = new Set<string>();
    const receiver = await openReceiver((response, { event }) => {
      const isRefused = event.sequence % 3 === 0 && !refused.has(event.id);
      refused.add(event.id);
      response.writeHead(isRefused ? 500 : 204).end();
    });
    await addWebhook(service, { url: receiver.url, events: WATCHED }, keys[by]);
    watchers.push({ by, receiver });
  }
  /** What came before the history. */
  const { body: before } = await call(operatorKey, 'GET', '/v1/events?position=now&limit=1');
  expect(before).toEqual([]);

  return {
    model,
    limiter: new ModelLimiter(clock.now),
    limited: {
      caller: { bucket: `account:${limited.accountId}`, keyId: limited.keyId, limits: LIMITS },
      key: limited.key,
    },
    hillsideId: hillside.id as number,
    watchers,
    keys,
    now: clock.now,
    service: () => service,
    call: (by: Actor, method: string, path: string, callOptions?: CallOptions) =>
      call(keys[by], method, path, callOptions),
    callWith: call,

    /** Time passes, for the service and for the model. */
    pass(ms: number): void {
      clock.advance(ms);
      model.advance(ms);
    },

    /** Imports a file of animals as staff do in the console. @returns the summary of the report */
    importFile: async (text: string) => {
      const credentials = { email: 'operator@localhost', password: operatorPassword };
      const signedIn = await call(null, 'POST', '/session', { body: credentials, headers: fromPage });
      expect(signedIn.status, signedIn.text).toBe(200);
      const cookie = signedIn.headers.getSetCookie().map((set) => set.split(';')[0]);
      const answer = await call(
        null,
        'POST',
        '/session/import?format=csv&mode=import&categories=existing&file=rex.csv',
        {
          body: text,
          headers: { ...fromPage, cookie: cookie.join('; '), 'content-type': 'application/octet-stream' },
        },
      );
      expect(answer.status, answer.text).toBe(200);
      return JSON.parse(answer.text.trim().split('\n').at(-1) ?? '');
    },

    breakDatabase: () => breakDatabase(service),

    async restart(): Promise<void> {
      await service.stop();
      service = await start({ ...options, dataDir });
    },

    async close(): Promise<void> {
      await service.close();
      for (const { receiver } of watchers) await receiver.close();
    },
  };
}
