import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Source texts by path from the root of the repository. */
export type House = Readonly<Record<string, string>>;

interface Import {
  readonly from: string;
  /** A path in the house for a relative import, otherwise the package's name as written. */
  readonly to: string;
  readonly typeOnly: boolean;
}

/** Each rule answers with a sentence for every breach. */
export type Rule = (house: House) => string[];

export function readHouse(): House {
  const files = globSync('{src,client,web,test,bench}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

/** Static imports, re-exports and dynamic imports with a literal name. */
export function importsOf(house: House): Import[] {
  const statement = /^(?:import|export)\s+(?:(type\s+)?([^'";=]*?)\s*from\s*)?'([^']+)'|\bimport\('([^']+)'\)/gm;
  return Object.entries(house).flatMap(([from, source]) =>
    [...source.matchAll(statement)].map(([, type, clause = '', name, dynamicName]) => {
      const specifier = name ?? dynamicName ?? '';
      const names =
        /^\{(.*)\}$/s
          .exec(clause.trim())?.[1]
          ?.split(',')
          .map((part) => part.trim())
          .filter(Boolean) ?? [];
      return {
        from,
        to: specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier,
        typeOnly: type !== undefined || (names.length > 0 && names.every((part) => part.startsWith('type '))),
      };
    }),
  );
}

const MACHINERY = new Set(['http', 'limits', 'database']);
/** The commands and what they import with stand outside the service: they read the settings and open services, as `main.ts` would. */
const OUTSIDE = new Set(['', 'commands', 'importing']);
const ADAPTER = /^src\/(?:database\/(?:sqlite|postgres)|limits\/(?:memory|redis))\.ts$/;
/** Facts and plain types, of which every room may speak. */
const VOCABULARY = /^src\/(?:int64|timestamp|environments|limits\/plans|events\/kinds)\.ts$/;
/** Interfaces whose instances arrive as arguments. */
const SEAM = /^src\/(?:limits\/limiter|database\/database)\.ts$/;

const folderOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
const fileOf = (path: string) => posix.basename(path);
const isResource = (path: string) =>
  !OUTSIDE.has(folderOf(path)) && !MACHINERY.has(folderOf(path)) && !VOCABULARY.test(path);
const isPackage = (path: string) => !path.includes('.ts');

/** A rule about the imports of the files that `applies` picks. */
function imports(law: string, applies: (file: string) => boolean, allowed: (found: Import) => boolean): Rule {
  return (house) =>
    importsOf(house)
      .filter((found) => applies(found.from) && !allowed(found))
      .map((found) => `${found.from} imports ${found.typeOnly ? 'types of ' : ''}${found.to}, but ${law}.`);
}

function files(law: string, breaks: (file: string, source: string) => boolean): Rule {
  return (house) =>
    Object.entries(house)
      .filter(([file, source]) => breaks(file, source))
      .map(([file]) => `${file}: ${law}.`);
}

function cycles(house: House): string[] {
  const graph = Map.groupBy(importsOf(house), (found) => found.from);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      found.push(`${[...path.slice(path.indexOf(file)), file].join(' imports ')}: a cycle.`);
    } else if (!done.has(file)) {
      for (const { to } of graph.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    }
  };
  for (const file of Object.keys(house)) visit(file, []);
  return found;
}

/** The rules of the house, each with an example that breaks it once. */
export const RULES: readonly { readonly name: string; readonly rule: Rule; readonly broken: House }[] = [
  {
    name: 'every relative import names a file of the house',
    rule: (house) =>
      importsOf(house)
        .filter(({ to }) => !isPackage(to) && !(to in house))
        .map(({ from, to }) => `${from} imports ${to}, which is not there.`),
    broken: { 'src/main.ts': "import { x } from './gone.ts';" },
  },
  {
    name: 'schema.ts imports TypeBox and the shared shapes of http',
    rule: imports(
      'a schema imports TypeBox and the shared shapes of http only',
      (file) => isResource(file) && fileOf(file) === 'schema.ts',
      ({ from, to }) =>
        to === 'typebox' ||
        folderOf(to) === 'http' ||
        VOCABULARY.test(to) ||
        to === `src/${folderOf(from)}/lifecycle.ts`,
    ),
    broken: { 'src/pets/schema.ts': "import { sql } from 'kysely';" },
  },
  {
    name: "store.ts imports its own folder, its schema's types, and database",
    rule: imports(
      "a store imports its own folder's files, its schema's types, and database only",
      (file) => isResource(file) && fileOf(file) === 'store.ts',
      ({ from, to, typeOnly }) => {
        if (isPackage(to)) return to === 'kysely' || to.startsWith('node:');
        if (folderOf(to) !== folderOf(from)) return folderOf(to) === 'database' || VOCABULARY.test(to);
        return fileOf(to) !== 'routes.ts' && (typeOnly || fileOf(to) !== 'schema.ts');
      },
    ),
    broken: { 'src/pets/store.ts': "import { Pet } from './schema.ts';" },
  },
  {
    name: "routes.ts imports its own folder, http, and the types of other folders' stores",
    rule: imports(
      "routes import their own folder, http, and the types of other folders' stores only",
      (file) => isResource(file) && fileOf(file) === 'routes.ts',
      ({ from, to, typeOnly }) =>
        isPackage(to) ||
        [folderOf(from), 'http'].includes(folderOf(to)) ||
        VOCABULARY.test(to) ||
        (typeOnly && (SEAM.test(to) || (isResource(to) && fileOf(to) === 'store.ts'))),
    ),
    broken: { 'src/pets/routes.ts': "import { Accounts } from '../accounts/store.ts';" },
  },
  {
    name: 'resources know of each other only the types of stores',
    rule: imports(
      'a resource knows of another only the types of its store',
      isResource,
      ({ from, to, typeOnly }) =>
        !isResource(to) || folderOf(to) === folderOf(from) || (typeOnly && fileOf(to) === 'store.ts'),
    ),
    broken: { 'src/orders/expiry.ts': "import type { Pet } from '../pets/schema.ts';" },
  },
  {
    name: 'http, limits and database import no resource',
    rule: imports(
      'the machinery knows no resource',
      (file) => MACHINERY.has(folderOf(file)),
      ({ to }) => !isResource(to),
    ),
    broken: { 'src/http/authenticate.ts': "import type { Accounts } from '../accounts/store.ts';" },
  },
  {
    name: 'limits and database do not import http; database does not import limits',
    rule: imports(
      'machinery below does not know the machinery above it',
      (file) => ['limits', 'database'].includes(folderOf(file)),
      ({ from, to }) => folderOf(to) !== 'http' && (folderOf(from) === 'limits' || folderOf(to) !== 'limits'),
    ),
    broken: { 'src/database/sqlite.ts': "import { ApiError } from '../http/errors.ts';" },
  },
  {
    name: 'only service.ts and store.ts name adapters',
    rule: imports(
      'only service.ts and store.ts name adapters, and an adapter the one that it builds on',
      (file) => file.startsWith('src/') && !/^src\/(?:service|store)\.ts$/.test(file) && !ADAPTER.test(file),
      ({ to }) => !ADAPTER.test(to),
    ),
    broken: {
      'src/store.ts': "import { openSqlite } from './database/sqlite.ts';",
      'src/main.ts': "import { openSqlite } from './database/sqlite.ts';",
    },
  },
  {
    name: 'no room imports service.ts, store.ts, main.ts or settings.ts',
    rule: imports(
      'settings and instances arrive as arguments',
      (file) => !OUTSIDE.has(folderOf(file)),
      ({ to }) => !/^src\/(?:service|store|main|settings)\.ts$/.test(to),
    ),
    broken: { 'src/http/server.ts': "import type { Settings } from '../settings.ts';" },
  },
  {
    name: 'client imports nothing from src',
    rule: imports(
      'client imports nothing from src',
      (file) => file.startsWith('client/'),
      ({ to }) => !to.startsWith('src/'),
    ),
    broken: { 'client/petstore.ts': "import type { Pet } from '../src/pets/schema.ts';" },
  },
  {
    name: 'only the commands call through the client',
    rule: imports(
      'only the commands call the API from outside',
      (file) => file.startsWith('src/') && !OUTSIDE.has(folderOf(file)),
      ({ to }) => !to.startsWith('client/'),
    ),
    broken: { 'src/webhooks/sender.ts': "import { Petstore } from '../../client/src/petstore.ts';" },
  },
  {
    name: 'only settings.ts reads the environment',
    rule: files(
      'only settings.ts reads the environment',
      (file, source) =>
        file.startsWith('src/') &&
        file !== 'src/settings.ts' &&
        /\bprocess\s*\??\.\s*env\b|process\[|from 'node:process'/.test(source),
    ),
    broken: { 'src/main.ts': 'const port = process.env.PORT;' },
  },
  {
    name: 'no file only passes on what others export',
    rule: files(
      'a file that only re-exports hides where things are',
      (file, source) =>
        fileOf(file).startsWith('index.') ||
        source
          .replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
          .replaceAll(/^(?:export|import)\s[^'";=]*from\s*'[^']+';?/gm, '')
          .trim() === '',
    ),
    broken: {
      'src/pets/pets.ts': "/** All of it. */\nexport * from './store.ts';\nexport { x } from './routes.ts';\n",
    },
  },
  {
    name: 'no file is named for being a remainder',
    rule: files('name a file for its idea', (file) =>
      /(?:^|[/.-])(?:utils?|helpers?|common|misc)(?:[/.-]|$)/.test(file),
    ),
    broken: { 'src/http/string-utils.ts': 'export const x = 1;' },
  },
  {
    name: 'no file is longer than 400 lines',
    rule: files(
      'a file over 400 lines holds two ideas: give each a name',
      // What is generated is no longer than what it is generated from.
      (_, source) => source.split('\n').length > 401 && !source.startsWith('// Generated from '),
    ),
    broken: { 'src/pets/store.ts': 'x();\n'.repeat(401) },
  },
  {
    name: 'no imports in circles',
    rule: cycles,
    broken: { 'src/a.ts': "import { b } from './b.ts';", 'src/b.ts': "import type { A } from './a.ts';" },
  },
];
