import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { importsOf, readHouse, RULES } from './house.ts';

const house = readHouse();

describe.each(RULES)('$name', ({ rule, broken }) => {
  test('holds', () => {
    expect(rule(house)).toEqual([]);
  });

  test('is noticed when broken', () => {
    expect(rule(broken)).toHaveLength(1);
  });
});

test('the install compiles nothing, whichever npm runs it', async () => {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8'));
  expect(lock.packages['node_modules/better-sqlite3']).toHaveProperty('gypfile', false);
});

test('the house is read', () => {
  expect(Object.keys(house)).toEqual(expect.arrayContaining(['src/settings.ts', 'test/house.test.ts']));
  expect(importsOf(house)).toContainEqual({ from: 'test/house.test.ts', to: 'test/house.ts', typeOnly: false });
});

test('imports are read in every form', () => {
  const source = [
    "import './a.ts';",
    "import type { B } from './b.ts';",
    "import { type C, type D } from './c.ts';",
    "import {\n  type E,\n  f,\n} from './e.ts';",
    "import fs, * as all from 'node:fs';",
    "export { g } from '../g.ts';",
    "export type * from './h.ts';",
    "const i = await import('node:os');",
    "export const from = 'nowhere';",
  ].join('\n');
  expect(importsOf({ 'src/x.ts': source }).map(({ to, typeOnly }) => [to, typeOnly])).toEqual([
    ['src/a.ts', false],
    ['src/b.ts', true],
    ['src/c.ts', true],
    ['src/e.ts', false],
    ['node:fs', false],
    ['g.ts', false],
    ['src/h.ts', true],
    ['node:os', false],
  ]);
});
