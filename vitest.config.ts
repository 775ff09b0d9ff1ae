import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Without results of earlier runs vitest sorts files by size. These are slow for their size: they would run last, and alone. */
const longest =
  /\/(process\/[\w-]+|orders\/race|importing\/resume|pages\/(console-animal|board\/filters)|idempotency\/retries|(webhooks|messages)\/crash|webhooks\/sending\/receivers|limits\/limiter|client\/(stream|chaos|readme|samples))\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    const sorted = await super.sort(files); // oxlint-disable-line unicorn/no-array-sort -- not an array's method
    return sorted.toSorted((a, b) => Number(isLongest(b)) - Number(isLongest(a)));
  }
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
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // For a busy machine. Only a test that fails waits this long.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', './test/support/closing-line.ts'],
  },
});
