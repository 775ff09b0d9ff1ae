import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';
import { operationsWithoutSuccess } from './described.ts';

/**
 * Ends every run with one machine-readable line, `12 passed, 0 failed`. Failures outside a test count as well: a file that does not
 * load, a hook, an unhandled rejection. A run in which no test passed fails, and so does one of all files in which an operation never succeeds.
 */
export default class ClosingLine implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const all = (await this.vitest?.globTestSpecifications()) ?? [];
    const isWhole = modules.length === all.length && passed === tests.length;
    const uncalled = isWhole ? operationsWithoutSuccess() : [];
    if (uncalled.length > 0) {
      process.exitCode = 1;
      console.error(`No test has seen these operations succeed: ${uncalled.join(', ')}`);
    }
    const failed =
      uncalled.length +
      tests.filter((test) => test.result().state === 'failed').length +
      suites.filter((suite) => suite.errors().length > 0).length +
      unhandledErrors.length;
    if (passed === 0) process.exitCode = 1;
    process.once('exit', () => console.log(`${passed} passed, ${failed} failed`));
  }
}
