import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

const RESOURCES = 'accounts|categories|events|messages|orders|organizations|people|pets|statistics|webhooks';
const MACHINERY = 'database|http|idempotency|limits|mail|telemetry';
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
    name: 'a schema is types',
    because: "a schema imports TypeBox, http's shapes, other schemas and vocabulary",
    from: { path: `${ROOM}.*${SCHEMA}` },
    to: { pathNot: ['node_modules/typebox/', '^src/http/(shapes|formats)[.]ts$', '^src/vocabulary/', SCHEMA] },
    broken: { 'src/accounts/keys/schema.ts': "import { createHash } from 'node:crypto';" },
  },
  {
    name: 'a store is queries',
    because: 'a store imports its own room, database, vocabulary and Kysely',
    from: { path: `${ROOM}.*${STORE}`, pathNot: `^src/(${MACHINERY}|commands)/` },
    to: {
      pathNot: ['^src/$1/', '^src/database/', '^src/vocabulary/', 'node_modules/kysely/'],
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
    from: { path: `${ROOM}.*${STORE}`, pathNot: `^src/(${MACHINERY})/` },
    to: { path: [`${ROOM}.*${ROUTES}`, `${ROOM}.*${SCHEMA}`], dependencyTypesNot: ['type-only'] },
    broken: {
      'src/pets/store.ts': "import { Pet } from './schema.ts';",
      'src/pets/schema.ts': 'export const Pet = 1;',
    },
  },
  {
    name: 'resources share stores',
    because: "a resource knows another resource's store only",
    from: { path: `^src/(${RESOURCES})/` },
    to: { path: `^src/(${RESOURCES})/`, pathNot: ['^src/$1/', STORE] },
    broken: {
      'src/orders/expiry.ts': "import type { Pet } from '../pets/schema.ts';",
      'src/pets/schema.ts': 'export type Pet = string;',
    },
  },
  {
    name: 'stores arrive as arguments',
    because: "a resource receives another resource's store as an argument and imports its types only",
    from: { path: `^src/(${RESOURCES})/` },
    to: { path: `^src/(${RESOURCES})/.*${STORE}`, pathNot: '^src/$1/', dependencyTypesNot: ['type-only'] },
    broken: {
      'src/accounts/admin-routes.ts': "import { petStore } from '../pets/store.ts';",
      'src/pets/store.ts': 'export const petStore = 1;',
    },
  },
  {
    name: 'machinery knows no resource',
    because: 'http, idempotency, telemetry, limits and database serve every resource and know none',
    from: { path: `^src/(${MACHINERY})/` },
    to: { path: `^src/(${RESOURCES}|commands|compat|importing|transfer)/` },
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
    because: 'open-database.ts and open-limiter.ts decide which database and which limiter is used',
    from: { path: '^src/', pathNot: ['^src/open-(database|limiter)[.]ts$', ADAPTERS] },
    to: { path: ADAPTERS },
    broken: {
      'src/main.ts': "const { openSqlite } = await import('./database/sqlite/sqlite.ts');",
      'src/database/sqlite/sqlite.ts': 'export const openSqlite = 1;',
    },
  },
  {
    name: 'settings arrive as arguments',
    because: 'rooms receive settings and instances as arguments; only commands/ reads settings and opens services',
    from: { path: ROOM, pathNot: '^src/commands/' },
    to: { path: '^src/(main|service|settings|open-[a-z]+)[.]ts$' },
    broken: {
      'src/http/server.ts': "import type { Settings } from '../settings.ts';",
      'src/settings.ts': 'export type Settings = object;',
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
    because: 'the site imports the client and, of the service, vocabulary/ only',
    from: { path: '^web/src/' },
    to: { path: '^(src|test|bench)/', pathNot: '^src/vocabulary/' },
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
