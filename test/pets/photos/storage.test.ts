import { once } from 'node:events';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { buildEnvironment } from '../../../src/composition/environment.ts';
import { buildPhotoFiles } from '../../../src/composition/photo-files.ts';
import type { PhotoFiles } from '../../../src/pets/photos/storage/photo-files.ts';
import { photoStore } from '../../../src/pets/photos/store.ts';
import { sweepPhotos } from '../../../src/pets/photos/sweep.ts';
import { addPet } from '../../support/answers.ts';
import { BACKENDS, startOnSqlite, type StartOptions, type TestService, testNow } from '../../support/service.ts';
import { openStorage } from './bucket.ts';
import { postPhoto } from './images.ts';

let storage: Awaited<ReturnType<typeof openStorage>>;
beforeAll(async () => {
  storage = await openStorage();
});
afterAll(() => storage.close());

const startOnS3 = (options: StartOptions = {}) =>
  startOnSqlite({ ...options, settings: { ...options.settings, photosUrl: storage.url } });
const PLACES = [...BACKENDS, ['S3', startOnS3]] as const;

describe.each(PLACES)('the files of photos, on %s', (place, start) => {
  let service: TestService;
  let petId: number;
  let files: PhotoFiles;
  let open: Awaited<ReturnType<typeof buildEnvironment>>;
  /** The clock of what is beside the service. */
  let nowMs = Date.now();
  const now = testNow(() => nowMs);

  beforeAll(async () => {
    service = await start();
    petId = await addPet(service, {});
    open = await service.beside();
    files = await buildPhotoFiles('production', service.settings, { database: open.database, now });
  });
  afterAll(async () => {
    await open.database.close();
    await service.close();
  });

  const add = async () => {
    const answer = await postPhoto(service, petId);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const nameOf = ({ urls }: { urls: { share: string } }) => urls.share.split('/')[2]!;
  const names = async () => (await Array.fromAsync(files.list())).map(({ name }) => name).toSorted();
  const statusOf = async (photo: { urls: Record<string, string> }) =>
    (await fetch(service.origin + photo.urls['600'])).status;
  /** Sweeps as if it were so much later. */
  const sweep = (laterMs: number) =>
    sweepPhotos({ photos: photoStore(open.database, now), files, nowMs: Date.now() + laterMs, removes: true });
  const random = (seed: number) => seed.toString(16).repeat(32).slice(0, 32);
  const four = (text: string) => {
    const bytes = Buffer.from(text);
    return { '300.webp': bytes, '600.webp': bytes, '1200.webp': bytes, 'share.jpg': bytes };
  };

  test('are served from there, and go with the photo', async () => {
    const [kept, removed] = [await add(), await add()];
    expect(await names()).toEqual([nameOf(kept), nameOf(removed)].toSorted());
    expect([await statusOf(kept), await statusOf(removed)]).toEqual([200, 200]);
    await service.call('DELETE', `/v1/pets/${petId}/photos/${removed.id}`);
    expect(await names()).toEqual([nameOf(kept)]);
    expect(await files.get(nameOf(removed), '600.webp')).toBeUndefined();
    await files.remove(nameOf(removed));
  });

  test('are put as they are, and read by name', async () => {
    await files.put(random(10), four('one'));
    expect((await files.get(random(10), 'share.jpg'))?.toString()).toBe('one');
    expect(await files.get(random(11), 'share.jpg')).toBeUndefined();
    await files.remove(random(10));
    expect(await names()).not.toContain(random(10));
  });

  test('that no photo names are swept after an hour, and no others', async () => {
    const photo = await add();
    nowMs = Date.now();
    await files.put(random(12), four('nobody'));
    await sweep(3_500_000);
    expect(await names()).toEqual(expect.arrayContaining([nameOf(photo), random(12)]));
    await sweep(3_700_000);
    expect(await names()).toContain(nameOf(photo));
    expect(await names()).not.toContain(random(12));
    expect(await statusOf(photo)).toBe(200);
  });

  test('that are missing are counted by the sweep, beside others', async () => {
    const photo = await add();
    expect(await sweep(0)).toBe(0);
    await files.remove(nameOf(photo));
    await files.put(random(14), four('nobody'));
    expect(await sweep(0)).toBe(1);
    expect(await names()).toContain(random(14));
    await files.put(nameOf(photo), four('again'));
    expect(await sweep(3_700_000)).toBe(0);
  });

  test('of an animal that was removed are swept', async () => {
    const other = await addPet(service, {});
    const { body } = await postPhoto(service, other);
    await service.call('DELETE', `/v1/pets/${other}`);
    await sweep(3_700_000);
    expect(await names()).not.toContain(nameOf(body));
  });

  if (place !== 'SQLite') return;

  test('that were cut off half-way never appear, and are swept', async () => {
    const shelf = join(service.dataDir, 'photos/production/dd');
    await mkdir(join(shelf, `${random(13)}.partial`), { recursive: true });
    expect(await files.get(random(13), 'share.jpg')).toBeUndefined();
    await sweep(3_700_000);
    // The photos of other tests may stand on the same shelf.
    expect(await readdir(shelf)).not.toContain(`${random(13)}.partial`);
  });

  test('of requests that were cut off are swept', async () => {
    const left = join(tmpdir(), `petstore-upload-test-${process.pid}`);
    await writeFile(left, 'half an image');
    await utimes(left, 0, 0);
    await sweep(0);
    expect(await readdir(tmpdir())).not.toContain(`petstore-upload-test-${process.pid}`);
  });
});

test('photos without files are shown by the next start, to operators and in /metrics', async () => {
  const first = await startOnSqlite();
  await postPhoto(first, await addPet(first, {}));
  await first.stop();
  await rm(join(first.dataDir, 'photos/production'), { recursive: true });
  const service = await startOnSqlite({ dataDir: first.dataDir });
  const key = first.operatorKey;
  await expect
    .poll(async () => (await service.call('GET', '/v1/admin/health', { key })).body)
    .toMatchObject({ photosMissing: 1 });
  const { text } = await service.call('GET', '/metrics', { key: null });
  expect(text).toMatch(/^petstore_photos_missing\{.*\} 1$/m);
});

test('storage that does not answer costs a 503, and nothing is added', async () => {
  const gone = await openStorage();
  const service = await startOnSqlite({ settings: { photosUrl: gone.url } });
  await gone.close();
  const petId = await addPet(service, {});
  const answer = await postPhoto(service, petId);
  expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
    503,
    'service_unavailable',
    '5',
  ]);
  expect((await service.call('GET', `/v1/pets/${petId}/photos`)).body).toEqual([]);
});

describe('while the storage is gone, a photo is answered 503', () => {
  test('in a bucket whose server is not there, or accepts and says nothing', async () => {
    const gone = await openStorage();
    const service = await startOnSqlite({ settings: { photosUrl: gone.url }, deadlineMs: 3_000 });
    const petId = await addPet(service, {});
    const { body: photo } = await postPhoto(service, petId);
    await gone.close();
    const path = service.origin + photo.urls['600'];
    const answerOf = async () => {
      // The client of the bucket alone would wait for 10 s.
      const { status, headers } = await fetch(path, { signal: AbortSignal.timeout(9_000) });
      return [status, headers.get('retry-after')];
    };
    expect(await answerOf()).toEqual([503, '5']);

    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
    const { port } = new URL(gone.url.split('endpoint=')[1]!.split('&')[0]!);
    await once(silent.listen(Number(port), '127.0.0.1'), 'listening');
    expect(await answerOf()).toEqual([503, '5']);
    expect(sockets.size).toBeGreaterThan(0);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('in a folder that cannot be read', async () => {
    const service = await startOnSqlite();
    const petId = await addPet(service, {});
    const { body: photo } = await postPhoto(service, petId);
    const [, , name] = photo.urls['600'].split('/');
    const file = join(service.dataDir, 'photos/production', name.slice(0, 2), name, '600.webp');
    await rm(file);
    // A folder in its place is EISDIR; root may read everything else.
    await mkdir(file);
    const { status, headers } = await fetch(service.origin + photo.urls['600']);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  });
});
