import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KINDS } from '../../../src/vocabulary/event-kinds.ts';
import { SCOPES } from '../../../src/vocabulary/scopes.ts';

const AUDIENCES: Record<string, string> = {
  'all accounts': 'everyone',
  'the accounts concerned': 'concerned',
  'nobody; it is in the audit list': 'nobody',
};
const page = readFileSync('docs/events.md', 'utf8');

test('docs/events.md lists every kind with its meaning and its recipients, and no other', () => {
  const rows = [...page.matchAll(/^\| `([\w.]+)` \| (.*) \| (\w+) \| `([\w:]+)` \| ([^|]+) \|$/gm)];
  const documented = Object.fromEntries(
    rows.map(([, kind, when, data, scope, recipients]) => [
      kind,
      { when, data, scope, audience: AUDIENCES[recipients!] },
    ]),
  );
  expect(documented).toEqual(KINDS);
});

test('a kind is named for a resource and its change, and requires an existing scope', () => {
  for (const [kind, { when, scope }] of Object.entries(KINDS)) {
    expect(kind).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
    expect(when).toMatch(/^[^A-Z].*[^.]$/);
    expect(SCOPES).toContain(scope);
  }
});
