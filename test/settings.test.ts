import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError, settingsPage } from '../src/settings.ts';

describe('settings', () => {
  test('have defaults, when unset and when empty', () => {
    const defaults = readSettings({});
    expect(defaults).toMatchObject({ host: '127.0.0.1', port: 8080, stagingPort: 8081, environment: 'both' });
    expect(defaults).toMatchObject({ dataDir: './data', maxBodyBytes: 65_536, trustedProxies: [] });
    expect(readSettings({ HOST: '', PORT: ' ', TRUSTED_PROXIES: '' })).toEqual(defaults);
  });

  test('come from their variables; other variables are ignored', () => {
    const env = { PORT: '0', ENVIRONMENT: 'staging', TRUSTED_PROXIES: '10.0.0.0/8, ::1', PETS: 'many', path: 'x' };
    expect(readSettings(env)).toEqual({
      ...readSettings({}),
      port: 0,
      environment: 'staging',
      trustedProxies: ['10.0.0.0/8', '::1'],
    });
  });

  test.each([
    ['PORT', '65536', 'PORT is "65536", but it must be a whole number from 0 to 65535.'],
    ['PORT', '-1', 'PORT is "-1", but it must be a whole number from 0 to 65535.'],
    ['PORT', '80.5', 'PORT is "80.5", but it must be a whole number from 0 to 65535.'],
    ['PORT', '1e3', 'PORT is "1e3", but it must be a whole number from 0 to 65535.'],
    ['MAX_JSON_DEPTH', 'deep', 'MAX_JSON_DEPTH is "deep", but it must be a whole number from 2 to 1000.'],
    ['ENVIRONMENT', 'prod', 'ENVIRONMENT is "prod", but it must be both, production or staging.'],
    ['SIGNUP', 'Open', 'SIGNUP is "Open", but it must be open or closed.'],
    ...['localhost', '10.0.0.0/33', '10.0.0.1,,10.0.0.2', '10.0.0.0/', '::/129', '1.2.3.4/8/8'].map((value) => [
      'TRUSTED_PROXIES',
      value,
      `TRUSTED_PROXIES is "${value}", but it must be IP addresses or CIDR ranges, separated by commas.`,
    ]),
  ])('%s=%s ends the start', (name, value, message) => {
    expect(() => readSettings({ [name]: value })).toThrow(new SettingsError(message));
  });

  test('that contradict each other end the start', () => {
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

  test('docs/settings.md says what the table says (npm run docs writes it)', () => {
    expect(readFileSync('docs/settings.md', 'utf8')).toBe(settingsPage());
  });
});
