import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RULES } from './house-rules.ts';

const root = join(import.meta.dirname, '..');

interface Breach {
  readonly rule: string;
  readonly sentence: string;
}

async function breaches(baseDir: string): Promise<Breach[]> {
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
  return (output as ICruiseResult).summary.violations.map(({ from, to, rule }) => {
    const because = RULES.find(({ name }) => name === rule.name)?.because;
    return { rule: rule.name, sentence: `${from} imports ${to}, but ${because}.` };
  });
}

test('no import breaks a rule of the house', async () => {
  expect((await breaches(root)).map(({ sentence }) => sentence)).toEqual([]);
});

test.each(RULES)('a breach is noticed: $name', async ({ name, broken }) => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-house-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [file, source] of Object.entries(broken)) {
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await writeFile(join(folder, file), `${source}\n`);
  }
  const found = await breaches(folder);
  expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set([name]));
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
