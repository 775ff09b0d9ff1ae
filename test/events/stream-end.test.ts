import { describe, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { BACKENDS } from '../support/service.ts';
import { follow } from './streams.ts';

describe.each(BACKENDS)('the end of a service on %s', (_, start) => {
  test('ends all streams at once, even of slow clients', async () => {
    // Draining would wait an hour for a stream that is not ended.
    const service = await start({ settings: { drainSeconds: 3_600 } });
    const [stream, paused] = [await follow(service), await follow(service, { query: '?after=0' })];
    await paused.until(({ events }) => events.length > 0, 'the first event');
    paused.pause();
    for (let i = 0; i < 40; i++) await addPet(service, { name: 'x'.repeat(255) });
    await service.stop();
    expect(await stream.ended).toBe('ended');
    paused.resume();
    await paused.ended;

    const again = await start({ dataDir: service.dataDir });
    const resumed = await follow(
      { origin: again.origin, operatorKey: service.operatorKey },
      { query: '?after=0&types=pet.created' },
    );
    await resumed.until(({ events }) => events.length === 40, 'what was missed');
    const first = resumed.events[0]!.sequence;
    expect(resumed.events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 40 }, (_, i) => first + i));
  });
});
