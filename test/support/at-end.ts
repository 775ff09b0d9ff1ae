import { onTestFinished, TestRunner } from 'vitest';

/** Ends what a test has started, when the test has ended: the last one first. What starts before several tests must be ended after them. */
export function atEndOfTest(end: () => unknown): void {
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(async () => void (await end()));
}
