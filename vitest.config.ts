import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    environment: 'node',
    pool: 'forks',
    // Many tests wait for a timeout, a retry or a process, so that two cores have time for four files. No module of the service
    // keeps state of its own: the files of a worker share what they have imported.
    maxWorkers: 4,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // How long a busy machine may take to show what is awaited; only a test that fails waits so long.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', './test/closing-line.ts'],
  },
});
