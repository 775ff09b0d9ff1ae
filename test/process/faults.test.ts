import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { endAll, migratedFolder, newFolder, request, type Running, serve } from '../support/process.ts';

afterAll(endAll);

const newPet = { name: 'Rex', categoryId: 1 };
const deleted =
  'The database file was deleted or replaced. Nothing is written until the service is restarted on a database in its place.';

/** What a client sees of reading, writing and readiness. */
async function seen(origin: string, key: string) {
  const [read, write, ready] = [
    await request(`${origin}/v1/pets`, key),
    await request(`${origin}/v1/pets`, key, { body: newPet }),
    await request(`${origin}/readyz`),
  ];
  return { read: read.status, write: write.status, ready: ready.status, because: ready.body.message };
}

const whole = { read: 200, write: 201, ready: 200, because: undefined };

async function start(): Promise<{ dataDir: string; key: string; running: Running }> {
  const dataDir = await migratedFolder(['production']);
  const running = await serve({ DATA_DIR: dataDir }, ['--environment', 'production']);
  return { dataDir, key: running.keys.production ?? '', running };
}

describe('the database file disappears under a running service: no write is acknowledged, and reads go on', () => {
  test('rm -rf of DATA_DIR', async () => {
    const { dataDir, key, running } = await start();
    expect(await seen(running.production, key)).toEqual(whole);
    await rm(dataDir, { recursive: true });
    const { status } = await request(`${running.production}/v1/pets`, key, { body: newPet });
    expect(status).toBe(503);
    expect(await seen(running.production, key)).toEqual({ read: 200, write: 503, ready: 503, because: deleted });
    expect(await running.stop()).toMatchObject({ code: 0, signal: null });
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
    expect(running.stdout()).toContain(
      `${join(dataDir, 'production.sqlite')} was deleted or replaced while it is open.`,
    );
  });

  test('only its log is deleted', async () => {
    const { dataDir, key, running } = await start();
    await rm(join(dataDir, 'production.sqlite-wal'));
    expect(await seen(running.production, key)).toEqual({ read: 200, write: 503, ready: 503, because: deleted });
    await running.stop();
  });

  test('another is put in its place: the service leaves that and its log alone, also when it stops', async () => {
    const { dataDir, key, running } = await start();
    expect(await seen(running.production, key)).toEqual(whole);
    const file = join(dataDir, 'production.sqlite');
    await mkdir(join(dataDir, 'old'));
    for (const name of ['production.sqlite', 'production.sqlite-wal', 'production.sqlite-shm'])
      await rename(join(dataDir, name), join(dataDir, 'old', name));
    await copyFile(join(dataDir, 'old', 'production.sqlite'), file);
    const other = new SqliteDatabase(file);
    other.exec('create table other (one); insert into other values (1)');
    expect(await seen(running.production, key)).toEqual({ read: 200, write: 503, ready: 503, because: deleted });
    await running.stop();
    expect(await readdir(dataDir)).toContain('production.sqlite-wal');
    expect(other.prepare('select count(*) from other').pluck().get()).toBe(1);
    other.close();
  });

  test('moved away and back: writes go on', async () => {
    const { dataDir, key, running } = await start();
    await rename(dataDir, `${dataDir}.old`);
    expect(await seen(running.production, key)).toMatchObject({ read: 200, write: 503, ready: 503 });
    await rename(`${dataDir}.old`, dataDir);
    await expect.poll(() => seen(running.production, key), { interval: 500 }).toEqual(whole);
    await running.stop();
  });
});

/**
 * Serves with DATA_DIR on a file system of its own, which only the shell and its children see.
 *
 * @param mount the command that mounts it, without the folder
 * @param before what the shell does before it starts the service
 */
async function serveOnDisk(mount: string, { before = '', unshare = ['--map-root-user'] } = {}) {
  const dataDir = await newFolder();
  const script = `
    ${mount} "$DATA_DIR" || exit 1
    ${before}
    exec bin/petstore "$@"`;
  const inside = ['unshare', ...unshare, '--mount', 'sh', '-c', script, 'petstore'] as const;
  const running = await serve({ DATA_DIR: dataDir }, ['--environment', 'production'], inside);
  return { dataDir, running };
}

/** The service starts and stops, and its first keys appear in what the shell writes. */
const startOnce = `
    FIRST_KEYS=file bin/petstore "$@" > "$DATA_DIR/banner" & first=$!
    until grep -q ' Data ' "$DATA_DIR/banner"; do sleep 0.1; done
    kill $first; wait $first
    cat "$DATA_DIR/first-keys.txt" >&2`;

/** A process that is killed after a commit: the log has a megabyte that is not in the database yet. */
const killedOnce = `
    node --eval '
      const database = new (require("better-sqlite3"))(process.env.DATA_DIR + "/production.sqlite");
      database.prepare("insert into meta values (?, ?)").run("long", "0".repeat(1e6));
      process.kill(process.pid, "SIGKILL");'`;

test.each([
  ['that was stopped', startOnce, '2m'],
  ['that was killed', `${startOnce}; ${killedOnce}`, '4m'],
])('a start on a full disk, of a service %s, serves reads, and is ready as soon as there is space', async (...how) => {
  const [, before, size] = how;
  const { dataDir, running } = await serveOnDisk(`mount -t tmpfs -o size=${size} tmpfs`, {
    before: `${before}; cat /dev/zero > "$DATA_DIR/filler" 2> /dev/null`,
  });
  const [key = ''] = /psk_live_\w+/.exec(running.stderr()) ?? [];
  const add = () => request(`${running.production}/v1/pets`, key, { body: newPet });
  // SQLite may find some pages in the files that exist.
  let refused = 0;
  for (let i = 0; i < 100 && refused === 0; i += 1) if ((await add()).status === 503) refused += 1;
  const because = 'The database cannot be written: the disk is full.';
  // The probe of readiness is a smaller write: it may fit once more.
  await expect
    .poll(() => seen(running.production, key), { interval: 500 })
    .toEqual({ read: 200, write: 503, ready: 503, because });

  await rm(`/proc/${running.child.pid}/root${dataDir}/filler`);
  await expect.poll(() => seen(running.production, key), { interval: 500 }).toEqual(whole);
  expect(await running.stop()).toMatchObject({ code: 0, signal: null });
});

/** Only root can make a file system read-only whose files are open. In CI the test must run. */
const isRoot = process.getuid?.() === 0 || process.env['CI'] !== undefined;

test.runIf(isRoot)(
  'a disk that becomes read-only (needs root): reads go on, writes are refused, and readiness says why',
  async () => {
    const image = join(await newFolder(), 'disk');
    // `abort` is what Linux does to a disk after errors: it makes it read-only under open files.
    const { dataDir, running } = await serveOnDisk(
      `truncate --size 16M ${image} && mkfs.ext4 -q -F ${image} && mount -o loop ${image}`,
      { unshare: [] },
    );
    const key = running.keys.production ?? '';
    expect(await seen(running.production, key)).toEqual(whole);
    const remount = ['nsenter', '--mount', '--target', `${running.child.pid}`, 'mount', '-o', 'remount,abort', dataDir];
    await promisify(execFile)(remount[0]!, remount.slice(1));

    const { status, body } = await request(`${running.production}/v1/pets`, key, { body: newPet });
    expect([status, body.code]).toEqual([503, 'service_unavailable']);
    const because = 'The database cannot be written: the disk is read-only.';
    await expect
      .poll(() => seen(running.production, key), { interval: 500 })
      .toEqual({ read: 200, write: 503, ready: 503, because });
    expect((await request(`${running.production}/v1/pets?limit=100`, key)).body).toEqual([
      { id: 1, ...newPet, status: 'available' },
    ]);
    expect(await running.stop()).toMatchObject({ code: 0, signal: null });
  },
);

test('a start on a read-only disk fails with one sentence, and serves again when the disk can be written', async () => {
  const { dataDir, running } = await serveOnDisk('mount -t tmpfs -o size=4m tmpfs', {
    before: `${startOnce}
    mount -o remount,ro "$DATA_DIR" || exit 1
    bin/petstore "$@"; echo "ended with $?" >&2
    mount -o remount,rw "$DATA_DIR" || exit 1`,
  });
  expect(running.stderr()).toContain(
    `petstore: The database ${join(dataDir, 'production.sqlite')} cannot be opened: its disk is read-only. Set DATA_DIR to a folder that can be written.\nended with 1\n`,
  );
  const [key = ''] = /psk_live_\w+/.exec(running.stderr()) ?? [];
  expect(await seen(running.production, key)).toEqual(whole);
  await running.stop();
});
