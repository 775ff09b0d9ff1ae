import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf, webhookStorm } from '../../bench/webhook-storm.ts';

/** `npm run bench:webhooks` does the same with a hundred. */
const kills = 4;

test(
  'receivers that fail at random get every event at least once, over kills of the service',
  { timeout: 480_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-test-'));
    const report = await webhookStorm(folder, kills);
    await rm(folder, { recursive: true });
    expect(faultsOf(report)).toEqual([]);
    expect(report).toMatchObject({ kills, acknowledged: expect.toSatisfy((count) => count > kills) });
    // Each failed at first for about a third: what was not sent again would be missing.
    expect(report.requests).toBeGreaterThan(report.events * 3);
  },
);
