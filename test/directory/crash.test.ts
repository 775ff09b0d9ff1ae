import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { databaseFile } from '../../src/settings/settings.ts';
import { eventually } from '../support/eventually.ts';
import { endAll, migratedFolder, request, type Running, serve } from '../support/process.ts';
import type { TestService } from '../support/service.ts';
import { done } from './scene.ts';
import { newVisitor, seenBy } from './seen.ts';
import { openWay } from './way.ts';

afterAll(endAll);

const kills = 6;
/** The latest kill after the first changes of a start. */
const longestMs = 400;

/** A service in a process of its own, which is killed and started again on its data. */
async function openService() {
  const env = {
    DATA_DIR: await migratedFolder(['production']),
    ENVIRONMENT: 'production',
    WEBHOOKS_ALLOW_PRIVATE: 'true',
  };
  let running: Running = await serve(env);
  const operatorKey = running.keys.production ?? '';
  const call: TestService['call'] = (method, path, { key = operatorKey, ...options } = {}) =>
    request(running.production + path, key ?? '', { method, ...options });
  const visitor = await newVisitor({ call });
  return {
    origin: () => running.production,
    call,
    send: async (method: string, path: string, body: object) => done(await call(method, path, { body })),
    seen: () => seenBy((path) => call('GET', path, visitor)),
    async kill(): Promise<void> {
      await running.stop('SIGKILL');
      // Another process waits for twenty seconds before it takes the work of this one over.
      const database = new SqliteDatabase(databaseFile('production', { dataDir: env.DATA_DIR }));
      database.prepare("delete from meta where name = 'directory'").run();
      database.close();
      running = await serve(env);
    },
  };
}

test(
  'a directory and a source that are killed at random agree, whatever changed meanwhile',
  { timeout: 480_000 },
  async () => {
    const [source, directory, way] = await Promise.all([openService(), openService(), openWay()]);
    way.leadTo(source.origin());
    await directory.send('PATCH', '/v1/organizations/1', { listed: false });
    const { key } = await source.send('POST', '/v1/admin/partner-keys', { name: 'Ohio' });
    await directory.send('POST', '/v1/admin/directory', { url: way.url, key });

    let changes = 0;
    /** Changes animals until the source is gone, or it is enough. */
    async function change(isEnough: () => boolean): Promise<void> {
      const ids: number[] = [];
      const next = async () => {
        const id = ids[changes % (ids.length || 1)];
        const turn = changes % 5;
        if (id === undefined || turn < 2)
          ids.push(
            (await source.call('POST', '/v1/pets', { body: { name: `Rex ${changes}`, categoryId: 1 } })).body.id,
          );
        else if (turn === 2) await source.call('PATCH', `/v1/pets/${id}`, { body: { name: `Tom ${changes}` } });
        else if (turn === 3)
          await source.call('PATCH', `/v1/pets/${id}/profile`, {
            body: { species: 'Dog', staff: { hold: changes % 2 === 0 ? null : { type: 'medical' } } },
          });
        else await source.call('DELETE', `/v1/pets/${ids.shift()}`);
        changes += 1;
      };
      while (
        !isEnough() &&
        (await next().then(
          () => true,
          () => false,
        ))
      )
        await setTimeout(5);
    }

    for (let kill = 1; kill <= kills; kill += 1) {
      let isKilled = false;
      const before = changes;
      const changing = change(() => isKilled);
      await eventually(() => changes >= before + 10);
      await setTimeout(Math.random() * longestMs);
      await (kill % 2 === 0 ? source : directory).kill();
      way.leadTo(source.origin());
      isKilled = true;
      await changing;
    }
    await eventually(async () => {
      const [is, shall] = await Promise.all([directory.seen(), source.seen()]);
      return isDeepStrictEqual(is, shall);
    }, 120_000).catch(() => {});
    const shown = await source.seen();
    expect(shown.animals.length).toBeGreaterThan(kills);
    expect(await directory.seen()).toEqual(shown);
  },
);
