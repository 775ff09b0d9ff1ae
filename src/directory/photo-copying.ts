import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError, existing } from '../http/errors.ts';
import { alone, type Hold } from '../jobs/claim.ts';
import type { Network } from '../network/network.ts';
import type { PhotoAdding } from '../pets/photo-adding.ts';
import { fetchImage, NoPhoto } from '../pets/photos/fetching.ts';
import type { PetStore } from '../pets/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { RealNow } from '../time/clock.ts';
import { SERVICE } from '../vocabulary/actors.ts';
import { openPhotoBounds } from './photo-bounds.ts';
import type { MirroredPhotos } from './photos.ts';

interface CopyingParts {
  readonly database: Database;
  readonly pets: PetStore;
  readonly photos: MirroredPhotos;
  readonly adding: Pick<PhotoAdding, 'add'>;
  readonly network: Network;
  readonly realNow: RealNow;
  readonly log: Log;
}

type Source = Pick<Selectable<Tables['directory_sources']>, 'id' | 'url'>;
type PhotoRow = Selectable<Tables['directory_photos']>;

/** Sources whose photos are copied at the same time. */
const mostAtOnce = 4;
/** A source is asked for twenty photos a minute at most, and keeps a place from others for a fifth of the time. */
const TURN = { leastMs: 3_000, timesTaken: 4 } as const;
/** For DNS, the connection and the whole image. */
const patienceMs = 15_000;
/** Far above what services keep of a photo in this size, and what is made of it. */
const mostBytes = 1_048_576;
/** Pauses double, up to the longest: of a source whose server fails, and of a photo that could not be copied. */
const SOURCE_MS = { first: 5_000, longest: 5 * 60_000 } as const;
const PHOTO_MS = { first: 60_000, longest: 86_400_000 } as const;
/** How long a source waits that has as much as it may. */
const fullMs = 60_000;
const lookMs = 1_000;
/** The job then ends and begins again: its metric shows that it works. */
const mostMs = 60_000;

/**
 * Copies the photos of mirrored animals, in one process at a time. Sources take turns; of each, the first photos of all animals come before
 * the second ones.
 */
export function openPhotoCopying({ database, pets, photos, adding, network, realNow, log }: CopyingParts) {
  const bounds = openPhotoBounds(database, realNow);
  const closing = new AbortController();
  /** When a source is asked again, and how often its server has failed in a row. */
  const turns = new Map<number, { readonly nextMs: number; readonly failures: number }>();
  const turnOf = ({ id }: Source) => turns.get(id) ?? { nextMs: 0, failures: 0 };

  /** What is due; of a photo that could not be copied, not before its pause has ended. */
  const due = (db: Queries) => db.selectFrom('directory_photos').where('due_at', '<=', realNow());

  /** The sources that are followed and have a photo to copy, in the order of their turns. */
  async function waiting(): Promise<Source[]> {
    const sources = await database.read
      .selectFrom('directory_sources')
      .select(['id', 'url'])
      .where((of) => of.and([of('removed_at', 'is', null), of('paused_at', 'is', null), of('stopped', 'is', null)]))
      .where((of) =>
        of.exists(
          of
            .selectFrom('directory_photos')
            .select('pet_id')
            .whereRef('source_id', '=', 'directory_sources.id')
            .where('due_at', '<=', realNow()),
        ),
      )
      .execute();
    return sources
      .filter((source) => turnOf(source).nextMs <= realNow())
      .toSorted((a, b) => turnOf(a).nextMs - turnOf(b).nextMs);
  }

  /** Changes the row of a photo that is not copied yet. */
  const change = (tx: Queries, row: PhotoRow, to: Partial<PhotoRow>) =>
    tx
      .updateTable('directory_photos')
      .set(to)
      .where('pet_id', '=', row.pet_id)
      .where('name', '=', row.name)
      .where('bytes', '=', 0)
      .execute();

  /** The animal, if the photo is still to be copied. @throws ApiError `pet_not_found` */
  async function wanting(row: PhotoRow, db: Queries = database.read) {
    const found = await due(db)
      .select('pet_id')
      .where('pet_id', '=', row.pet_id)
      .where('name', '=', row.name)
      .executeTakeFirst();
    return existing(found && (await pets.find(row.pet_id, { db })), 'pet_not_found', 'petId');
  }

  async function copy({ id, url }: Source, row: PhotoRow, hold: Hold): Promise<void> {
    const { accountId } = (await wanting(row)).owner;
    const image = await fetchImage(
      network,
      {
        url: new URL(`/photos/${row.name}/600.webp`, url),
        userAgent: 'Petstore-Directory/1.0',
        mostRedirects: 0,
        mostBytes,
      },
      AbortSignal.any([AbortSignal.timeout(patienceMs), hold.stop]),
    );
    try {
      const copied = await adding.add({
        image,
        sender: { accountId, signal: hold.stop },
        mostBytes,
        by: SERVICE,
        find: (db) => wanting(row, db),
        commit: (work) =>
          database.transaction(async (tx) => {
            await hold.require(tx);
            const { photo, petId, bytes } = await work(tx);
            await change(tx, row, { photo_id: photo.id, bytes: bytes ?? 0, due_at: null });
            await photos.arrange(tx, petId);
            return bytes ?? 0;
          }),
      });
      await bounds.note(id, copied);
    } finally {
      await rm(image.path, { force: true });
    }
  }

  /** Notes that a photo could not be copied: it is tried again, unless it will never be one. */
  async function postpone(row: PhotoRow, error: unknown): Promise<void> {
    if (error instanceof ApiError && error.code === 'pet_not_found') return;
    const isRefused = error instanceof ApiError && error.code === 'invalid_body';
    const dueAt = isRefused ? null : realNow() + doubled(PHOTO_MS, row.tries);
    await database.transaction((tx) => change(tx, row, { tries: row.tries + 1, due_at: dueAt }));
  }

  /** Copies the next photo of a source. Never rejects. */
  async function turn(source: Source, hold: Hold): Promise<void> {
    const { id } = source;
    const beganMs = performance.now();
    let { failures } = turnOf(source);
    let pauseMs = 0;
    try {
      const query = due(database.read).selectAll().where('source_id', '=', id).orderBy('due_at').orderBy('pet_id');
      const row = await query.limit(1).executeTakeFirst();
      if (row === undefined) return;
      if (await bounds.isFull(id)) {
        pauseMs = fullMs;
        return;
      }
      const error = await copy(source, row, hold).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (hold.stop.aborted) return;
      const isAnswer = error === undefined || error instanceof NoPhoto || error instanceof ApiError;
      failures = isAnswer ? 0 : failures + 1;
      if (!isAnswer) pauseMs = doubled(SOURCE_MS, failures - 1);
      if (error !== undefined) await postpone(row, error);
    } catch (err) {
      if (!hold.stop.aborted) log.error({ err, source: source.url }, 'a photo of the directory could not be copied');
      pauseMs = SOURCE_MS.first;
    } finally {
      const restMs = Math.max(pauseMs, TURN.leastMs, TURN.timesTaken * (performance.now() - beganMs));
      turns.set(id, { nextMs: realNow() + restMs, failures });
    }
  }

  return {
    /** Copies what is due, for a minute at most. */
    async copyAll(end: AbortSignal): Promise<void> {
      if ((await waiting()).length === 0) return;
      const stop = AbortSignal.any([end, closing.signal]);
      await alone({ database, name: 'directory_photos', now: realNow, stop }, async (hold) => {
        const running = new Map<number, Promise<unknown>>();
        const endMs = performance.now() + mostMs;
        while (!hold.stop.aborted && performance.now() < endMs) {
          const next = (await waiting()).filter(({ id }) => !running.has(id)).slice(0, mostAtOnce - running.size);
          for (const source of next)
            running.set(
              source.id,
              turn(source, hold).finally(() => running.delete(source.id)),
            );
          if (running.size === 0) return;
          // The turn of another source may come while one is slow.
          await Promise.race([...running.values(), pause(lookMs, undefined, { ref: false })]);
        }
        await Promise.all(running.values());
      });
    },

    /** Ends all requests; the next start goes on. */
    close: (): void => closing.abort(new Error('The service stops.')),
  };
}

const doubled = ({ first, longest }: { readonly first: number; readonly longest: number }, times: number): number =>
  Math.min(first * 2 ** times, longest);
