import { isIP } from 'node:net';
import { FORMATS, hrefOf } from '../http/validation/formats.ts';
import { redisLocationOf } from '../limits/redis/location.ts';
import { s3LocationOf } from '../storage/s3-location.ts';
import { FEEDS, SITE_PATHS } from '../vocabulary/site.ts';

/** A setting: an environment variable, and what it may hold. */
export interface Setting<Value> {
  /** As in the environment variable; empty if there is none. */
  readonly default: string;
  /** Describes a valid value. */
  readonly rule: string;
  readonly help: string;
  /** Returns undefined for an invalid value. */
  readonly parse: (text: string) => Value | undefined;
  /** May contain a password: no message shows the value. */
  readonly isSecret?: true;
}

export const text = (fallback: string, help: string): Setting<string> => ({
  default: fallback,
  rule: 'text',
  help,
  parse: (value) => value,
});

/** Text in a format of the API. */
export const formatted = (
  fallback: string,
  format: 'plain-text' | 'email' | 'web-url' | 'time-zone' | 'locale',
  most: number,
  help: string,
): Setting<string> => ({
  default: fallback,
  rule: FORMATS[format].rule(` of up to ${most} characters`),
  help,
  parse(given) {
    const text = format === 'web-url' ? hrefOf(given) : given;
    return text === '' || (FORMATS[format].validate(text) && Array.from(text).length <= most) ? text : undefined;
  },
});

export const integer = (fallback: number, [min, max]: readonly [number, number], help: string): Setting<number> => ({
  default: String(fallback),
  rule: `a whole number from ${min} to ${max}`,
  help,
  parse(text) {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  },
});

export const choice = <const Value extends string>(
  fallback: NoInfer<Value>,
  values: readonly Value[],
  help: string,
): Setting<Value> => ({
  default: fallback,
  rule: `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  help,
  parse: (text) => values.find((value) => value === text),
});

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** In milliseconds. */
export const duration = (fallback: string, help: string): Setting<number> => ({
  default: fallback,
  rule: 'a whole number with a unit: `30s`, `15m`, `48h`, `7d`',
  help,
  parse(text) {
    const [, amount = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
    return Number(amount) > 0 ? Number(amount) * unitMs[unit as keyof typeof unitMs] : undefined;
  },
});

/** A text that may be empty. @param isRight whether another one is valid */
const optional = (
  help: string,
  rule: string,
  isRight: (text: string) => boolean,
  isSecret?: Setting<string>['isSecret'],
): Setting<string> => ({
  default: '',
  rule,
  help,
  ...(isSecret && { isSecret }),
  parse: (text) => (text === '' || isRight(text) ? text : undefined),
});

export const color = (help: string): Setting<string> =>
  optional(help, 'a color like `#a3427a`', (text) => /^#[\da-f]{6}$/i.test(text));

/** The path of a file. */
export const image = (help: string): Setting<string> =>
  optional(help, 'a path that ends with `.png`, `.svg` or `.webp`', (text) => /\.(?:png|svg|webp)$/.test(text));

export const token = (help: string): Setting<string> =>
  optional(help, 'at least 16 characters of printable ASCII without spaces', (text) => /^[!-~]{16,}$/.test(text), true);

/** Several keys; the first is the current one. */
export const secretKeys = (help: string): Setting<readonly string[]> => ({
  default: '',
  rule: 'a text of at least 32 characters of printable ASCII without spaces and commas, or several separated by commas',
  help,
  isSecret: true,
  parse(text) {
    const keys = text === '' ? [] : text.split(',').map((key) => key.trim());
    return keys.every((key) => /^[!-~]{32,}$/.test(key)) ? keys : undefined;
  },
});

export const path = (fallback: string, help: string): Setting<string> => ({
  default: fallback,
  rule: 'a path like `/v1` or `/messages-api/v1`, without a trailing slash, that no other route uses',
  help,
  parse: (text) => (/^(\/[\w.~-]+)+$/.test(text) && !RESERVED_SEGMENTS.has(firstSegment(text)) ? text : undefined),
});

export const origin = (help: string): Setting<string> =>
  optional(
    help,
    'an address like `https://pets.shelter.example`, without a path',
    (text) => /^https?:/.test(text) && URL.parse(text)?.origin === text,
  );

export const url = (schemes: readonly string[], example: string, help: string): Setting<string> =>
  optional(
    help,
    `a URL like \`${example}\``,
    (text) => schemes.includes(URL.parse(text)?.protocol.slice(0, -1) ?? ''),
    true,
  );

const S3_URL = 's3://key:secret@bucket/folder?endpoint=https://storage.example&region=eu-central-1';

export const s3Url = (help: string): Setting<string> =>
  optional(help, `a URL like \`${S3_URL}\``, (text) => s3LocationOf(text) !== undefined, true);

export const backupUrl = (help: string): Setting<string> =>
  optional(help, `a URL like \`file:///backups/petstore\` or \`${S3_URL}\``, isBackupUrl, true);

export const isBackupUrl = (text: string): boolean =>
  (/^file:\/\/\/[^?#]+$/.test(text) && URL.canParse(text)) || s3LocationOf(text) !== undefined;

export const networks = (help: string): Setting<readonly string[]> => ({
  default: '',
  rule: 'IP addresses or CIDR ranges, separated by commas',
  help,
  parse(text) {
    const found = text === '' ? [] : text.split(',').map((network) => network.trim());
    return found.every(isNetwork) ? found : undefined;
  },
});

export const postgresUrl = (help: string) =>
  url(['postgres', 'postgresql'], 'postgres://user:password@host/name', help);

export const redisUrl = (help: string): Setting<string> =>
  optional(
    help,
    'a URL like `redis://user:password@host:6379/0`, `redis+sentinel://user:password@host:26379,host:26379/name` or `redis+cluster://user:password@host:6379,host:6379`',
    (text) => redisLocationOf(text) !== undefined,
    true,
  );

const firstSegment = (path: string): string | undefined => path.split('/')[1];

/** The first segments of the paths of the service's other routes. */
const RESERVED_SEGMENTS: ReadonlySet<string | undefined> = new Set([
  '.well-known',
  '.well-known',
  ...[...SITE_PATHS, ...FEEDS.map(({ path }) => path)].map(firstSegment),
  'assets',
  'healthz',
  'logos',
  'mcp',
  'metrics',
  'page-settings',
  'photos',
  'readyz',
  'session',
  'site-logo',
  'v2',
  'words',
]);

function isNetwork(text: string): boolean {
  const [, address = '', prefix = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128);
}
