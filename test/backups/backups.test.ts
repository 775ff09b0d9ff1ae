import { once } from 'node:events';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseName, descriptionName, findBackups } from '../../src/backups/backup.ts';
import { fetchTo } from '../../src/backups/fetching.ts';
import { CLAIM } from '../../src/backups/state.ts';
import type { BackupFiles } from '../../src/backups/storage/backup-files.ts';
import { buildPhotoFiles } from '../../src/composition/photo-files.ts';
import { openClaim } from '../../src/jobs/claim.ts';
import { filesOf } from '../../src/transfer/photos.ts';
import { openStorage } from '../pets/photos/bucket.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { addPet } from '../support/answers.ts';
import { command, jsonOf } from '../support/command.ts';
import { endAll, newFolder } from '../support/process.ts';
import { BACKENDS, startOnPostgres, startOnSqlite, testClock, type TestService } from '../support/service.ts';
import { backupsOf, contentsOf, dayMs, never, newBackupUrl, quickBackupsOf, timesIn } from './scene.ts';

let storage: Awaited<ReturnType<typeof openStorage>>;
beforeAll(async () => {
  storage = await openStorage();
});
afterAll(async () => {
  await storage.close();
  await endAll();
});

let places = 0;
const PLACES: readonly (readonly [string, () => Promise<string>])[] = [
  ['a folder', newBackupUrl],
  ['S3', async () => storage.url.replace('/photos?', `/backups-${(places += 1)}?`)],
];

const withPhotos = async (service: TestService, count: number) => {
  const petId = await addPet(service, {});
  const photos: { id: number; urls: Record<string, string> }[] = [];
  for (let i = 0; i < count; i += 1) photos.push((await postPhoto(service, petId)).body);
  return { petId, photos };
};
const nameOf = ({ urls }: { readonly urls: Record<string, string> }): string => urls['share']!.split('/')[2]!;

describe.each(PLACES)('in %s', (_, newUrl) => {
  test('backups have the database and each photo once, and are restored by another machine that goes on', async () => {
    const url = await newUrl();
    const env = { BACKUP_URL: url };
    const first = await startOnSqlite({ settings: { metricsToken: 'a-secret-of-16-characters', backupUrl: url } });
    const { petId, photos } = await withPhotos(first, 2);
    const { files, run } = await backupsOf(first, url);
    await expect.poll(() => timesIn(files)).toHaveLength(1);
    await run();
    const { at, photos: stored, settings } = await run();
    expect(stored).toEqual(photos.map(nameOf).toSorted());
    expect(settings).toMatchObject({ METRICS_TOKEN: '(set)', BACKUP_URL: '(set)' });
    // One of each day: midnight may have passed.
    const times = await timesIn(files);
    expect([times[0], new Set(times.map((time) => time.slice(0, 10))).size]).toEqual([at, times.length]);
    expect(await contentsOf(files)).toEqual({
      names: times.flatMap((time) => [databaseName(time), descriptionName(time)]).toSorted(),
      photos: stored,
    });

    const dataDir = await newFolder();
    const restore = (...args: string[]) => command(['restore', '--from', url, ...args], { ...env, DATA_DIR: dataDir });
    await first.stop();
    expect(await restore('--replaces-owner')).toMatchObject({ code: 0, stderr: '' });
    const second = await startOnSqlite({ dataDir, settings: { backupUrl: url } });
    const { body } = await second.call('GET', `/v1/pets/${petId}/photos`, { key: first.operatorKey });
    expect(body).toEqual(photos);
    for (const path of Object.values(photos[1]!.urls)) expect((await fetch(second.origin + path)).status).toBe(200);
    const ofSecond = await backupsOf(second, url);
    await expect.poll(() => ofSecond.backups.latestMs()).toBe(Date.parse(at));
    // The first one was lost, and comes back: it must not go on.
    const anothers = `The backups belong to another database, says the`;
    const again = await startOnSqlite({ dataDir: first.dataDir });
    await expect((await backupsOf(again, url)).run()).rejects.toThrow(anothers);
    await again.stop();
    const before = await timesIn(files);
    await ofSecond.run();
    expect(await timesIn(files)).not.toEqual(before);
    await ofSecond.open.database.close();
    await second.stop();
    // A restore on the same machine takes over what the database before it had.
    const force = await restore('--force');
    expect(force).toMatchObject({ code: 0, stderr: '' });
    const next = await command(['backups', 'run'], { ...env, DATA_DIR: dataDir });
    expect(next).toMatchObject({ code: 0, stderr: '' });

    // A copy on a test machine replaces nobody.
    const elsewhere = await newFolder();
    expect(await command(['restore', '--from', url], { DATA_DIR: elsewhere })).toMatchObject({ code: 0, stderr: '' });
    const refused = await command(['backups', 'run'], { ...env, DATA_DIR: elsewhere });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(anothers)]);
  });
});

test('a run that ends at any step leaves the last backup, and the next run removes the rest', async () => {
  // All on one day, of which one backup is kept, at times of their own.
  const clock = testClock();
  const url = await newBackupUrl();
  const photosFolder = join(fileURLToPath(url), 'production/photos');
  const service = await startOnSqlite({ now: clock.now });
  await withPhotos(service, 1);
  const { files, backups: whole } = await quickBackupsOf(service, url);
  await whole.run(never);
  /** Ends with the step of this number: before it, or after it. */
  const endingAt = (step: number, isAfter: boolean): BackupFiles & { readonly taken: () => number } => {
    let taken = 0;
    const counted =
      <Args extends readonly unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        taken += 1;
        if (taken > step || (taken === step && !isAfter)) throw new Error('The process has ended.');
        const result = await work(...args);
        if (taken === step) throw new Error('The process has ended.');
        return result;
      };
    const { photos } = files;
    return {
      ...files,
      put: counted((...args) => files.put(...args)),
      remove: counted((...args) => files.remove(...args)),
      photos: {
        ...photos,
        put: counted(async (name, all) => {
          await photos.put(name, all);
          // As a crash leaves it.
          const folder = join(photosFolder, name.slice(0, 2), name);
          if (step === taken) await rename(folder, `${folder}.partial`);
        }),
        remove: counted((...args) => photos.remove(...args)),
      },
      taken: () => taken,
    };
  };
  let steps = Infinity;
  for (let step = 1; step <= steps; step += 1) {
    await postPhoto(service, await addPet(service, {}));
    const failing = endingAt(step, step % 2 === 0);
    const { backups } = await quickBackupsOf(service, url, () => failing);
    clock.advance(1_000);
    const ended = await backups.run(never).then(
      () => true,
      (error: unknown) => {
        expect(error).toEqual(new Error('The process has ended.'));
        return false;
      },
    );
    if (ended) steps = failing.taken();
    const left = await findBackups(files);
    expect(left.unreadable).toEqual([]);
    expect(left.backups.length).toBeGreaterThan(0);
    const last = left.backups[0]!;
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    expect(await fetchTo(files, databaseName(last.at), nowhere, never)).toBe(last.database!.sha256);
    for (const name of last.photos) expect(await filesOf(files.photos, name)).toBeDefined();

    clock.advance(1_000);
    const { at, photos } = (await whole.run(never))!;
    expect(await contentsOf(files)).toEqual({
      names: [databaseName(at), descriptionName(at)].toSorted(),
      photos: [...photos].toSorted(),
    });
  }
  expect(steps).toBeGreaterThan(5);
});

test('files are private, other files are left alone, and a bad place is named', async () => {
  const url = await newBackupUrl();
  const folder = fileURLToPath(url);
  const service = await startOnSqlite();
  const run = (...args: string[]) => command(['backups', ...args], { DATA_DIR: service.dataDir, BACKUP_URL: url });
  expect((await run('list')).stdout).toBe('');
  expect((await run('run')).stdout).toMatch(
    /✓ file:.*\/production\n {2}2\S+Z, production: 1 account, .*, verified\.\n$/,
  );
  for (const name of ['', ...(await (await backupsOf(service, url)).files.names())])
    expect((await stat(join(folder, 'production', name))).mode & 0o777).toBe(name === '' ? 0o700 : 0o600);
  await writeFile(join(folder, 'production', 'notes.txt'), 'mine');
  const [listed] = await jsonOf(['backups', 'list'], { BACKUP_URL: url });
  expect(listed).toMatchObject({ environment: 'production', photos: 0, kept: ['daily', 'weekly', 'monthly'] });
  await run('run');
  expect(await readFile(join(folder, 'production', 'notes.txt'), 'utf8')).toBe('mine');

  await writeFile(join(folder, 'production', descriptionName(listed.at)), '{"photos": [');
  const broken = await run('run');
  expect([broken.code, broken.stderr]).toEqual([
    1,
    expect.stringContaining(`${descriptionName(listed.at)} cannot be read.`),
  ]);

  await rm(folder, { recursive: true });
  const missing = await run('run');
  expect([missing.code, missing.stderr]).toEqual([
    1,
    `petstore: There is no folder ${folder}. Make it, or mount its disk.\n`,
  ]);
  expect((await command(['backups', 'list'], {})).stderr).toMatch(/^petstore: Set BACKUP_URL/);
  for (const args of [['restore'], ['restore', '--from', '/backups'], ['restore', '--from', url, '--at', 'noon']])
    expect((await command(args, {})).code).toBe(2);
  const wrong = await command(['serve'], { BACKUP_URL: 'file:backups' });
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringMatching(/^petstore: BACKUP_URL must be a URL like `file:/),
  ]);
});

test('a photo without files is missing in the backup, which counts as failed', async () => {
  const url = await newBackupUrl();
  const service = await startOnSqlite();
  const { photos } = await withPhotos(service, 2);
  const [gone, kept] = photos.map(nameOf) as [string, string];
  const photoFiles = await buildPhotoFiles('production', service.settings);
  await photoFiles.remove(gone);
  const { files, run } = await backupsOf(service, url);
  await expect(run()).rejects.toThrow(`1 of 2 photos have no files in their storage: ${gone}.`);
  const { backups } = await findBackups(files);
  expect(backups).toMatchObject([{ photos: [kept], missing: [gone] }]);
  // Photos that a backup has are not read again.
  await photoFiles.remove(kept);
  await expect(run()).rejects.toThrow(`1 of 2 photos have no files`);
  const dataDir = await newFolder();
  const restored = await command(['restore', '--from', url], { DATA_DIR: dataDir });
  expect(restored).toMatchObject({ code: 0, stderr: `1 of 2 photos have no files in the backup: ${gone}.\n` });
});

test('photos that are damaged in the storage are found by a trial, and mended', async () => {
  const clock = testClock();
  const url = await newBackupUrl();
  const service = await startOnSqlite({ now: clock.now });
  const { photos } = await withPhotos(service, 2);
  const [damaged] = photos.map(nameOf) as [string];
  const { files, backups } = await quickBackupsOf(service, url);
  const first = await backups.run(never);
  const path = join(fileURLToPath(url), 'production/photos', damaged.slice(0, 2), damaged, 'share.jpg');
  await writeFile(path, 'moldy');
  // Not looked at before a month has passed.
  expect(await backups.run(never)).toBeDefined();
  clock.advance(30 * dayMs);
  await expect(backups.run(never)).rejects.toThrow(`1 of 2 photos in ${files.shown} were damaged or gone: ${damaged}.`);
  const original = await buildPhotoFiles('production', service.settings);
  expect(await filesOf(files.photos, damaged)).toEqual(await filesOf(original, damaged));
  expect(await backups.run(never)).toMatchObject({ photos: first!.photos });

  // If the service's own is the damaged one, its copy stays.
  const good = await filesOf(files.photos, damaged);
  const folder = join(service.dataDir, 'photos/production', damaged.slice(0, 2), damaged);
  const whole = await readFile(join(folder, '600.webp'));
  await writeFile(join(folder, '600.webp'), whole.subarray(0, whole.length / 2));
  clock.advance(30 * dayMs);
  await expect(backups.run(never)).rejects.toThrow(
    `1 of 2 photos in ${files.shown} differ from the service's own, and both stay: ${damaged}.`,
  );
  expect(await filesOf(files.photos, damaged)).toEqual(good);
});

test('on PostgreSQL the photos of the bucket and the settings are backed up, by one of several processes', async () => {
  const url = await newBackupUrl();
  const photosUrl = storage.url.replace('/photos?', '/live?');
  const options = { settings: { photosUrl, backupUrl: url } };
  const first = await startOnPostgres(options);
  const { photos } = await withPhotos(first, 2);
  const { files, run } = await backupsOf(first, url);
  const second = await startOnPostgres({ ...options, dataDir: first.dataDir });
  await expect.poll(() => timesIn(files)).toHaveLength(1);
  const made = await run();
  expect(made).toMatchObject({ settings: { DATABASE_URL: '(set)', PHOTOS_URL: '(set)' } });
  expect(made).not.toHaveProperty('database');
  expect((await contentsOf(files)).photos).toEqual(photos.map(nameOf).toSorted());
  await expect
    .poll(async () => (await second.call('GET', '/v1/admin/health', { key: first.operatorKey })).body.backups)
    .toMatchObject({ url: files.shown, lastAt: made.at });

  const live = await buildPhotoFiles('production', first.settings);
  await live.remove(nameOf(photos[0]!));
  const env = { DATA_DIR: first.dataDir, DATABASE_URL: first.settings.databaseUrl, ENVIRONMENT: 'production' };
  const [restored] = await jsonOf(['restore', '--from', url], { ...env, PHOTOS_URL: photosUrl });
  expect(restored).toEqual({ environment: 'production', photos: 1 });
  expect(await Array.fromAsync(live.list())).toHaveLength(2);
  const refused = await command(['restore', '--from', url], env);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('pg_restore --clean')]);
  await second.stop();
});

test.each(BACKENDS)('one process at a time makes a backup, also after one that died, on %s', async (_, start) => {
  const clock = testClock();
  const url = await newBackupUrl();
  const service = await start({ now: clock.now });
  const [one, other] = [await backupsOf(service, url), await backupsOf(service, url)];
  const claims = [one, other].map(({ open }) => openClaim(open.database, CLAIM, clock.now));
  const taken = await Promise.all(claims.map((claim) => claim.take()));
  expect(taken.filter(Boolean)).toEqual([true]);
  expect(await other.backups.run(never)).toBeUndefined();
  clock.advance(20_000);
  expect(await other.backups.run(never)).toBeDefined();
  const held = claims[taken.indexOf(true)];
  expect(await one.open.database.transaction((tx) => held!.renew(tx))).toBe(false);
});

test('a process that lost its claim while it was silent publishes and removes nothing', async () => {
  const url = await newBackupUrl();
  const service = await startOnSqlite();
  const { open } = await backupsOf(service, url);
  const { files, backups } = await quickBackupsOf(service, url, (whole) => ({
    ...whole,
    async put(...file) {
      await whole.put(...file);
      await open.database.transaction((tx) => tx.deleteFrom('meta').where('name', '=', CLAIM).execute());
      expect(await openClaim(open.database, CLAIM, open.realClock.now).take()).toBe(true);
    },
  }));
  await expect(backups.run(never)).rejects.toThrow('Another process has taken over.');
  expect(await timesIn(files)).toEqual([]);
});

test('a process that loses its claim while it removes superfluous photos removes no others', async () => {
  const url = await newBackupUrl();
  const service = await startOnSqlite();
  const { open } = await backupsOf(service, url);
  const { files, backups } = await quickBackupsOf(service, url, (whole) => ({
    ...whole,
    photos: {
      ...whole.photos,
      async remove(name) {
        await whole.photos.remove(name);
        await open.database.transaction((tx) => tx.deleteFrom('meta').where('name', '=', CLAIM).execute());
        expect(await openClaim(open.database, CLAIM, open.realClock.now).take()).toBe(true);
      },
    },
  }));
  await backups.run(never);
  const { photos } = await withPhotos(service, 2);
  const stored = await buildPhotoFiles('production', service.settings);
  for (const name of photos.map(nameOf)) await files.photos.put(name, (await filesOf(stored, name))!);
  for (const { id } of photos) await service.call('DELETE', `/v1/pets/1/photos/${id}`);
  await expect(backups.run(never)).rejects.toThrow('Another process has taken over.');
  expect((await contentsOf(files)).photos).toHaveLength(1);
});

test('a service stops although the storage does not take its backup', async () => {
  const asked = Promise.withResolvers<void>();
  const objects = new Map<string, Buffer>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '' } = request;
    if (method === 'PUT' && url.endsWith('.zst')) return asked.resolve();
    if (method === 'PUT') objects.set(url, await buffer(request));
    const found = url.includes('list-type') ? '' : objects.get(url);
    response.statusCode = found === undefined ? 404 : 200;
    response.end(method === 'GET' ? found : undefined);
  };
  const storage = createServer((...exchange) => void answer(...exchange));
  storage.listen(0, '127.0.0.1');
  await once(storage, 'listening');
  const { port } = storage.address() as AddressInfo;
  const backupUrl = `s3://key:secret@bucket/x?endpoint=http://127.0.0.1:${port}`;
  const service = await startOnSqlite({ settings: { backupUrl } });
  await asked.promise;
  await service.stop();
  expect(await readdir(service.dataDir)).not.toContain('production.backup');
  storage.closeAllConnections();
  storage.close();
});
