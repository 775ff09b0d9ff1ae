import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Ends every run with one machine-readable line, `12 passed, 0 failed`. Failures outside a test count as well: a file that does not
 * load, a hook, an unhandled rejection. A run in which no test passed fails.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failed =
      tests.filter((test) => test.result().state === 'failed').length +
      suites.filter((suite) => suite.errors().length > 0).length +
      unhandledErrors.length;
    if (passed === 0) process.exitCode = 1;
    process.once('exit', () => console.log(`${passed} passed, ${failed} failed`));
  }
}
