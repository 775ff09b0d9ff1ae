import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure, reasonOf } from '../failure.ts';
import type { Environment } from '../vocabulary/environments.ts';
import { FIRST_NAME } from '../vocabulary/organizations.ts';
import { SIGNUPS } from '../vocabulary/site.ts';
import {
  backupUrl,
  choice,
  color,
  duration,
  formatted,
  image,
  integer,
  networks,
  origin,
  path,
  postgresUrl,
  redisUrl,
  s3Url,
  secretKeys,
  type Setting,
  text,
  token,
  url,
} from './kinds.ts';

/** The service's settings, each an environment variable. `docs/settings.md` is generated from this table. */
const SETTINGS = {
  HOST: text('127.0.0.1', 'Address to listen on. `0.0.0.0` accepts connections from other machines.'),
  PORT: integer(8080, [0, 65_535], 'Port of the production environment. 0 picks any free port.'),
  STAGING_PORT: integer(8081, [0, 65_535], 'Port of the staging environment. 0 picks any free port.'),
  ENVIRONMENT: choice('both', ['both', 'production', 'staging'], 'Environments that this process serves.'),
  DATA_DIR: text('./data', 'Data folder, with one database file per environment. Created if it does not exist.'),
  FIRST_KEYS: choice(
    'print',
    ['print', 'file'],
    'Where the first start shows the API keys and password links of the operator. `print` writes them to standard output. `file` writes them to `first-keys.txt` in `DATA_DIR`, which only the user of the service can read: for containers, whose output is kept in a log.',
  ),
  DATABASE_URL: postgresUrl(
    'PostgreSQL database of the production environment, used instead of a file. Any number of processes can share it.',
  ),
  STAGING_DATABASE_URL: postgresUrl(
    'PostgreSQL database of the staging environment. It must differ from `DATABASE_URL`.',
  ),
  DATABASE_POOL_SIZE: integer(
    10,
    [2, 200],
    'Connections that each process opens to the PostgreSQL database of an environment, at most. Processes × environments × this number must stay below `max_connections` of PostgreSQL; `petstore doctor` compares them.',
  ),
  PHOTOS_URL: s3Url(
    'Bucket of S3-compatible storage for the photos of animals. Each environment has a folder of its own in it. Without one, photos are in PostgreSQL or, with the embedded database, in `DATA_DIR`.',
  ),
  BACKUP_URL: backupUrl(
    'Where the service keeps its backups: a folder, which must exist, or a bucket of S3-compatible storage. Each environment has a folder of its own in it. Without one, the service makes no backups.',
  ),
  BACKUP_EVERY: duration('24h', 'How often the service makes a backup at `BACKUP_URL`.'),
  REDIS_URL: redisUrl(
    'Redis or Valkey server through which several processes of the production environment share rate limits: one server, the primary that Sentinel names, or a cluster. `rediss`, `rediss+sentinel` and `rediss+cluster` use TLS.',
  ),
  STAGING_REDIS_URL: redisUrl(
    'Redis or Valkey server of the staging environment. Both environments can use the same server.',
  ),
  SECRET_KEY: secretKeys(
    'Key for encrypting the secrets in its databases: webhook secrets, and its own. Make one with `openssl rand -base64 32`, and keep it apart from the backups: without it, the service does not start again. To replace it, put the new key before the old one, separated by a comma.',
  ),
  LOG_LEVEL: choice(
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'Minimum level of the log lines that are written.',
  ),
  LOG_FORMAT: choice(
    'auto',
    ['auto', 'json', 'pretty'],
    'Format of the log. `auto` means `pretty` on a terminal and `json` elsewhere.',
  ),
  SIGNUP: choice(
    'open',
    SIGNUPS,
    'Whether anyone can sign up with `POST /v1/accounts`. With `approved`, a new account works once an operator has approved it.',
  ),
  ORDER_HOLD: duration(
    '48h',
    'How long a placed order holds its animal. The order expires unless it is approved in this time.',
  ),
  VISITOR_OPEN_ORDERS: integer(
    3,
    [1, 1_000_000],
    'How many open orders visitors may have at a time, for each client address and for each adopter. Accounts that signed up by themselves have the same limit for the animals of listed organizations. The same number of open applications, at least 5, may stand beside them.',
  ),
  RETENTION_DAYS: integer(
    0,
    [0, 36_500],
    'Days after which closed orders and applications lose their adopter and note, and messages their text. Events and deliveries are kept no longer than this either. 0 keeps orders, applications and messages for good.',
  ),
  STRICT_CATEGORIES: choice(
    'false',
    ['true', 'false'],
    'Whether `categoryId` of an animal must name an existing category.',
  ),
  WEBHOOKS_ALLOW_PRIVATE: choice(
    'false',
    ['true', 'false'],
    'Whether webhook URLs may use `http:` and private addresses, and photos of imported animals may come from such. For development and tests only.',
  ),
  PETFINDER_API: choice(
    'on',
    ['on', 'off'],
    "Whether programs that were written for Petfinder's API find the listed animals under `/petfinder/v2`, and under its alias `/v2`.",
  ),
  MESSAGES_BASE_PATH: path('/v1', 'Base path of the `/messages` operations, which are under `/v1` in any case.'),
  ANONYMOUS_PER_MINUTE: integer(
    600,
    [1, 1_000_000],
    'Requests per minute that one client address may send without a valid API key.',
  ),
  METRICS_TOKEN: token(
    'Bearer token that `/metrics` needs. Without one, everybody who reaches the service can read it.',
  ),
  CONNECTIONS_PER_ADDRESS: integer(
    1_000,
    [1, 1_000_000],
    'Connections that one client address may have open. Trusted proxies may have any number.',
  ),
  TRUSTED_PROXIES: networks(
    'Trusted proxies. `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host` from any other address are ignored.',
  ),
  PUBLIC_URL: origin(
    'Public address of production, used in password links and at startup. Defaults to the address that the service listens on.',
  ),
  STAGING_PUBLIC_URL: origin('Public address of staging.'),
  SMTP_URL: url(
    ['smtp', 'smtps'],
    'smtp://user:password@mail.example:587',
    'Mail server. With one, people request password links themselves, and in production a new account works once its owner has confirmed the address.',
  ),
  MAIL_FROM: text('petstore@localhost', 'Sender address of mail.'),
  ORGANIZATION_NAME: formatted(
    FIRST_NAME,
    'plain-text',
    255,
    'Name of the organization that the first start makes. Change it later in the console.',
  ),
  ORGANIZATION_EMAIL: formatted('', 'email', 254, 'Email address for the public of that organization.'),
  ORGANIZATION_PHONE: formatted('', 'plain-text', 50, 'Telephone number for the public of that organization.'),
  ORGANIZATION_WEBSITE: formatted('', 'web-url', 500, 'Website of that organization.'),
  ORGANIZATION_TIME_ZONE: formatted(
    '',
    'time-zone',
    50,
    'Time zone of that organization, for its mails and hours; by default the zone of the machine.',
  ),
  ORGANIZATION_LOCALE: formatted(
    '',
    'locale',
    35,
    'Language of that organization’s pages and mails for visitors, and how mails write dates.',
  ),
  SITE_NAME: formatted(
    '',
    'plain-text',
    255,
    'Name of the site, at the top of its pages and in their titles. By default the name of the organization that visitors see, while they see exactly one.',
  ),
  SITE_LOGO: image('File with the logo of the site. By default the logo of that organization.'),
  SITE_ACCENT: color(
    'Color of the buttons and links of the site in production, and of mails. Their texts stay legible, whatever the color is.',
  ),
  SECURITY_CONTACT: formatted(
    '',
    'email',
    254,
    'Email address for reports of weaknesses, in `/.well-known/security.txt`; by default the address of the only public organization.',
  ),
  MAX_BODY_BYTES: integer(65_536, [1_024, 104_857_600], 'Maximum size of a request body; a larger one gets 413.'),
  MAX_JSON_DEPTH: integer(
    16,
    [2, 1_000],
    'Maximum nesting of objects and arrays in a request body; a deeper one gets 400.',
  ),
  MAX_URL_BYTES: integer(8_192, [256, 65_536], 'Maximum length of the path and query.'),
  MAX_HEADER_BYTES: integer(
    16_384,
    [1_024, 1_048_576],
    'Maximum size of the request line and headers together; larger ones get 431.',
  ),
  HEADERS_TIMEOUT_SECONDS: integer(
    10,
    [1, 600],
    'Time limit for receiving the headers of a request; a slower one gets 408.',
  ),
  REQUEST_TIMEOUT_SECONDS: integer(30, [1, 600], 'Time limit for receiving a whole request; a slower one gets 408.'),
  SHUTDOWN_DELAY_SECONDS: integer(
    0,
    [0, 600],
    'Time after SIGTERM during which the service keeps serving while `/readyz` says 503, so that a load balancer notices and sends nothing more.',
  ),
  DRAIN_SECONDS: integer(
    8,
    [0, 600],
    'Time that accepted requests have to finish after SIGTERM and that delay, before their connections are closed.',
  ),
};

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>;

type ValueOf<S> = S extends Setting<infer Value> ? Value : never;

/** Names are in camel case: `MAX_BODY_BYTES` is `maxBodyBytes`. */
export type Settings = { readonly [Name in keyof typeof SETTINGS as Camel<Name>]: ValueOf<(typeof SETTINGS)[Name]> };

/**
 * Reads the settings. An unset or empty variable takes its default; unknown variables are ignored.
 *
 * @param only the environment to use instead of ENVIRONMENT
 * @throws Failure if a value is invalid, or two contradict each other
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
  only?: Environment,
): Settings {
  const settings = Object.fromEntries(
    Object.entries<Setting<unknown>>(SETTINGS).map(([name, setting]) => [
      camel(name),
      valueOf(setting, name, givenFor(setting, name, env)),
    ]),
  ) as unknown as Settings;
  const chosen = only === undefined ? settings : { ...settings, environment: only };
  checkTogether(chosen);
  return chosen;
}

/** A secret may be in a file: its variable is in the output of `docker inspect`, and inherited by every process. */
function givenFor(
  { isSecret }: Setting<unknown>,
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const file = isSecret ? env[`${name}_FILE`]?.trim() : undefined;
  if (!file) return env[name];
  if (env[name]?.trim()) throw new Failure(`${name} and ${name}_FILE are both set: remove one of them.`);
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Failure(`${name}_FILE cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

function valueOf({ default: fallback, rule, parse, isSecret }: Setting<unknown>, name: string, given = ''): unknown {
  const text = given.trim();
  const value = parse(text || fallback);
  if (value !== undefined) return value;
  throw new Failure(`${name} ${isSecret ? '' : `is ${JSON.stringify(text)}, but it `}must be ${rule}.`);
}

function checkTogether(settings: Settings): void {
  const { environment, port, stagingPort, headersTimeoutSeconds, requestTimeoutSeconds } = settings;
  if (environment === 'both' && port === stagingPort && port !== 0) {
    throw new Failure(`PORT and STAGING_PORT are both ${port}, but each environment needs its own.`);
  }
  const { databaseUrl, stagingDatabaseUrl } = settings;
  checkBoth(environment, 'DATABASE_URL', databaseUrl, stagingDatabaseUrl);
  if (databaseUrl !== '' && databaseUrl === stagingDatabaseUrl) {
    throw new Failure(
      'DATABASE_URL and STAGING_DATABASE_URL name the same database, but each environment needs its own.',
    );
  }
  checkBoth(environment, 'REDIS_URL', settings.redisUrl, settings.stagingRedisUrl);
  if (headersTimeoutSeconds > requestTimeoutSeconds) {
    throw new Failure(
      `HEADERS_TIMEOUT_SECONDS is ${headersTimeoutSeconds}, but it must not exceed REQUEST_TIMEOUT_SECONDS, which is ${requestTimeoutSeconds}.`,
    );
  }
  if (settings.maxUrlBytes > settings.maxHeaderBytes) {
    throw new Failure(
      `MAX_URL_BYTES is ${settings.maxUrlBytes}, but it must not exceed MAX_HEADER_BYTES, which is ${settings.maxHeaderBytes}.`,
    );
  }
}

/** An environment without the setting would silently use the embedded database or its own limits. */
function checkBoth(served: Settings['environment'], name: string, production: string, staging: string): void {
  if (served !== 'production' && production !== '' && staging === '') {
    throw new Failure(
      `${name} is set, but STAGING_${name} is not: set it too, or serve production alone with --environment production.`,
    );
  }
  if (served !== 'staging' && staging !== '' && production === '') {
    throw new Failure(
      `STAGING_${name} is set, but ${name} is not: set it too, or serve staging alone with --environment staging.`,
    );
  }
}

/** The settings, with one environment's under the names of production's. */
export const settingsOf = (environment: Environment, settings: Settings): Settings =>
  environment === 'production'
    ? settings
    : {
        ...settings,
        port: settings.stagingPort,
        databaseUrl: settings.stagingDatabaseUrl,
        redisUrl: settings.stagingRedisUrl,
        publicUrl: settings.stagingPublicUrl,
      };

/** The settings that differ from their defaults, without secrets. */
export const shownSettings = (settings: Settings): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries<Setting<unknown>>(SETTINGS).flatMap(([name, { default: fallback, parse, isSecret }]) => {
      const value = (settings as Readonly<Record<string, unknown>>)[camel(name)];
      if (JSON.stringify(value) === JSON.stringify(parse(fallback))) return [];
      return [[name, isSecret ? '(set)' : value]];
    }),
  );

/** Whether owners confirm the addresses of their accounts, by mail. In staging, programs sign up without a person who reads mail. */
export const confirmsAddresses = (environment: Environment, { smtpUrl }: Pick<Settings, 'smtpUrl'>): boolean =>
  environment === 'production' && smtpUrl !== '';

/** An environment's counterpart of production's variable `name`. */
export const settingName = (name: 'PORT' | 'DATABASE_URL', environment: Environment): string =>
  environment === 'production' ? name : `STAGING_${name}`;

/** The file of an environment's embedded database. */
export const databaseFile = (environment: Environment, { dataDir }: Pick<Settings, 'dataDir'>): string =>
  join(dataDir, `${environment}.sqlite`);

/** The folder of an environment's photos beside the embedded database. */
export const photoFolderOf = (environment: Environment, { dataDir }: Pick<Settings, 'dataDir'>): string =>
  join(dataDir, 'photos', environment);

/** Environment variables of the commands that call the API. */
export interface CallerEnvironment {
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  /** The user's configuration folder: https://specifications.freedesktop.org/basedir-spec/ */
  readonly configFolder: string;
}

export function readCallerEnvironment(
  env: Readonly<Record<string, string | undefined>> = process.env,
): CallerEnvironment {
  const valueOf = (name: string) => env[name]?.trim() || undefined;
  return {
    baseUrl: valueOf('PETSTORE_BASE_URL'),
    apiKey: valueOf('PETSTORE_API_KEY'),
    configFolder: valueOf('XDG_CONFIG_HOME') ?? join(homedir(), '.config'),
  };
}

const secretNames = (): string =>
  Object.entries<Setting<unknown>>(SETTINGS)
    .flatMap(([name, { isSecret }]) => (isSecret ? `\`${name}\`` : []))
    .join(', ');

/** Renders `docs/settings.md`. */
export function settingsPage(): string {
  const rows = Object.entries<Setting<unknown>>(SETTINGS).map(
    ([name, { default: value, rule, help }]) =>
      `| \`${name}\` | ${value === '' ? 'none' : `\`${value}\``} | ${rule} | ${help} |`,
  );
  return `# Settings

Each setting is an environment variable. An unset or empty variable takes its default. If a value is invalid, the service does not
start, and prints which setting to correct. A setting that is a secret (${secretNames()}) can
be in a file instead: \`SECRET_KEY_FILE=/run/secrets/petstore\` reads it from there. This page is generated by \`npm run docs\`.

| setting | default | value | meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}

function camel(name: string): string {
  return name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
