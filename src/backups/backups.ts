import { openAsBlob } from 'node:fs';
import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import type { Database } from '../database/database.ts';
import { Failure } from '../failure.ts';
import { alone, type Hold } from '../jobs/claim.ts';
import { VERSION } from '../package.ts';
import { requireOwner } from '../pets/photos/owner.ts';
import type { OwnerMark, PhotoFiles } from '../pets/photos/storage/photo-files.ts';
import type { RealNow } from '../time/clock.ts';
import { areImages, filesOf, missingFiles, namesOf, putAnew, sameFiles } from '../transfer/photos.ts';
import type { Environment } from '../vocabulary/environments.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import { type Backup, databaseName, descriptionName, findBackups, type PackedDatabase, timesOf } from './backup.ts';
import { fetchDatabase, fetchTo } from './fetching.ts';
import { keptOf } from './kept.ts';
import { onThread, type OnThread } from './packing-thread.ts';
import { copyNamed } from './photos-of-copy.ts';
import { CLAIM, backupState, changeState, noteBackedUp } from './state.ts';
import type { BackupFiles } from './storage/backup-files.ts';

/** How long it takes until one is restored again, to try it. */
const trialMs = 30 * 24 * 3_600_000;
/** What must stay free on the disk where a copy is made. */
const spareBytes = 100e6;

export interface BackupParts {
  readonly environment: Environment;
  readonly database: Database;
  /** The file of the embedded database; undefined on PostgreSQL. */
  readonly file: string | undefined;
  /** Where copies are made, and unpacked to try them. It is removed with all that it contains. */
  readonly workshop: string;
  /** The photos of the service. */
  readonly photos: PhotoFiles;
  readonly files: BackupFiles;
  /** Without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly now: RealNow;
  /** For tests of many backups: where tasks run, if not on another thread. */
  readonly runTask?: OnThread;
}

export type Backups = ReturnType<typeof openBackups>;

/** The backups of an environment: docs/decisions/0086-backups-by-themselves.md. */
export function openBackups(parts: BackupParts) {
  const { environment, database, file, workshop, photos, files, settings, now, runTask = onThread } = parts;

  const photoNames = async (): Promise<string[]> =>
    (await database.read.selectFrom('pet_photos').select('name').execute()).map(({ name }) => name);

  const requireOwn = () => requireOwner(database, files.photos, { inherits: true, refusal: isAnothers });

  async function make(earlier: readonly Backup[], { stop, require }: Hold): Promise<Backup> {
    const at = timeAfter(earlier, now());
    const copy = join(workshop, 'copy.sqlite');
    if (file !== undefined) await requireRoom(file, workshop);
    const names = file === undefined ? await photoNames() : await runTask(stop, 'copy', file, copy);
    // Photos in PostgreSQL are in its own backups.
    const { copied, removed, missing } = await addPhotos(photos.mark === undefined ? [] : names, earlier, stop);
    const packed = file === undefined ? undefined : await packTo(databaseName(at), copy, removed, stop);
    const backup: Backup = {
      at,
      environment,
      version: VERSION,
      ...(packed && { database: packed }),
      photos: copied,
      missing,
      settings,
    };
    await require();
    await describe(backup, stop);
    await database.transaction(async (tx) => {
      await changeState(tx, { madeMs: Date.parse(at) });
      if (file !== undefined) await noteBackedUp(tx, Date.parse(at));
    });
    return backup;
  }

  /** Copies the photos that no earlier backup has. */
  async function addPhotos(names: readonly string[], earlier: readonly Backup[], stop: AbortSignal) {
    const there = await namesOf(files.photos);
    const had = new Set(earlier.flatMap((backup) => backup.photos)).intersection(there);
    const lacking = names.filter((name) => !had.has(name));
    const { missing, removed } = await copyNamed(lacking, { from: photos, to: files.photos, still: photoNames }, stop);
    const without = new Set([...missing, ...removed]);
    return { copied: names.filter((name) => !without.has(name)), missing, removed };
  }

  /** Compresses a copy of the database, and compares what the storage has then. */
  async function packTo(name: string, copy: string, removed: string[], stop: AbortSignal): Promise<PackedDatabase> {
    const path = join(workshop, name);
    const packed = await runTask(stop, 'pack', copy, path, removed);
    await rm(copy);
    await files.put(name, await openAsBlob(path), stop);
    await rm(path);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    if ((await fetchTo(files, name, nowhere, stop)) !== packed.sha256)
      throw new Failure(`${files.shown}/${name} differs from what was written there.`);
    return packed;
  }

  const describe = (backup: Backup, stop: AbortSignal): Promise<void> =>
    files.put(descriptionName(backup.at), new Blob([JSON.stringify(backup)]), stop);

  /** Once a month: restores a backup to where nobody uses it. It has lain in the storage for a while, unless it is the first. */
  async function tryOne(backup: Backup, stop: AbortSignal): Promise<void> {
    const { triedMs = 0 } = await backupState(database.read);
    if (now() - triedMs < trialMs) return;
    if (backup.database !== undefined) await tryDatabase(backup, stop);
    const { bad, unlike } = await comparePhotos(backup, stop);
    await database.transaction((tx) => changeState(tx, { triedMs: now() }));
    const named = (names: readonly string[]) => names.slice(0, 3).join(', ');
    const sentences = [
      ...(bad.length === 0
        ? []
        : [
            `${bad.length} of ${backup.photos.length} photos in ${files.shown} were damaged or gone: ${named(bad)}. Those that the service has are copied again.`,
          ]),
      ...(unlike.length === 0
        ? []
        : [
            `${unlike.length} of ${backup.photos.length} photos in ${files.shown} differ from the service's own, and both stay: ${named(unlike)}. One of the two is damaged.`,
          ]),
    ];
    if (sentences.length > 0) throw new Failure(sentences.join(' '));
  }

  async function tryDatabase(backup: Backup, stop: AbortSignal): Promise<void> {
    try {
      await rm(await fetchDatabase(files, backup, workshop, stop, runTask));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await describe({ ...backup, broken: error.message }, stop);
      throw new Failure(`The backup of ${backup.at} cannot be restored: ${error.message}.`, { cause: error });
    }
  }

  /** Mends the photos of a backup that differ from the service's own: all backups share them. @returns which were bad, and which differ from another that may be the bad one */
  async function comparePhotos({ photos: names }: Backup, stop: AbortSignal) {
    const bad: string[] = [];
    const unlike: string[] = [];
    for (const name of names) {
      stop.throwIfAborted();
      const [stored, original] = [await filesOf(files.photos, name), await filesOf(photos, name)];
      if (stored !== undefined && (original === undefined || sameFiles(stored, original))) continue;
      // The disk of the service may be the one that damages files: the copy is then the only good one.
      const isSure =
        stored === undefined || (original !== undefined && !(await areImages(stored)) && (await areImages(original)));
      (isSure ? bad : unlike).push(name);
      if (isSure && original !== undefined) await putAnew(files.photos, name, original);
    }
    return { bad, unlike };
  }

  /** Removes what is not kept: first the descriptions, so that half a backup never counts. */
  async function prune(backups: readonly Backup[], hold: Hold): Promise<void> {
    // Another database may have got them meanwhile.
    await requireOwn();
    /** Another process that has taken over may have added what looks superfluous here. */
    const remove = async (from: Pick<BackupFiles, 'remove'>, name: string) => {
      hold.stop.throwIfAborted();
      await hold.require();
      await from.remove(name);
    };
    const sound = backups.filter(({ broken }) => broken === undefined);
    const keptMs = keptOf(sound.map(({ at }) => Date.parse(at)));
    const kept = sound.filter(({ at }) => keptMs.has(Date.parse(at)));
    for (const { at } of new Set(backups).difference(new Set(kept))) {
      await remove(files, descriptionName(at));
      await remove(files, databaseName(at));
    }
    const named = new Set(kept.flatMap((backup) => backup.photos));
    for (const name of (await namesOf(files.photos)).difference(named)) await remove(files.photos, name);
  }

  /** @throws Failure */
  async function run(hold: Hold): Promise<Backup> {
    const { stop } = hold;
    const { backups, unreadable, leftOver } = await findBackups(files, stop);
    await requireOwn();
    for (const name of leftOver) await files.remove(name);
    const backup = await make(backups, hold);
    await tryOne(backups.find(({ broken }) => broken === undefined) ?? backup, stop);
    if (unreadable.length > 0)
      throw new Failure(`${files.shown}/${unreadable[0]} cannot be read. Bring it back from a copy, or remove it.`);
    await prune([backup, ...backups], hold);
    if (backup.missing.length > 0)
      throw new Failure(
        `${missingFiles(backup.missing, backup.photos.length + backup.missing.length, 'their storage')} The backup has everything else.`,
      );
    await database.transaction((tx) => changeState(tx, { failing: undefined }));
    return backup;
  }

  async function withWorkshop<Result>(work: () => Promise<Result>): Promise<Result> {
    await rm(workshop, { recursive: true, force: true });
    await mkdir(workshop, { recursive: true, mode: 0o700 });
    try {
      return await work();
    } finally {
      await rm(workshop, { recursive: true, force: true });
    }
  }

  return {
    /** Where they are, without secrets. */
    url: files.shown,
    /**
     * Makes a backup, tries one if a month has passed since the last trial, and removes those that are not kept.
     *
     * @returns undefined if another process is at it
     * @throws Failure
     */
    async run(stop: AbortSignal): Promise<Backup | undefined> {
      const done = await alone({ database, name: CLAIM, now, stop }, (hold) => withWorkshop(() => run(hold)));
      return done?.result;
    },
    /**
     * When the latest backup was made that is not of the future: Unix milliseconds, 0 if there is none.
     *
     * @throws Failure if they are another database's: that is known at the start, and not a day later
     */
    async latestMs(): Promise<number> {
      const times = timesOf(await files.names()).map((at) => Date.parse(at));
      await requireOwn();
      return times.find((ms) => ms <= now()) ?? 0;
    },
  };
}

/** The time of a new backup: no other has it, even if the clock stands still. */
function timeAfter(earlier: readonly Backup[], nowMs: number): string {
  const taken = new Set(earlier.map(({ at }) => at));
  let ms = nowMs;
  while (taken.has(timestamp(ms))) ms += 1;
  return timestamp(ms);
}

/** A copy must not fill the disk on which the service writes. @throws Failure */
async function requireRoom(file: string, folder: string): Promise<void> {
  const { size } = await stat(file);
  const { bavail, bsize } = await statfs(folder);
  // The copy, and half of it for the packed one.
  if (bavail * bsize < 1.5 * size + spareBytes)
    throw new Failure(`The disk of ${dirname(folder)} has too little room for a copy of the database.`);
}

const isAnothers = ({ shown }: OwnerMark): Failure =>
  new Failure(
    `The backups belong to another database, says ${shown}: each would remove the backups of the other. Set BACKUP_URL to another place. If this database replaces the other one, end the service of that, and remove ${shown}.`,
  );
