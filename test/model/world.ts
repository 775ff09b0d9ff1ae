import { expect } from 'vitest';
import { EVENT_KINDS } from '../../src/vocabulary/event-kinds.ts';
import { allEvents } from '../events/streams.ts';
import { ModelLimiter } from '../limits/model.ts';
import { join, newMember } from '../organizations/members.ts';
import { fromPage } from '../pages/page.ts';
import { hourMs } from '../support/adoption.ts';
import { eventually } from '../support/eventually.ts';
import { openMailServer } from '../support/mail.ts';
import { type Answer, type CallOptions, type Start, testClock, type TestService } from '../support/service.ts';
import { operatorOf, operatorPassword } from '../support/windows.ts';
import { addWebhook, openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { backgroundOf } from './background.ts';
import { breakDatabase, type Failure, failStatement } from './faults.ts';
import { type ArrivedMail, arrivedOf } from './mails.ts';
import { HILLSIDE, ServiceModel, SHELTER, STRANGER, VISITORS } from './model.ts';

export type Actor = typeof SHELTER | typeof STRANGER | typeof VISITORS | typeof HILLSIDE;

/** Of the program with a low limit. */
const LIMITS = { perMinute: 5, perDay: 12 };
const newsMs = 24 * hourMs;
/** All that the model foretells, and nothing else. */
export const WATCHED: readonly string[] = EVENT_KINDS.filter(
  (kind) => /^(pet|order|application|message|category|organization)\./.test(kind) && kind !== 'pet.unlisted',
);

const WEBHOOKS: readonly (readonly [Actor, readonly string[]])[] = [
  [SHELTER, WATCHED],
  [STRANGER, WATCHED],
  [HILLSIDE, WATCHED],
  [SHELTER, ['order.cancelled', 'pet.status_changed', 'message.delivered']],
];

interface Watcher {
  readonly by: Actor;
  /** Those that it asks for. */
  readonly events: readonly string[];
  readonly receiver: Receiver;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * A service with two shelters, an account that orders, visitors, a program with a low limit, and webhooks whose receivers refuse the first
 * attempt of every third event.
 */
export async function openWorld(start: Start) {
  const clock = testClock();
  const mailServer = await openMailServer();
  const options = {
    now: clock.now,
    settings: {
      trustedProxies: ['127.0.0.1'],
      webhooksAllowPrivate: 'true',
      publicUrl: 'https://pets.example',
      smtpUrl: mailServer.url,
      mailFrom: 'mail@pets.example',
    },
  } as const;
  let service: TestService = await start(options);
  const { operatorKey, dataDir } = service;
  let requests = 0;

  /** What comes with the next change. */
  let failure: Failure | undefined;

  /**
   * Each request of a visitor comes from another address, and each change has an `Idempotency-Key`, so that it is repeated until it succeeds if
   * the database fails.
   */
  const call = async (
    key: string | null,
    method: string,
    path: string,
    { headers, ...rest }: CallOptions = {},
  ): Promise<Answer> => {
    requests += 1;
    const address = `203.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
    const own = { 'x-forwarded-for': address, 'idempotency-key': `request-${requests}`, ...headers };
    const send = () => service.call(method, path, { ...rest, key, headers: own });
    if (failure === undefined || !['POST', 'PATCH'].includes(method)) return send();
    const mend = failStatement(service, failure);
    failure = undefined;
    const answer = await send();
    mend();
    if (answer.status !== 503) return answer;
    return eventually(async () => {
      const again = await send();
      return again.status !== 503 && again.body?.code !== 'idempotency_key_in_use' && again;
    });
  };
  const made = async (path: string, body: object, key = operatorKey) => {
    const answer = await call(key, 'POST', path, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };

  await call(operatorKey, 'PATCH', '/v1/organizations/1', { body: { adoption: 'apply' } });
  await operatorOf(service);
  const hillside = await made('/v1/organizations', { name: 'Hillside', adoption: 'apply', listed: true });
  const website = {
    kind: 'publishable',
    origins: ['https://shelter.example'],
    scopes: ['pets:read', 'orders:write', 'messages:write'],
  };
  const keys: Readonly<Record<Actor, string>> = {
    [SHELTER]: operatorKey,
    [STRANGER]: (await service.newAccount()).key,
    [VISITORS]: (await made('/v1/account/keys', website)).key,
    [HILLSIDE]: (await newMember(service, hillside.id, 'manager')).key,
  };
  const managers = { [SHELTER]: 'riverside@staff.example', [HILLSIDE]: 'hillside@staff.example' };
  const managerIds: number[] = [];
  for (const [id, email] of [
    [1, managers[SHELTER]],
    [hillside.id, managers[HILLSIDE]],
  ]) {
    const { accountId } = await service.newAccount({ email });
    await join(service, accountId, { id, role: 'manager' });
    managerIds.push(accountId);
  }
  const { body: first } = await call(operatorKey, 'GET', '/v1/organizations/1');
  const limited = await service.newAccount({ limits: LIMITS });
  const watchers: Watcher[] = [];
  for (const [by, events] of WEBHOOKS) {
    const refused = new Set<string>();
    const receiver = await openReceiver((response, { event }) => {
      const isRefused = event.sequence % 3 === 0 && !refused.has(event.id);
      refused.add(event.id);
      response.writeHead(isRefused ? 500 : 204).end();
    });
    await addWebhook(service, { url: receiver.url, events }, keys[by]);
    watchers.push({ by, events, receiver });
  }
  const model = new ServiceModel(clock.now(), {
    [SHELTER]: { id: 1, manager: managers[SHELTER], managerId: managerIds[0]!, name: first.name, adoption: 'apply' },
    [HILLSIDE]: {
      id: hillside.id,
      manager: managers[HILLSIDE],
      managerId: managerIds[1]!,
      name: hillside.name,
      adoption: 'apply',
    },
  });
  const { sequence: startedAfter } = (await allEvents(service)).at(-1)!;

  const mails: ArrivedMail[] = [];
  /** The service's own database, beside it. */
  let beside: ReturnType<TestService['beside']> | undefined;
  const closeBeside = async () => {
    await (await beside)?.database.close();
    beside = undefined;
  };
  const advance = (ms: number) => {
    clock.advance(ms);
    model.advance(ms);
  };
  const background = backgroundOf(() => (beside ??= service.beside()), advance);

  /** Time passes, for the service and for the model. */
  async function pass(ms: number): Promise<void> {
    // What is a day old is no news.
    if (ms >= newsMs) await background.followed();
    // A mail that is refused for hours is given up.
    await background.mailsSent();
    mailServer.refuse(false);
    advance(ms);
    await background.shown();
  }

  const limiter = new ModelLimiter(clock.now);
  return {
    model,
    limiter,
    limited: {
      caller: { bucket: `account:${limited.accountId}`, keyId: limited.keyId, limits: LIMITS },
      key: limited.key,
    },
    startedAfter,
    watchers,
    keys,
    now: clock.now,
    service: () => service,
    call: (by: Actor, method: string, path: string, callOptions?: CallOptions) =>
      call(keys[by], method, path, callOptions),
    callWith: call,

    pass,
    refuseMails: () => mailServer.refuse(true),
    mailsSent: background.mailsSent,
    delivered: background.delivered,
    /** Those that have arrived so far. */
    async mails(): Promise<readonly ArrivedMail[]> {
      while (mailServer.waiting() > 0) mails.push(arrivedOf(await mailServer.next()));
      return mails;
    },
    /** An hour passes, and everybody has been told of everything. */
    async mailAll(): Promise<void> {
      await pass(hourMs);
      model.tellChanges();
      await background.told();
      model.mail();
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
    failNext: (how: Failure | undefined) => void (failure = how),

    async restart(): Promise<void> {
      await closeBeside();
      await service.stop();
      service = await start({ ...options, dataDir });
      limiter.restart();
    },

    async close(): Promise<void> {
      await closeBeside();
      await service.close();
      await mailServer.close();
      for (const { receiver } of watchers) await receiver.close();
    },
  };
}
