import { defineConfig } from 'vitest/config';

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
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // For a busy machine. Only a test that fails waits this long.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './test/support/closing-line.ts'],
  },
});
