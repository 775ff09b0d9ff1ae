import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultWay, NOTIFICATION_KINDS } from '../../src/vocabulary/notifications.ts';

test('docs/organizations.md lists every kind of news, and with what members start', () => {
  const rows = readFileSync('docs/organizations.md', 'utf8').matchAll(/^\| `(\w+)` \| .* \| (.+) \| (.+) \|$/gm);
  const shown = [...rows].map(([, kind, manager, staff]) => [kind, manager, staff]);
  const way = (kind: (typeof NOTIFICATION_KINDS)[number], role: 'manager' | 'staff') =>
    defaultWay(kind, role).replace('_', ' ');
  expect(shown).toEqual(NOTIFICATION_KINDS.map((kind) => [kind, way(kind, 'manager'), way(kind, 'staff')]));
});
