import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** Serves every resource and knows none. */
const MACHINERY = 'database|http|idempotency|jobs|kit|limits|mail|network|places|secrets|storage|telemetry|time';
/** Speak to others about several resources, in a protocol or a file format. No resource knows them. */
const INTERFACES = 'backups|compat|directory|exporting|importing|listing-sites|mcp|site|transfer';
/** Above the rooms: they connect what the rooms are, or call it. */
const ABOVE = 'commands|composition|settings';
/** Every other folder is a resource: a new room is under the law from its first file. */
const RESOURCE = `^src/(?!(?:${MACHINERY}|${INTERFACES}|${ABOVE}|vocabulary|words)/)([^/]+)/`;
const RESOURCE_OR_INTERFACE = `^src/(?!(?:${MACHINERY}|${ABOVE}|vocabulary|words)/)([^/]+)/`;
const ROOM = '^src/([^/]+)/';
const ADAPTERS = '^src/(database/sqlite/sqlite|database/postgres/postgres|limits/memory|limits/redis/redis)[.]ts$';
const SCHEMA = 'schema[.]ts$';
const STORE = 'store[.]ts$';
const ROUTES = 'routes[.]ts$';

interface Rule {
  readonly name: string;
  /** Why: the end of the sentence that the test prints about an import that breaks the rule. */
  readonly because: string;
  readonly from: IRegularForbiddenRuleType['from'];
  readonly to: IRegularForbiddenRuleType['to'];
  /** Files that break this rule, and no other. */
  readonly broken: Readonly<Record<string, string>>;
}

/** Which file may import which. */
export const RULES: readonly Rule[] = [
  {
    name: 'no circles',
    because: 'files that import each other can only be understood together',
    from: {},
    to: { circular: true },
    broken: {
      'src/pets/a.ts': "import type { B } from './b.ts';",
      'src/pets/b.ts': "import { a } from './a.ts';",
    },
  },
  {
    name: 'no missing file',
    because: 'there is no such file or package',
    from: {},
    to: { couldNotResolve: true },
    broken: { 'src/pets/a.ts': "import { x } from './gone.ts';" },
  },
  {
    name: 'vocabulary is facts',
    because: 'vocabulary/ holds facts without behavior, which need nothing else',
    from: { path: '^src/vocabulary/' },
    to: { pathNot: '^src/vocabulary/' },
    broken: { 'src/vocabulary/a.ts': "import { readFile } from 'node:fs';" },
  },
  {
    name: 'words are facts',
    because: 'words/ holds what people read in each language, which needs only the vocabulary',
    from: { path: '^src/words/' },
    to: { pathNot: '^src/(vocabulary|words)/' },
    broken: {
      'src/words/a.ts': "import type { Pet } from '../pets/schema.ts';",
      'src/pets/schema.ts': 'export type Pet = string;',
    },
  },
  {
    name: 'a kit knows no room',
    because: 'kit/ holds tools that every room may use, which need nothing else',
    from: { path: '^src/kit/' },
    to: { pathNot: '^src/kit/' },
    broken: {
      'src/kit/a.ts': "import { b } from '../limits/b.ts';",
      'src/limits/b.ts': 'export const b = 1;',
    },
  },
  {
    name: 'a schema is types',
    because: "a schema imports TypeBox, http's shapes, other schemas and vocabulary",
    from: { path: `${ROOM}.*${SCHEMA}` },
    to: { pathNot: ['node_modules/typebox/', '^src/http/(shapes|formats)[.]ts$', '^src/vocabulary/', SCHEMA] },
    broken: { 'src/accounts/keys/schema.ts': "import { createHash } from 'node:crypto';" },
  },
  {
    name: 'a store is queries',
    because: 'a store imports its own room, database, kit, secrets, time, vocabulary and Kysely',
    from: { path: `${RESOURCE}.*${STORE}` },
    to: {
      pathNot: ['^src/$1/', '^src/(database|kit|secrets|time|vocabulary)/', 'node_modules/kysely/'],
      dependencyTypesNot: ['core'],
    },
    broken: {
      'src/accounts/keys/key-store.ts': "import type { ApiError } from '../../http/errors.ts';",
      'src/http/errors.ts': 'export type ApiError = Error;',
    },
  },
  {
    name: 'a store knows no routes',
    because: 'data flows one way: a store imports no routes, and only the types of a schema',
    from: { path: `${RESOURCE}.*${STORE}` },
    to: { path: [`${ROOM}.*${ROUTES}`, `${ROOM}.*${SCHEMA}`], dependencyTypesNot: ['type-only'] },
    broken: {
      'src/pets/store.ts': "import { Pet } from './schema.ts';",
      'src/pets/schema.ts': 'export const Pet = 1;',
    },
  },
  {
    name: 'resources share stores',
    because: "a resource knows another resource's store and shapes only, and no interface",
    from: { path: RESOURCE },
    to: { path: [RESOURCE, `^src/(${INTERFACES})/`], pathNot: ['^src/$1/', STORE, SCHEMA] },
    broken: {
      'src/orders/expiry.ts': "import type { Row } from '../pets/row.ts';",
      'src/pets/row.ts': 'export type Row = string;',
    },
  },
  {
    name: 'stores arrive as arguments',
    because: "another resource's store is received as an argument, and only its types are imported",
    from: { path: RESOURCE_OR_INTERFACE },
    to: { path: `${RESOURCE}.*${STORE}`, pathNot: '^src/$1/', dependencyTypesNot: ['type-only'] },
    broken: {
      'src/accounts/admin-routes.ts': "import { petStore } from '../pets/store.ts';",
      'src/pets/store.ts': 'export const petStore = 1;',
    },
  },
  {
    name: 'machinery knows no resource',
    because: `${MACHINERY.replaceAll('|', ', ')} serve every resource and know none`,
    from: { path: `^src/(${MACHINERY})/` },
    to: { path: [RESOURCE, `^src/(${INTERFACES}|${ABOVE})/`] },
    broken: {
      'src/http/pipeline/authenticate.ts': "import type { AccountStore } from '../../accounts/store.ts';",
      'src/accounts/store.ts': 'export type AccountStore = object;',
    },
  },
  {
    name: 'layers point down',
    because: 'limits and database know no HTTP, and database knows no limits',
    from: { path: '^src/(limits|database)/' },
    to: { path: '^src/(http|idempotency|telemetry|limits)/', pathNot: '^src/$1/' },
    broken: {
      'src/database/outbox.ts': "import type { Plan } from '../limits/limiter.ts';",
      'src/limits/limiter.ts': 'export type Plan = string;',
    },
  },
  {
    name: 'adapters are chosen in one place',
    because: 'composition/database.ts and composition/limiter.ts decide which database and which limiter is used',
    from: { path: '^src/', pathNot: ['^src/composition/(database|limiter)[.]ts$', ADAPTERS] },
    to: { path: ADAPTERS },
    broken: {
      'src/main.ts': "const { openSqlite } = await import('./database/sqlite/sqlite.ts');",
      'src/database/sqlite/sqlite.ts': 'export const openSqlite = 1;',
    },
  },
  {
    name: 'composition decides nothing',
    because: 'composition/ connects rooms: it writes no query and answers no request',
    from: { path: '^src/composition/' },
    to: { path: ['node_modules/kysely/', '^src/database/(tables|listed|names|near)[.]ts$', '^src/http/errors[.]ts$'] },
    broken: {
      'src/composition/people.ts': "import { ApiError } from '../http/errors.ts';",
      'src/http/errors.ts': 'export const ApiError = 1;',
    },
  },
  {
    name: 'settings arrive as arguments',
    because: 'rooms receive settings and instances as arguments; only composition/ and commands/ know settings',
    from: { path: ROOM, pathNot: '^src/(commands|composition|settings)/' },
    to: { path: '^src/(main[.]ts$|composition/|settings/)' },
    broken: {
      'src/orders/expiry.ts': "import type { Settings } from '../settings/settings.ts';",
      'src/settings/settings.ts': 'export type Settings = object;',
    },
  },
  {
    name: 'pets point down',
    because: 'routes and store of the animals use query/, profile/ and photos/, and these only query/',
    from: { path: '^src/pets/(query|profile|photos)/' },
    to: { path: '^src/pets/', pathNot: ['^src/pets/$1/', '^src/pets/query/'] },
    broken: {
      'src/pets/query/a.ts': "import type { Pet } from '../schema.ts';",
      'src/pets/schema.ts': 'export type Pet = string;',
    },
  },
  {
    name: 'the client stands alone',
    because: 'the client is published without the service',
    from: { path: '^client/src/' },
    to: { path: '^(src|web|test|bench)/' },
    broken: {
      'client/src/petstore.ts': "import type { Pet } from '../../src/pets/schema.ts';",
      'src/pets/schema.ts': 'export type Pet = string;',
    },
  },
  {
    name: 'only commands call the API',
    because: 'only the commands call the API from outside',
    from: { path: '^src/', pathNot: '^src/(commands|importing)/' },
    to: { path: '^client/' },
    broken: {
      'src/webhooks/sender.ts': "import { Petstore } from '../../client/src/petstore.ts';",
      'client/src/petstore.ts': 'export const Petstore = 1;',
    },
  },
  {
    name: 'the site knows the vocabulary',
    because: 'the site imports the client and, of the service, vocabulary/ and words/ only',
    from: { path: '^web/src/' },
    to: { path: '^(src|test|bench)/', pathNot: '^src/(vocabulary|words)/' },
    broken: {
      'web/src/portal/plans.tsx': "import { PLANS } from '../../../src/limits/plans.ts';",
      'src/limits/plans.ts': 'export const PLANS = 1;',
    },
  },
  {
    name: 'the service needs no tests',
    because: 'what runs in production imports neither tests nor benches nor the site',
    from: { path: '^(src|client)/' },
    to: { path: '^(test|bench|web)/' },
    broken: {
      'src/pets/a.ts': "import { b } from '../../bench/b.ts';",
      'bench/b.ts': 'export const b = 1;',
    },
  },
];

/** The tables of `database/` itself: the outbox, the responses to idempotency keys, and what processes share. Every other one is a room's. */
export const OWN_TABLES: readonly string[] = ['meta', 'events', 'pending_events', 'idempotency_keys'];

/** The files of `database/` that may name every table. */
export const KNOW_TABLES = /^(?:migrations\/.*|migrate|tables|keys|listed)\.ts$/;

/** The tables of rooms that other files of `database/` name: docs/decisions/0079-tables-belong-to-rooms.md. */
export const NAMED_TABLES: Readonly<Record<string, readonly string[]>> = {
  'postgres/additions.ts': ['pets'],
  'postgres/counts.ts': ['pet_counts'],
  'sink.ts': ['pets'],
  'sqlite/copy.ts': ['api_keys', 'pets', 'test_clock'],
  'transaction-sink.ts': ['pets'],
};
