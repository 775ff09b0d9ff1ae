import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testValuesPage } from '../../../src/commands/docs/test-values-page.ts';

test('docs/test-values.md says what the tables say (npm run docs writes it)', () => {
  expect(readFileSync('docs/test-values.md', 'utf8')).toBe(testValuesPage());
});
