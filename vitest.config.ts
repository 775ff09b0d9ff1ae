import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slow for their size: at the end one of them would run alone. */
const slow =
  /\/(process\/[\w-]+|orders\/race|importing\/resume|pages\/(console-animal|board\/filters)|idempotency\/retries|(webhooks|messages)\/crash|webhooks\/sending\/receivers|limits\/limiter|client\/(stream|chaos|readme|samples))\.test\.ts$/;
/** Keep a core busy. */
const busy = /\/pages\//;
/** Wait for timeouts, other processes and jobs. */
const waiting =
  /\/(staging\/clock|commands|webhooks\/sending)\/|\/(accounts\/(confirmation|links\/links)|database\/postgres-(faults|shared)|events\/stream|http\/(unread|failures)|limits\/(fallback|shared)|pets\/scans|orders\/reservations\/mails|webhooks\/health)\.test\.ts$/;

/** The slow files first. Then some that wait always run beside some that are busy: otherwise two cores idle for a tenth of the time. */
class Balanced extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = [slow, busy, waiting];
    const kindOf = ({ moduleId }: TestSpecification) => kinds.findIndex((kind) => kind.test(moduleId));
    const [first = [], ...others] = [0, 1, 2, -1].map((kind) => files.filter((file) => kindOf(file) === kind));
    return [...first, ...mixed(others)];
  }
}

/** Each group from its largest file to its smallest, so that all of them are always equally far. */
function mixed(groups: readonly TestSpecification[][]): TestSpecification[] {
  const placed = groups.flatMap((files) => {
    const sized = files.map((file) => ({ file, size: statSync(file.moduleId).size }));
    const total = sized.reduce((sum, { size }) => sum + size, 0);
    let before = 0;
    return sized
      .toSorted((a, b) => b.size - a.size)
      .map(({ file, size }) => {
        const place = before / total;
        before += size;
        return { file, place };
      });
  });
  return placed.toSorted((a, b) => a.place - b.place).map(({ file }) => file);
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    environment: 'node',
    pool: 'forks',
    // Many tests wait for a timeout, a process or a page: four files keep two cores busy 95 % of the time, three 80 %. With five, a busy machine
    // misses the deadlines that some tests measure. No module of the service keeps state of its own, so the files of a worker share what they
    // import.
    maxWorkers: 4,
    isolate: false,
    // The tests leave much short-lived garbage: a small young generation takes a fifteenth of their time.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    sequence: { sequencer: Balanced },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // For a busy machine. Only a test that fails waits this long.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', './test/support/closing-line.ts'],
  },
});
