import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KNOW_TABLES, NAMED_TABLES, OWN_TABLES, RULES } from './house-rules.ts';

const root = join(import.meta.dirname, '..');

interface Breach {
  readonly rule: string;
  readonly sentence: string;
}

async function cruiseIn(baseDir: string) {
  const folders = ['src', 'client/src', 'web/src'].filter((folder) => existsSync(join(baseDir, folder)));
  const { output } = await cruise(
    folders,
    {
      baseDir,
      ruleSet: { forbidden: RULES.map(({ name, from, to }) => ({ name, severity: 'error', from, to })) },
      validate: true,
      // swc's parser tells type imports apart. It does not read `using` declarations yet, so src/ does without them.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    { exportsFields: ['exports'], conditionNames: ['node', 'import', 'browser', 'default'] },
  );
  return output as ICruiseResult;
}

/** All files of the house: reading them takes some seconds. */
const house = cruiseIn(root);

function breachesIn({ summary }: ICruiseResult): Breach[] {
  return summary.violations.map(({ from, to, rule }) => {
    const because = RULES.find(({ name }) => name === rule.name)?.because;
    return { rule: rule.name, sentence: `${from} imports ${to}, but ${because}.` };
  });
}

/** A folder with these files, until the test has finished. */
async function sourcesOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-house-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [file, source] of Object.entries(files)) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await writeFile(join(folder, file), `${source}\n`);
  }
  return folder;
}

const roomOf = (file: string): string | undefined => /^src\/([^/]+)\//.exec(file)?.[1];

/** Rooms that import one another, be it through others: in such a circle, some import runs up. */
function circlesOfRooms({ modules }: ICruiseResult): string[] {
  const below = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      const [from, to] = [roomOf(source), roomOf(resolved)];
      if (from !== undefined && to !== undefined && from !== to)
        below.set(from, (below.get(from) ?? new Set()).add(to));
    }
  const reached = (room: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const next of below.get(room) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  return [...below.keys()].filter((room) => reached(room).has(room)).toSorted();
}

test('no import runs up: rooms stand on one another', async () => {
  expect(circlesOfRooms(await house)).toEqual([]);
});

test('an import that runs up is noticed, also through other rooms', async () => {
  const folder = await sourcesOf({
    'src/limits/a.ts': "import { b } from '../time/b.ts';",
    'src/time/b.ts': "export { c as b } from '../jobs/c.ts';",
    'src/jobs/c.ts': "import type { D } from '../limits/d.ts';\nexport const c: D = 1;",
    'src/limits/d.ts': 'export type D = number;',
  });
  expect(circlesOfRooms(await cruiseIn(folder))).toEqual(['jobs', 'limits', 'time']);
});

test('no import breaks a rule of the house', async () => {
  expect(breachesIn(await house).map(({ sentence }) => sentence)).toEqual([]);
});

test.each(RULES)('a breach is noticed: $name', async ({ name, broken }) => {
  const found = breachesIn(await cruiseIn(await sourcesOf(broken)));
  expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set([name]));
});

describe('database/', () => {
  const tables = /^export interface Tables \{\n(.*?)\n\}/ms.exec(
    readFileSync(join(root, 'src/database/tables.ts'), 'utf8'),
  )?.[1];
  const all = [...(tables ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!);
  const ofRooms = all.filter((name) => !OWN_TABLES.includes(name));

  /** The tables of rooms that the code of a file names, without its comments and imports. */
  function namedIn(source: string): string[] {
    const code = source.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*|^import .*?;$/gms, '');
    return ofRooms.filter((name) => new RegExp(String.raw`\b${name}\b`).test(code));
  }

  test('names no table of a room, except in the files that are there for it', () => {
    const folder = join(root, 'src/database');
    const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !KNOW_TABLES.test(file));
    const named = files.map((file) => [file, namedIn(readFileSync(join(folder, file), 'utf8')).toSorted()] as const);
    expect(Object.fromEntries(named.filter(([, names]) => names.length > 0))).toEqual(NAMED_TABLES);
  });

  test('a breach is noticed, be it in a query or in SQL', () => {
    expect(ofRooms.length).toBeGreaterThan(30);
    expect(namedIn("import { pets } from './pets.ts';\n/** Of pets. */ // and orders\nconst id = 'order_id';")).toEqual(
      [],
    );
    expect(namedIn("db.selectFrom('orders as own')")).toEqual(['orders']);
    expect(namedIn('sql`delete from alerts where pets.id = 7`')).toEqual(['pets', 'alerts']);
  });
});

describe('files', () => {
  const files = globSync('{src,web/src,client/src,test,bench}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !readFileSync(join(root, file), 'utf8').startsWith('// Generated from '),
  );
  const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;

  test.each(['src', 'web/src'])('half of those in %s have fewer than 100 lines', (folder) => {
    const lengths = files.filter((file) => file.startsWith(`${folder}/`)).map(linesOf);
    expect(lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)]).toBeLessThan(100);
  });

  test('each is named for its idea', () => {
    expect(files.filter((file) => /(^|[/.-])(utils?|helpers?|common|misc)[/.-]|\/index[.]/.test(file))).toEqual([]);
  });
});

const composition = globSync('*.ts', { cwd: join(root, 'src/composition') }).filter(
  (file) => !['service.ts', 'overrides.ts'].includes(file),
);
test.each(composition)('composition/%s exports one function, which is named for it', (file) => {
  const source = readFileSync(join(root, 'src/composition', file), 'utf8');
  const exported = [...source.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name);
  const room = file.slice(0, -3).replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  expect(exported).toEqual([`build${room}`]);
});

test('the install compiles nothing, whichever npm runs it', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(lock.packages['node_modules/better-sqlite3']).toHaveProperty('gypfile', false);
});
