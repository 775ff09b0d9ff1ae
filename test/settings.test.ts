import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Failure } from '../src/failure.ts';
import { readSettings, shownSettings } from '../src/settings/settings.ts';

describe('settings', () => {
  test('take their defaults when unset or empty', () => {
    const defaults = readSettings({});
    expect(defaults).toMatchObject({ host: '127.0.0.1', port: 8080, stagingPort: 8081, environment: 'both' });
    expect(defaults).toMatchObject({ dataDir: './data', maxBodyBytes: 65_536, trustedProxies: [] });
    expect(readSettings({ HOST: '', PORT: ' ', TRUSTED_PROXIES: '' })).toEqual(defaults);
  });

  test('are read from their variables; unknown variables are ignored', () => {
    const env = { PORT: '0', ENVIRONMENT: 'staging', TRUSTED_PROXIES: '10.0.0.0/8, ::1', PETS: 'many', path: 'x' };
    expect(readSettings(env)).toEqual({
      ...readSettings({}),
      port: 0,
      environment: 'staging',
      trustedProxies: ['10.0.0.0/8', '::1'],
    });
  });

  test('SECRET_KEY has keys of at least 32 characters, the current one first, and no message shows it', () => {
    const [current, former] = ['k'.repeat(32), `${'f'.repeat(31)}=`];
    expect(readSettings({ SECRET_KEY: current }).secretKey).toEqual([current]);
    expect(readSettings({ SECRET_KEY: ` ${current} , ${former} ` }).secretKey).toEqual([current, former]);
    for (const value of ['k'.repeat(31), `${current},`, `${current},short`, `${'k'.repeat(20)} ${'k'.repeat(20)}`])
      expect(() => readSettings({ SECRET_KEY: value })).toThrow(
        /^SECRET_KEY must be a text of at least 32 characters of printable ASCII without spaces and commas, or several separated by commas\.$/,
      );
  });

  test.each([
    ['PORT', '65536', 'PORT is "65536", but it must be a whole number from 0 to 65535.'],
    ['PORT', '-1', 'PORT is "-1", but it must be a whole number from 0 to 65535.'],
    ['PORT', '80.5', 'PORT is "80.5", but it must be a whole number from 0 to 65535.'],
    ['PORT', '1e3', 'PORT is "1e3", but it must be a whole number from 0 to 65535.'],
    ['MAX_JSON_DEPTH', 'deep', 'MAX_JSON_DEPTH is "deep", but it must be a whole number from 2 to 1000.'],
    ['ENVIRONMENT', 'prod', 'ENVIRONMENT is "prod", but it must be both, production or staging.'],
    ['SIGNUP', 'Open', 'SIGNUP is "Open", but it must be open, closed or approved.'],
    [
      'ORGANIZATION_EMAIL',
      'hello',
      'ORGANIZATION_EMAIL is "hello", but it must be an email address of up to 254 characters.',
    ],
    ...['localhost', '10.0.0.0/33', '10.0.0.1,,10.0.0.2', '10.0.0.0/', '::/129', '1.2.3.4/8/8'].map((value) => [
      'TRUSTED_PROXIES',
      value,
      `TRUSTED_PROXIES is "${value}", but it must be IP addresses or CIDR ranges, separated by commas.`,
    ]),
  ])('%s=%s is refused', (name, value, message) => {
    expect(() => readSettings({ [name]: value })).toThrow(new Failure(message));
  });

  test('that are secrets may be in files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-settings-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'secret');
    const values = {
      SECRET_KEY: 'k'.repeat(32),
      METRICS_TOKEN: 'm'.repeat(16),
      DATABASE_URL: 'postgres://petstore:p@db/petstore',
      STAGING_DATABASE_URL: 'postgres://petstore:p@db/staging',
      REDIS_URL: 'redis://:p@redis/0',
      STAGING_REDIS_URL: 'redis://:p@redis/1',
      SMTP_URL: 'smtp://user:p@mail.example',
      PHOTOS_URL: 's3://key:secret@bucket/folder?endpoint=https://storage.example',
    };
    for (const [name, value] of Object.entries(values)) {
      await writeFile(file, `${value}\n`);
      const others = Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
      expect(readSettings({ ...others, [`${name}_FILE`]: file })).toEqual(readSettings(values));
      expect(() => readSettings({ ...values, [`${name}_FILE`]: file })).toThrow(
        new Failure(`${name} and ${name}_FILE are both set: remove one of them.`),
      );
      expect(() => readSettings({ ...others, [`${name}_FILE`]: join(folder, 'none') })).toThrow(
        new RegExp(`^${name}_FILE cannot be read: ENOENT`),
      );
    }
    expect(shownSettings(readSettings({ ...values, PORT: '9000', SIGNUP: 'open' }))).toEqual({
      PORT: 9_000,
      ...Object.fromEntries(Object.keys(values).map((name) => [name, '(set)'])),
    });
  });

  test('that contradict each other are refused', () => {
    expect(() => readSettings({ PORT: '9000', STAGING_PORT: '9000' })).toThrow(
      'PORT and STAGING_PORT are both 9000, but each environment needs its own.',
    );
    expect(readSettings({ PORT: '9000', STAGING_PORT: '9000', ENVIRONMENT: 'staging' }).stagingPort).toBe(9000);
    expect(readSettings({ PORT: '0', STAGING_PORT: '0' }).port).toBe(0);
    expect(() => readSettings({ REQUEST_TIMEOUT_SECONDS: '5' })).toThrow(
      'HEADERS_TIMEOUT_SECONDS is 10, but it must not exceed REQUEST_TIMEOUT_SECONDS, which is 5.',
    );
    expect(() => readSettings({ MAX_HEADER_BYTES: '4096' })).toThrow(
      'MAX_URL_BYTES is 8192, but it must not exceed MAX_HEADER_BYTES, which is 4096.',
    );
  });

  test.each(['localhost:5432/petstore', 'mysql://ann:s3cret@localhost/petstore', 's3cret'])(
    'DATABASE_URL=%s is refused without being shown',
    (value) => {
      const must = 'must be a URL like `postgres://user:password@host/name`.';
      expect(() => readSettings({ DATABASE_URL: value })).toThrow(new Failure(`DATABASE_URL ${must}`));
    },
  );

  test('a database for only one environment serves only that one', () => {
    const [DATABASE_URL, STAGING_DATABASE_URL] = ['postgres://db/petstore', 'postgresql://db/petstore_staging'];
    expect(() => readSettings({ DATABASE_URL })).toThrow(
      'DATABASE_URL is set, but STAGING_DATABASE_URL is not: set it too, or serve production alone with --environment production.',
    );
    expect(() => readSettings({ DATABASE_URL }, 'staging')).toThrow(/^DATABASE_URL is set, but STAGING/);
    expect(readSettings({ DATABASE_URL }, 'production').databaseUrl).toBe(DATABASE_URL);
    expect(() => readSettings({ STAGING_DATABASE_URL })).toThrow(
      'STAGING_DATABASE_URL is set, but DATABASE_URL is not: set it too, or serve staging alone with --environment staging.',
    );
    expect(readSettings({ STAGING_DATABASE_URL, ENVIRONMENT: 'staging' }).stagingDatabaseUrl).toBe(
      STAGING_DATABASE_URL,
    );
    expect(readSettings({ DATABASE_URL, STAGING_DATABASE_URL }).environment).toBe('both');
    expect(() => readSettings({ DATABASE_URL, STAGING_DATABASE_URL: DATABASE_URL })).toThrow(
      'DATABASE_URL and STAGING_DATABASE_URL name the same database, but each environment needs its own.',
    );
  });

  test.each([
    'localhost:6379',
    'http://:s3cret@localhost',
    '/run/redis.sock',
    's3cret',
    'redis+sentinel://host:26379',
    'redis+cluster://host/name',
    'redis+cluster://host,:s3cret@',
    'redis+proxy://host',
  ])('REDIS_URL=%s is refused without being shown', (value) => {
    const must =
      'must be a URL like `redis://user:password@host:6379/0`, `redis+sentinel://user:password@host:26379,host:26379/name` or `redis+cluster://user:password@host:6379,host:6379`.';
    expect(() => readSettings({ REDIS_URL: value })).toThrow(new Failure(`REDIS_URL ${must}`));
    expect(() => readSettings({ STAGING_REDIS_URL: value })).toThrow(new Failure(`STAGING_REDIS_URL ${must}`));
  });

  test('of Redis are required for every environment that is served, and may be the same', () => {
    const url = 'rediss://:s3cret@redis.example';
    expect(readSettings({ REDIS_URL: url, STAGING_REDIS_URL: url })).toMatchObject({
      redisUrl: url,
      stagingRedisUrl: url,
    });
    expect(readSettings({ REDIS_URL: url, ENVIRONMENT: 'production' }).redisUrl).toBe(url);
    expect(() => readSettings({ REDIS_URL: url })).toThrow(
      'REDIS_URL is set, but STAGING_REDIS_URL is not: set it too, or serve production alone with --environment production.',
    );
    expect(() => readSettings({ STAGING_REDIS_URL: url })).toThrow(
      'STAGING_REDIS_URL is set, but REDIS_URL is not: set it too, or serve staging alone with --environment staging.',
    );
  });
});
