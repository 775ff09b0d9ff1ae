import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import openapi from '../../../openapi.json' with { type: 'json' };
import { accessPage } from '../../../src/commands/docs/access-page.ts';

test('docs/access.md says what the description and the table of rules say (npm run docs writes it)', () => {
  expect(readFileSync('docs/access.md', 'utf8')).toBe(
    accessPage(openapi as unknown as Parameters<typeof accessPage>[0]),
  );
});
