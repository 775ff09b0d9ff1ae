import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportLine } from '../../../src/vocabulary/import-report.ts';
import type { Page } from '../../pages/page.ts';
import { newImage } from '../../pets/photos/images.ts';
import { command } from '../../support/command.ts';
import { eventually } from '../../support/eventually.ts';
import { endAll, newFolder, petstore } from '../../support/process.ts';
import { BACKENDS, type TestService } from '../../support/service.ts';
import { operatorOf } from '../../support/windows.ts';
import { type ImageServer, ofImage, startImages } from './image-server.ts';

const launcher = 'bin/petstore';
let images: ImageServer;
afterAll(endAll);

const linesOf = (text: string): ImportLine[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const timesAsked = (path: string) => images.asked.filter((asked) => asked === path).length;

describe.each(BACKENDS)('photos of imported animals, on %s', (engine, start) => {
  let service: TestService;
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    images = await startImages();
    folder = await newFolder();
    service = await start({ settings: { webhooksAllowPrivate: 'true' } });
    env = {
      DATA_DIR: service.dataDir,
      DATABASE_URL: service.settings.databaseUrl,
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      PETSTORE_BASE_URL: `${service.origin}/v1`,
      PETSTORE_API_KEY: service.operatorKey,
    };
  });
  afterAll(async () => {
    await service.close();
    await images.close();
  });

  /** Serves a new image. */
  async function serve(path: string): Promise<void> {
    images.answers.set(path, ofImage(await newImage()));
  }
  const fileOf = async (name: string, rows: readonly string[]) => {
    const file = join(folder, name);
    await writeFile(file, ['id,name,species,photo1,photo2', ...rows].join('\n'));
    return file;
  };
  async function photosOf(name: string): Promise<{ id: number; width: number; height: number }[]> {
    const [pet] = (await service.call('GET', `/v1/pets?expand=photos&q=${encodeURIComponent(name)}`)).body;
    return pet?.photos ?? [];
  }

  test.each([
    ['through the API', 'api', []],
    ['into the database', 'direct', ['--direct']],
  ] as const)(
    '%s: an import that was killed goes on, and each photo is fetched until it is there',
    async (_way, mark, args) => {
      const path = (name: string) => `/${mark}/${name}`;
      const url = (name: string) => `${images.origin}${path(name)}`;
      for (const name of ['1', '2', '3', '5']) await serve(path(name));
      images.answers.set(path('page'), (response) => response.setHeader('content-type', 'text/html').end('Sorry'));
      const held = new Promise<ServerResponse>((resolve) => images.answers.set(path('4'), resolve));
      const file = await fileOf(`${mark}.csv`, [
        `${mark}1,${mark} Rex,Dogs,${url('1')},${url('2')}`,
        `${mark}2,${mark} Ann,Dogs,${url('page')},${url('3')}`,
        `${mark}3,${mark} Tom,Dogs,${url('4')},${url('5')}`,
      ]);

      const killed = spawn(launcher, ['import', 'pets', file, ...args], {
        env: { PATH: process.env['PATH'], ...env },
        stdio: 'ignore',
      });
      await held;
      const isNoted = async () => (await readFile(`${file}.petstore-import`, 'utf8')).match(/"settled"/g)?.length === 3;
      await eventually(
        async () =>
          (await photosOf(`${mark} Rex`)).length === 2 &&
          (await photosOf(`${mark} Ann`)).length === 1 &&
          (mark === 'direct' || (await isNoted())),
      );
      const ended = once(killed, 'close');
      killed.kill('SIGKILL');
      await ended;
      const before = await photosOf(`${mark} Rex`);

      await serve(path('4'));
      const { code, stdout } = await petstore(['import', 'pets', file, '--json', ...args], env);
      const [badCell, summary, ...others] = linesOf(stdout);
      expect(others).toEqual([]);
      expect(badCell).toEqual({
        type: 'badCell',
        line: 3,
        column: 'photo1',
        value: url('page'),
        reason: 'The server sent text/html, and no image. The animal is imported without this.',
      });
      expect([code, summary]).toMatchObject([
        5,
        { added: 0, already: 3, bad: 0, incomplete: 1, photos: 2, photosMissing: 1 },
      ]);
      expect(['1', '2', '3', 'page', '4', '5'].map((name) => timesAsked(path(name)))).toEqual([1, 1, 1, 2, 2, 1]);
      expect(await photosOf(`${mark} Rex`)).toEqual(before);
      expect(await photosOf(`${mark} Tom`)).toHaveLength(2);
    },
  );

  describe('in the console', () => {
    let operator: Page;
    beforeAll(async () => {
      operator = await operatorOf(service);
    });
    const send = async (rows: readonly string[], mode = 'import', more = '') => {
      const headers = { 'content-type': 'application/octet-stream' };
      const path = `/session/import?format=csv&mode=${mode}&categories=existing${more}`;
      const body = ['id,name,species,photo1,photo2', ...rows].join('\n');
      return linesOf((await operator.call('POST', path, { body, headers })).text);
    };

    test('two imports of the same file add a photo once, also if its server sends another image each time', async () => {
      const both = Promise.withResolvers<void>();
      images.answers.set('/console/twice', (response, request) => {
        if (timesAsked('/console/twice') === 2) both.resolve();
        void Promise.all([newImage(), both.promise]).then(([bytes]) => ofImage(bytes)(response, request));
      });
      const rows = [`c5,Console Zoe,Dogs,${images.origin}/console/twice,`];
      const summaries = (await Promise.all([send(rows), send(rows)])).map((lines) => lines.at(-1));
      expect(summaries).toMatchObject([{ photosMissing: 0 }, { photosMissing: 0 }]);
      expect(timesAsked('/console/twice')).toBe(2);
      expect(await photosOf('Console Zoe')).toHaveLength(1);
    });

    if (engine === 'PostgreSQL') return; // What follows is the same on both.

    test('the first photo is the first, whatever comes sooner, and a photo that was removed stays so', async () => {
      const [first, second] = [await newImage(), await newImage()];
      images.answers.set('/console/2', ofImage(second));
      images.answers.set('/console/1', (response) => setImmediate(() => ofImage(first)(response, undefined as never)));
      const rows = [`c1,Console Rex,Dogs,${images.origin}/console/1,${images.origin}/console/2`];
      expect((await send(rows, 'dry-run')).at(-1)).toMatchObject({ added: 1, photos: 2, photosMissing: 0 });
      expect(images.asked).not.toContain('/console/1');
      const lines = await send(rows);
      expect(lines.at(-1)).toMatchObject({ added: 1, incomplete: 0, photos: 2, photosMissing: 0 });
      expect(lines.filter(({ type }) => type === 'progress')).toContainEqual(expect.objectContaining({ photos: 1 }));
      const [{ width, height }, { width: width2, height: height2 }] = await Promise.all([
        sharp(first).metadata(),
        sharp(second).metadata(),
      ]);
      const shown = await photosOf('Console Rex');
      expect(shown).toMatchObject([
        { width, height },
        { width: width2, height: height2 },
      ]);

      const [pet] = (await service.call('GET', '/v1/pets?q=Console%20Rex')).body;
      await service.call('DELETE', `/v1/pets/${pet.id}/photos/${shown[0]!.id}`);
      expect((await send(rows)).at(-1)).toMatchObject({ already: 1, photos: 0, photosMissing: 0 });
      expect(timesAsked('/console/1')).toBe(1);
      expect(await photosOf('Console Rex')).toHaveLength(1);
    });

    test('a photo that no process can decode is reported, and tried again', async () => {
      images.answers.set('/console/bad', ofImage(Buffer.from('no image at all')));
      const rows = [`c2,Console Ann,Dogs,${images.origin}/console/bad,`];
      const lines = await send(rows);
      expect(lines.find(({ type }) => type === 'badCell')).toMatchObject({
        line: 2,
        column: 'photo1',
        reason: expect.stringContaining('must be a JPEG, PNG, WebP, GIF, AVIF or HEIC file'),
      });
      expect(lines.at(-1)).toMatchObject({ added: 1, incomplete: 1, photosMissing: 1 });
      await serve('/console/bad');
      expect((await send(rows)).at(-1)).toMatchObject({ already: 1, incomplete: 0, photos: 1, photosMissing: 0 });
      expect(await photosOf('Console Ann')).toHaveLength(1);
    });

    test('photos are left where they are if nobody wants them', async () => {
      await serve('/console/3');
      const rows = [`c3,Console Tom,Dogs,${images.origin}/console/3,`];
      expect((await send(rows, 'import', '&photos=skip')).at(-1)).toMatchObject({ added: 1, photos: 0 });
      expect((await send(rows)).at(-1)).toMatchObject({ already: 1, photos: 0 });
      expect(images.asked).not.toContain('/console/3');
    });

    test('an animal that was removed is imported again, and its photos are fetched again', async () => {
      const rows = [`c4,Console Eve,Dogs,${images.origin}/console/none,`];
      await send(rows);
      const [pet] = (await service.call('GET', '/v1/pets?q=Console%20Eve')).body;
      await service.call('DELETE', `/v1/pets/${pet.id}`);
      expect((await send(rows)).at(-1)).toMatchObject({ added: 1, already: 0, photosMissing: 1 });
      expect(timesAsked('/console/none')).toBe(2);
    });
  });
});

test('an import fetches no photo from a private address, and --no-photos none at all', async () => {
  images = await startImages();
  const folder = await newFolder();
  const [, start] = BACKENDS[0];
  const service = await start();
  const file = join(folder, 'private.csv');
  await writeFile(file, `id,name,species,photo\n1,Rex,Dogs,${images.origin}/private\n`);
  const env = { DATA_DIR: service.dataDir, DATABASE_URL: '' };
  const without = await command(['import', 'pets', file, '--direct', '--dry-run', '--no-photos', '--json'], env);
  expect(linesOf(without.stdout).at(-1)).toMatchObject({ added: 1, photos: 0 });
  const { code, stdout } = await command(['import', 'pets', file, '--direct', '--json'], env);
  expect([code, linesOf(stdout)]).toMatchObject([
    5,
    [{ reason: expect.stringMatching(/^The host has no address on the public internet\./) }, { photosMissing: 1 }],
  ]);
  expect(images.asked).not.toContain('/private');
  await service.close();
  await images.close();
});
