import { basename } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { databaseFile } from '../../src/settings/settings.ts';
import { storeOfPreviousVersion } from '../organizations/previous-version.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { logLines } from '../support/logs.ts';
import { sqlOn, urlOf } from '../support/postgres.ts';
import { endAll, petstore, petstoreUntil, request } from '../support/process.ts';
import { BACKENDS } from '../support/service.ts';

afterAll(endAll);

/** Keeps the database of a folder from being migrated while `work` runs. */
const HELD = {
  async SQLite(dataDir: string, work: () => Promise<void>) {
    const other = new SqliteDatabase(databaseFile('production', { dataDir }));
    other.pragma('journal_mode = WAL');
    other.exec('begin immediate');
    await work().finally(() => other.close());
  },
  PostgreSQL: (dataDir: string, work: () => Promise<void>) =>
    sqlOn(urlOf(`${basename(dataDir)}-production`), async (client) => {
      await client.query('select pg_advisory_lock(7023991554871000)');
      await work();
    }),
};

/** The answers to requests that a client sends one after the other, each over a connection of its own. */
function keepAsking(url: string): { end: () => Promise<(number | string)[]> } {
  const over = new AbortController();
  const seen: (number | string)[] = [];
  const asking = (async () => {
    while (!over.signal.aborted) {
      const answer = fetch(url, { headers: { connection: 'close' } }).then(
        ({ status }) => status,
        (error: unknown) => ((error as Error).cause as NodeJS.ErrnoException).code ?? String(error),
      );
      const outcome = await answer;
      if (outcome !== seen.at(-1)) seen.push(outcome);
    }
  })();
  return {
    async end() {
      over.abort();
      await asking;
      return seen;
    },
  };
}

describe.each(BACKENDS)('a store of version 1.0.0 that is being migrated on %s', (engine, start) => {
  test('is alive and says how far it is, and its port refuses no connection when it begins to serve', async () => {
    const { dataDir, keys } = await storeOfPreviousVersion(engine);
    const [port, logs] = [await freePort(), logLines()];
    const origin = `http://127.0.0.1:${port}`;
    let asking: ReturnType<typeof keepAsking> | undefined;
    let starting: ReturnType<typeof start> | undefined;
    await HELD[engine](dataDir, async () => {
      starting = start({ dataDir, settings: { port, logLevel: 'info' }, logs: logs.stream });
      await eventually(() => request(`${origin}/healthz`).catch(() => undefined));
      asking = keepAsking(`${origin}/readyz`);
      expect(await request(`${origin}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
      const ready = await request(`${origin}/readyz`);
      expect(ready.status).toBe(503);
      expect(ready.body).toEqual({
        code: 'service_unavailable',
        message: expect.stringMatching(/^migrating: step 1 of \d\d$/),
        status: 503,
      });
      const refused = await request(`${origin}/v1/pets?limit=1`, keys.operator);
      expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('x-request-id')).toMatch(/./);
    });
    const service = await starting!;
    expect(service.origin).toBe(origin);
    expect(await service.call('GET', '/v1/pets?limit=1', { key: keys.operator })).toMatchObject({ status: 200 });
    await eventually(async () => (await request(`${origin}/readyz`)).status === 200);
    await service.call('GET', '/readyz');
    expect(await asking!.end()).toEqual([503, 200]);
    const steps = logs
      .parsed()
      .map(({ msg }) => String(msg))
      .filter((msg) => msg.startsWith('migrating'));
    const of = steps.length - 1;
    expect(steps).toEqual([
      `migrating: the database needs ${of} steps`,
      ...Array.from({ length: of }, (_, i) => `migrating: step ${i + 1} of ${of}`),
    ]);
    await service.close();
  });
});

test('one environment serves while the other is migrated, and a signal ends both', async () => {
  const { dataDir } = await storeOfPreviousVersion('SQLite');
  const ports = { PORT: String(await freePort()), STAGING_PORT: String(await freePort()) };
  await HELD.SQLite(dataDir, async () => {
    const running = await petstoreUntil(/needs \d+ steps/, ['serve'], { DATA_DIR: dataDir, ...ports });
    const statusAt = (port: string) =>
      request(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await eventually(async () => (await statusAt(ports.STAGING_PORT)) === 200);
    expect(await statusAt(ports.PORT)).toBe(503);
    expect(await running.stop()).toBeNull();
  });
});

test('petstore migrate --environment migrates one database, and shows its steps', async () => {
  const { dataDir } = await storeOfPreviousVersion('SQLite');
  const { code, stdout, stderr } = await petstore(['migrate', '--environment', 'production'], { DATA_DIR: dataDir });
  expect([code, stdout]).toEqual([0, 'production: the tables are up to date.\n']);
  const steps = stderr.trim().split('\n');
  expect(steps[0]).toBe(`production: step 1 of ${steps.length}, 0008-organizations`);
});
