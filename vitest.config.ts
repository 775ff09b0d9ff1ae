import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The order is by size where nothing is known of earlier runs. These are short, but take long: they would run last, and alone. */
const longest = /\/(idempotency\/retries|(webhooks|messages)\/crash)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    const sorted = await super.sort(files); // oxlint-disable-line unicorn/no-array-sort -- no array's
    return sorted.toSorted((a, b) => Number(isLongest(b)) - Number(isLongest(a)));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    environment: 'node',
    pool: 'forks',
    // Many tests wait for a timeout, a retry or a process, so that two cores have time for five files. No module of the service
    // keeps state of its own: the files of a worker share what they have imported.
    maxWorkers: 5,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // How long a busy machine may take to show what is awaited; only a test that fails waits so long.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', './test/support/closing-line.ts'],
  },
});
