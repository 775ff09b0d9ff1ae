import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Caller } from '../../src/limits/limiter.ts';
import { eventually } from '../support/eventually.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { forgetLimits, openAccountsDatabase } from './database.ts';
import { testClock } from './model.ts';
import { admittedOf, openProcess } from './redis-scene.ts';
import { address, limited } from './scene.ts';

let database: Database;
let removeDatabase: () => Promise<void>;

beforeAll(async () => {
  ({ database, remove: removeDatabase } = await openAccountsDatabase());
});
afterAll(() => removeDatabase());
beforeEach(() => forgetLimits(database));

/** The clock stands still: no window ends while a test waits. */
const open = (url: string) => openProcess(database, { url, now: testClock().now });
type Process = Awaited<ReturnType<typeof open>>;

const follows = ({ client }: TestRedis) =>
  eventually(async () => (await client.info('replication')).includes('master_link_status:up'));
const succeeds = (command: Promise<unknown>): Promise<boolean> =>
  command.then(
    () => true,
    () => false,
  );
const portOf = ({ url }: TestRedis): string => new URL(url).port;

async function start(args: readonly string[]): Promise<TestRedis> {
  const redis = await startRedis(['--repl-diskless-sync-delay', '0', ...args]);
  onTestFinished(() => redis.close());
  return redis;
}

const caller = limited(10, 100);
/** Their keys are on several nodes of a cluster. */
const callers: Caller[] = Array.from({ length: 12 }, (_, at) => ({
  bucket: `address:198.51.100.${at}`,
  limits: { perMinute: 10 },
}));

/** Sends requests of all callers until the process has been alone and Redis decides again. Returns how many were admitted of each caller. */
async function requestsDuring({ take, reported }: Process, failover: () => Promise<unknown>): Promise<number[]> {
  let admitted = callers.map(() => 0);
  const done = new AbortController();
  const running = (async () => {
    while (!done.signal.aborted) {
      const decisions = await Promise.all(callers.map((one) => take(one)));
      admitted = admitted.map((count, at) => count + admittedOf(decisions[at]!));
      await delay(10);
    }
  })();
  try {
    await failover();
    await backInRedis({ reported });
  } finally {
    done.abort();
    await running;
  }
  return admitted;
}

const goneAlone = ({ reported }: Pick<Process, 'reported'>) => eventually(() => reported.fallback.includes(true));
const backInRedis = ({ reported }: Pick<Process, 'reported'>) => eventually(() => reported.fallback.at(-1) !== true);

describe('behind Sentinel', () => {
  test('after the primary is killed, the limits go on at the one that the sentinels choose', async () => {
    const [primary, sentinel] = [await start([]), await start(['--sentinel'])];
    const replica = await start(['--replicaof', '127.0.0.1', portOf(primary)]);
    const ask = (...words: string[]) => sentinel.client.call('SENTINEL', ...words);
    // The sentinel asks the primary for its replicas at once, and then every 10 seconds.
    await follows(replica);
    await ask('MONITOR', 'pets', '127.0.0.1', portOf(primary), '1');
    // It chooses only a replica that it has asked itself.
    await eventually(async () => String(await ask('REPLICAS', 'pets')).includes('master-link-status,ok'));
    // The second of them does not answer.
    const mute = await start(['--sentinel']);
    mute.freeze();
    const url = `redis+sentinel://127.0.0.1:${portOf(sentinel)},127.0.0.1:${portOf(mute)}/pets`;
    const [one, other] = [await open(url), await open(url)];
    await one.take(caller, 4);
    await other.take(caller, 2);
    const inReplica = () => replica.client.hget('petstore:production:{account:1}', 'minuteUsed');
    await eventually(async () => (await inReplica()) === '6');
    const admitted = await requestsDuring(one, async () => {
      await primary.kill();
      await goneAlone(one);
      expect(admittedOf(await one.take(caller, 2))).toBe(2);
      await eventually(() => succeeds(ask('FAILOVER', 'pets')));
    });
    // A limit of its own beside the common one.
    expect(Math.max(...admitted)).toBeLessThanOrEqual(20);
    await goneAlone(other);
    await backInRedis(other);
    expect(admittedOf(await one.take(caller))).toBe(1);
    expect(admittedOf(await other.take(caller, 9))).toBe(1);
    expect(await inReplica()).toBe('10');
  });
});

describe('in a cluster', () => {
  /** Three primaries with a third of the slots each, and a replica of the first. */
  async function startCluster() {
    const nodes = await Promise.all([1, 2, 3, 4].map(() => start(['--cluster-enabled', 'yes'])));
    const [first, second, third, replica] = nodes as [TestRedis, TestRedis, TestRedis, TestRedis];
    for (const [at, { client }] of nodes.entries()) await client.call('CLUSTER', 'SET-CONFIG-EPOCH', at + 1);
    await first.client.cluster('ADDSLOTSRANGE', 0, 5_460);
    await second.client.cluster('ADDSLOTSRANGE', 5_461, 10_922);
    await third.client.cluster('ADDSLOTSRANGE', 10_923, 16_383);
    for (const { client } of nodes)
      for (const node of nodes) await client.call('CLUSTER', 'MEET', '127.0.0.1', portOf(node));
    const ids = await Promise.all(nodes.map(({ client }) => client.cluster('MYID')));
    await eventually(() => succeeds(replica.client.call('CLUSTER', 'REPLICATE', ids[0]!)));
    const isWell = async ({ client }: TestRedis) =>
      /cluster_state:ok[^]*cluster_known_nodes:4[^]*cluster_size:3/.test(await client.cluster('INFO'));
    await eventually(async () => (await Promise.all(nodes.map(isWell))).every(Boolean));
    await follows(replica);
    const url = `redis+cluster://127.0.0.1:${portOf(third)},127.0.0.1:${portOf(second)}`;
    return { ids, first, second, third, replica, url };
  }

  test('several processes share the limits of all accounts, also while a slot moves to another node', async () => {
    const { first, second, third, ids, url } = await startCluster();
    const processes = [await open(url), await open(url)];
    for (const { reported } of processes) {
      // A busy machine connects late.
      await backInRedis({ reported });
      reported.fallback.length = reported.log.length = 0;
    }
    const admitted = await Promise.all(
      callers.map(async (one) => (await Promise.all(processes.map(({ takeAtOnce }) => takeAtOnce(one, 6)))).flat()),
    );
    expect(admitted.map(admittedOf)).toEqual(callers.map(() => 10));
    for (const { take } of processes) expect(admittedOf(await take({ ...caller, visitor: address }))).toBe(1);
    for (const { client } of [first, second, third]) expect(await client.dbsize()).toBeGreaterThan(0);

    const keys = await first.client.keys('*:{address:*}');
    const key = keys[0]!;
    const moving = { bucket: /\{(.+)\}/.exec(key)![1]!, limits: { perMinute: 12 } };
    const slot = await first.client.cluster('KEYSLOT', key);
    await second.client.cluster('SETSLOT', slot, 'IMPORTING', ids[0]!);
    await first.client.cluster('SETSLOT', slot, 'MIGRATING', ids[1]!);
    expect(admittedOf(await processes[0]!.take(moving))).toBe(1);
    await first.client.migrate('127.0.0.1', Number(portOf(second)), key, 0, 10_000);
    // The first node says ASK.
    expect(admittedOf(await processes[1]!.take(moving, 2))).toBe(1);
    for (const { client } of [second, first, third]) await client.cluster('SETSLOT', slot, 'NODE', ids[1]!);
    // It says MOVED.
    expect(await processes[0]!.limiter.peek(moving)).toMatchObject({ minute: { remaining: 0 } });
    await processes[0]!.limiter.liftBans(1, [1, 2]);
    for (const { reported } of processes) expect(reported).toEqual({ fallback: [], log: [] });
  });

  test('after a primary is killed, the limits go on at its replica', async () => {
    const { first, replica, url } = await startCluster();
    const [one, other] = [await open(url), await open(url)];
    const admitted = await requestsDuring(one, async () => {
      await first.kill();
      await goneAlone(one);
      await replica.client.call('CLUSTER', 'FAILOVER', 'TAKEOVER');
    });
    const later = await Promise.all(callers.map(async (each) => admittedOf(await other.take(each, 11))));
    // The common limit, and one of each process that was alone.
    expect(Math.max(...admitted.map((count, at) => count + later[at]!))).toBeLessThanOrEqual(30);
    // It may have followed without a pause: its calls were redirected.
    await backInRedis(other);
    for (const { take } of [other, one]) for (const each of callers) expect(admittedOf(await take(each, 2))).toBe(0);
  });
});

test('what is wrong with the servers is logged, without the password', async () => {
  const [sentinel, server] = [await start(['--sentinel']), await start(['--requirepass', 'another'])];
  await sentinel.client.call('SENTINEL', 'MONITOR', 'pets', '127.0.0.1', portOf(server), '1');
  for (const [url, reason] of [
    [`redis+sentinel://:s3cret@127.0.0.1:${portOf(sentinel)}/pets`, 'WRONGPASS'],
    [`redis+sentinel://:s3cret@127.0.0.1:${portOf(sentinel)}/cats`, 'No such master'],
    [`redis+cluster://:s3cret@127.0.0.1:${portOf(server)}`, 'WRONGPASS'],
    [`redis+cluster://:another@127.0.0.1:${portOf(server)}`, 'cluster support disabled'],
    ['redis+cluster://127.0.0.1:1', 'Connection is closed'],
    ['redis+sentinel://127.0.0.1:1/pets', 'All sentinels are unreachable'],
  ] as const) {
    const log = await eventually(async () => {
      const { reported } = await open(url);
      return reported.log[0]?.includes('no answer within') !== true && reported.log;
    });
    expect(log, url).toEqual([expect.stringContaining(reason)]);
    expect(log[0]).not.toMatch(/s3cret|another/);
  }
});
