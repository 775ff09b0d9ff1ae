import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { StoredEvent } from '../../src/events/store.ts';
import { CHECK_INTERVAL_MS, FEED_INTERVAL_MS, openStreams } from '../../src/events/stream.ts';
import type { Principal } from '../../src/http/principal.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { EVENT_KINDS } from '../../src/vocabulary/event-kinds.ts';
import { logLines } from '../support/logs.ts';

/** Streams over an outbox and credentials that the test changes. */
function openScene() {
  const stored: StoredEvent[] = [];
  const principals = new Map<string, Pick<Principal, 'suspended'>>();
  const lookups: string[] = [];
  const after = async (sequence: number) => stored.filter((event) => event.sequence > sequence);
  const streams = openStreams({
    events: { after, list: async () => ({ found: [], upTo: stored.length }), last: async () => stored.length },
    principals: {
      find: (credential) => {
        lookups.push(credential);
        return principals.get(credential) as Principal | undefined;
      },
    },
    log: openLog({ level: 'silent', environment: 'production', destination: logLines().stream }),
    gauge: { set: () => {} },
  });
  const add = () => {
    const sequence = stored.length + 1;
    const [id, body] = [`evt_${sequence}`, `{"n":${sequence}}`];
    stored.push({
      sequence,
      id,
      kind: 'pet.created',
      accountId: null,
      otherAccountId: null,
      organizationId: null,
      body,
    });
  };
  const follow = async (credential: string) => {
    principals.set(credential, { suspended: false });
    const chunks: string[] = [];
    const response = new Writable({
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    const audience = { accountId: 1, kinds: new Set(EVENT_KINDS) };
    const opened = { audience, credential, after: await streams.newest(), holders: [] };
    streams.open(response as unknown as ServerResponse, opened);
    return { received: () => chunks.join('').match(/^data: .*$/gm) ?? [], isEnded: () => response.writableEnded };
  };
  return { streams, principals, lookups, add, follow };
}

test('one feed sends new events, and feeds follow within a second', async () => {
  expect(FEED_INTERVAL_MS).toBeLessThan(1_000);
  const { streams, add, follow } = openScene();
  const all = [await follow('ann'), await follow('bob')];
  await streams.feed();
  for (const count of [1, 2]) {
    add();
    await streams.feed();
    for (const { received } of all) expect(received()).toHaveLength(count);
  }
});

test('one check ends the streams of a revoked key and of a suspended account, and no other; checks follow within a second', async () => {
  expect(CHECK_INTERVAL_MS).toBeLessThan(1_000);
  const { streams, principals, lookups, follow } = openScene();
  const [revoked, suspended, other] = [await follow('revoked'), await follow('suspended'), await follow('other')];
  const second = await follow('other');
  await streams.endUnauthorized();
  expect([revoked.isEnded(), suspended.isEnded(), other.isEnded()]).toEqual([false, false, false]);
  expect(lookups).toEqual(['revoked', 'suspended', 'other']);

  principals.delete('revoked');
  principals.set('suspended', { suspended: true });
  await streams.endUnauthorized();
  expect([revoked.isEnded(), suspended.isEnded()]).toEqual([true, true]);
  expect([other.isEnded(), second.isEnded()]).toEqual([false, false]);
});
