import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import type { Environment } from './vocabulary/environments.ts';
import { SIGNUPS, SITE_PATHS } from './vocabulary/site.ts';

type Setting = { readonly help: string } & (
  | { readonly type: 'text'; readonly default: string }
  | { readonly type: 'integer'; readonly default: number; readonly min: number; readonly max: number }
  | { readonly type: 'choice'; readonly default: string; readonly values: readonly string[] }
  | { readonly type: 'networks'; readonly default: readonly string[] }
  | { readonly type: 'path'; readonly default: string }
  | { readonly type: 'origin'; readonly default: string }
  /** May contain a password: no message shows the value. */
  | { readonly type: 'url'; readonly default: string; readonly schemes: readonly string[]; readonly example: string }
  /** In milliseconds. `shown` is the default as the documentation shows it. */
  | { readonly type: 'duration'; readonly default: number; readonly shown: string }
);

/** The service's settings, each an environment variable. `docs/settings.md` is generated from this table. */
const SETTINGS = {
  HOST: {
    type: 'text',
    default: '127.0.0.1',
    help: 'Address to listen on. `0.0.0.0` accepts connections from other machines.',
  },
  PORT: {
    type: 'integer',
    default: 8080,
    min: 0,
    max: 65_535,
    help: 'Port of the production environment. 0 picks any free port.',
  },
  STAGING_PORT: {
    type: 'integer',
    default: 8081,
    min: 0,
    max: 65_535,
    help: 'Port of the staging environment. 0 picks any free port.',
  },
  ENVIRONMENT: {
    type: 'choice',
    default: 'both',
    values: ['both', 'production', 'staging'],
    help: 'Environments that this process serves.',
  },
  DATA_DIR: {
    type: 'text',
    default: './data',
    help: 'Data folder, with one database file per environment. Created if it does not exist.',
  },
  DATABASE_URL: {
    type: 'url',
    default: '',
    schemes: ['postgres', 'postgresql'],
    example: 'postgres://user:password@host/name',
    help: 'PostgreSQL database of the production environment, used instead of a file. Any number of processes can share it.',
  },
  STAGING_DATABASE_URL: {
    type: 'url',
    default: '',
    schemes: ['postgres', 'postgresql'],
    example: 'postgres://user:password@host/name',
    help: 'PostgreSQL database of the staging environment. It must differ from `DATABASE_URL`.',
  },
  REDIS_URL: {
    type: 'url',
    default: '',
    schemes: ['redis', 'rediss'],
    example: 'redis://user:password@host:6379/0',
    help: 'Redis or Valkey server through which several processes of the production environment share rate limits. `rediss` uses TLS.',
  },
  STAGING_REDIS_URL: {
    type: 'url',
    default: '',
    schemes: ['redis', 'rediss'],
    example: 'redis://user:password@host:6379/0',
    help: 'Redis or Valkey server of the staging environment. Both environments can use the same server.',
  },
  LOG_LEVEL: {
    type: 'choice',
    default: 'info',
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    help: 'Minimum level of the log lines that are written.',
  },
  LOG_FORMAT: {
    type: 'choice',
    default: 'auto',
    values: ['auto', 'json', 'pretty'],
    help: 'Format of the log. `auto` means `pretty` on a terminal and `json` elsewhere.',
  },
  SIGNUP: {
    type: 'choice',
    default: 'open',
    values: SIGNUPS,
    help: 'Whether anyone can sign up with `POST /v1/accounts`.',
  },
  ORDER_HOLD: {
    type: 'duration',
    default: 48 * 3_600_000,
    shown: '48h',
    help: 'How long a placed order holds its animal. The order expires unless it is approved in this time.',
  },
  STRICT_CATEGORIES: {
    type: 'choice',
    default: 'false',
    values: ['true', 'false'],
    help: 'Whether `categoryId` of an animal must name an existing category.',
  },
  WEBHOOKS_ALLOW_PRIVATE: {
    type: 'choice',
    default: 'false',
    values: ['true', 'false'],
    help: 'Whether webhook URLs may use `http:` and private addresses. For development and tests only.',
  },
  MESSAGES_BASE_PATH: {
    type: 'path',
    default: '/v1',
    help: 'Base path of the `/messages` operations: `{messages_base_url}` in the specification.',
  },
  ANONYMOUS_PER_MINUTE: {
    type: 'integer',
    default: 600,
    min: 1,
    max: 1_000_000,
    help: 'Requests per minute that one client address may send without a valid API key.',
  },
  TRUSTED_PROXIES: {
    type: 'networks',
    default: [],
    help: 'Trusted proxies. `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host` from any other address are ignored.',
  },
  PUBLIC_URL: {
    type: 'origin',
    default: '',
    help: 'Public address of production, used in password links and at startup. Defaults to the address that the service listens on.',
  },
  STAGING_PUBLIC_URL: {
    type: 'origin',
    default: '',
    help: 'Public address of staging.',
  },
  SMTP_URL: {
    type: 'url',
    default: '',
    schemes: ['smtp', 'smtps'],
    example: 'smtp://user:password@mail.example:587',
    help: 'Mail server for password reset links. Without one, only operators can create these links.',
  },
  MAIL_FROM: {
    type: 'text',
    default: 'petstore@localhost',
    help: 'Sender address of mail.',
  },
  MAX_BODY_BYTES: {
    type: 'integer',
    default: 65_536,
    min: 1_024,
    max: 104_857_600,
    help: 'Maximum size of a request body; a larger one gets 413.',
  },
  MAX_JSON_DEPTH: {
    type: 'integer',
    default: 16,
    min: 2,
    max: 1_000,
    help: 'Maximum nesting of objects and arrays in a request body; a deeper one gets 400.',
  },
  MAX_URL_BYTES: {
    type: 'integer',
    default: 8_192,
    min: 256,
    max: 65_536,
    help: 'Maximum length of the path and query.',
  },
  MAX_HEADER_BYTES: {
    type: 'integer',
    default: 16_384,
    min: 1_024,
    max: 1_048_576,
    help: 'Maximum size of the request line and headers together; larger ones get 431.',
  },
  HEADERS_TIMEOUT_SECONDS: {
    type: 'integer',
    default: 10,
    min: 1,
    max: 600,
    help: 'Time limit for receiving the headers of a request; a slower one gets 408.',
  },
  REQUEST_TIMEOUT_SECONDS: {
    type: 'integer',
    default: 30,
    min: 1,
    max: 600,
    help: 'Time limit for receiving a whole request; a slower one gets 408.',
  },
  DRAIN_SECONDS: {
    type: 'integer',
    default: 8,
    min: 0,
    max: 600,
    help: 'Time that accepted requests have to finish after SIGTERM, before their connections are closed.',
  },
} as const satisfies Record<string, Setting>;

type Value<S extends Setting> = S extends { type: 'integer' | 'duration' }
  ? number
  : S extends { type: 'networks' }
    ? readonly string[]
    : S extends { values: readonly (infer Choice)[] }
      ? Choice
      : string;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>;

/** Names are in camel case: `MAX_BODY_BYTES` is `maxBodyBytes`. */
export type Settings = { readonly [Name in keyof typeof SETTINGS as Camel<Name>]: Value<(typeof SETTINGS)[Name]> };

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
    Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
      const text = env[name]?.trim() ?? '';
      return [camel(name), text === '' ? setting.default : parse(name, setting, text)];
    }),
  ) as unknown as Settings;
  const chosen = only === undefined ? settings : { ...settings, environment: only };
  checkTogether(chosen);
  return chosen;
}

const firstSegment = (path: string): string | undefined => path.split('/')[1];

/** The first segments of the paths of the service's other routes. */
const RESERVED_SEGMENTS: ReadonlySet<string | undefined> = new Set([
  ...SITE_PATHS.map(firstSegment),
  'assets',
  'healthz',
  'metrics',
  'page-settings',
  'readyz',
  'session',
]);

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function parse(name: string, setting: Setting, text: string): string | number | readonly string[] {
  switch (setting.type) {
    case 'text':
      return text;
    case 'integer': {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= setting.min && value <= setting.max) return value;
      break;
    }
    case 'choice':
      if (setting.values.includes(text)) return text;
      break;
    case 'duration': {
      const [, amount = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
      if (amount !== '' && Number(amount) > 0) return Number(amount) * unitMs[unit as keyof typeof unitMs];
      break;
    }
    case 'path':
      if (/^(\/[\w.~-]+)+$/.test(text) && !RESERVED_SEGMENTS.has(firstSegment(text))) return text;
      break;
    case 'origin':
      if (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text) return text;
      break;
    case 'url':
      if (URL.canParse(text) && setting.schemes.includes(new URL(text).protocol.slice(0, -1))) return text;
      throw new Failure(`${name} must be ${rule(setting)}.`);
    case 'networks': {
      const networks = text.split(',').map((network) => network.trim());
      if (networks.every(isNetwork)) return networks;
    }
  }
  throw new Failure(`${name} is ${JSON.stringify(text)}, but it must be ${rule(setting)}.`);
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

/** Renders `docs/settings.md`. */
export function settingsPage(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(([name, setting]) => {
    const value = setting.type === 'duration' ? setting.shown : String(setting.default);
    return `| \`${name}\` | ${value === '' ? 'none' : `\`${value}\``} | ${rule(setting)} | ${setting.help} |`;
  });
  return `# Settings

Each setting is an environment variable. An unset or empty variable takes its default. If a value is invalid, the service does not
start, and prints which setting to correct. This page is generated by \`npm run docs\`.

| setting | default | value | meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}

function rule(setting: Setting): string {
  switch (setting.type) {
    case 'text':
      return 'text';
    case 'integer':
      return `a whole number from ${setting.min} to ${setting.max}`;
    case 'choice':
      return `${setting.values.slice(0, -1).join(', ')} or ${setting.values.at(-1)}`;
    case 'duration':
      return 'a whole number with a unit: `30s`, `15m`, `48h`, `7d`';
    case 'path':
      return 'a path like `/v1` or `/messages-api/v1`, without a trailing slash, that no other route uses';
    case 'origin':
      return 'an address like `https://pets.shelter.example`, without a path';
    case 'url':
      return `a URL like \`${setting.example}\``;
    case 'networks':
      return 'IP addresses or CIDR ranges, separated by commas';
  }
}

function isNetwork(text: string): boolean {
  const [, address = '', prefix = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128);
}

function camel(name: string): string {
  return name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
