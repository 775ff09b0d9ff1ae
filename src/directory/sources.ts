import type { Insertable, Selectable, Updateable } from 'kysely';
import { counted } from '../database/count-up-to.ts';
import type { Database, Queries } from '../database/database.ts';
import { newest } from '../database/newest.ts';
import type { Tables } from '../database/tables.ts';
import { present } from '../kit/present.ts';
import { aboutSource, type Sealing } from '../secrets/sealing.ts';
import type { Now } from '../time/clock.ts';
import { SILENCE_MS, type SourceState } from '../vocabulary/directory.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { timestamp, timestampOrNull } from '../vocabulary/timestamp.ts';
import type { DirectorySource } from './schema.ts';
import { SourceFault } from './source.ts';

/** How many refused animals operators read of. */
const namedRefusals = 20;

export type SourceRow = Selectable<Tables['directory_sources']>;

/** The last source that was added has the highest id. */
export type SourceStore = ReturnType<typeof sourceStore>;

/** The services whose animals this one shows. */
export function sourceStore(
  { read }: Pick<Database, 'read'>,
  { now, serviceId, seal, open }: Pick<Sealing, 'seal' | 'open'> & { readonly now: Now; readonly serviceId: string },
) {
  const rows = (db: Queries) => db.selectFrom('directory_sources').selectAll();

  const find = (id: Int64, db: Queries = read): Promise<SourceRow | undefined> =>
    rows(db)
      .where('id', '=', id as number)
      .executeTakeFirst();

  /**
   * Changes the source as it was read.
   *
   * @returns the source as it is then
   * @throws Overtaken if somebody else has changed it since
   */
  async function change(tx: Queries, { id, progress }: SourceRow, to: Updateable<Tables['directory_sources']>) {
    const changed = await tx
      .updateTable('directory_sources')
      .set({ ...to, progress: progress + 1 })
      .where('id', '=', id)
      .where('progress', '=', progress)
      .returningAll()
      .executeTakeFirst();
    if (changed === undefined) throw new Overtaken();
    return changed;
  }

  async function refusalsOf(db: Queries, sourceId: number): Promise<DirectorySource['refused']> {
    const all = db.selectFrom('directory_refusals').where('source_id', '=', sourceId);
    const animals = await all.select(['their_id as id', 'reason']).orderBy('their_id').limit(namedRefusals).execute();
    return animals.length === 0 ? undefined : { count: await countOf(db, 'directory_refusals', sourceId), animals };
  }

  const copiesOf = (db: Queries, sourceId: number): Promise<number> =>
    counted(db.selectFrom('directory_photos').where('source_id', '=', sourceId).where('bytes', '>', 0));

  return {
    find,
    change,
    list: (count: number, before: Int64 | undefined) => newest(rows(read), count, before),

    async shown(row: SourceRow, db: Queries = read): Promise<DirectorySource> {
      const [animals, organizations, photos, refused] = await Promise.all([
        countOf(db, 'directory_animals', row.id),
        countOf(db, 'directory_organizations', row.id),
        copiesOf(db, row.id),
        refusalsOf(db, row.id),
      ]);
      return present({
        id: row.id,
        url: row.url,
        state: stateOf(row),
        error: row.error ?? undefined,
        animals,
        organizations,
        photos,
        refused,
        seenAt: timestampOrNull(row.seen_at),
        hiddenAt: timestampOrNull(row.hidden_at),
        createdAt: timestamp(row.created_at),
        updatedAt: timestamp(row.updated_at),
      });
    },

    /** The source with the address, which may be being removed. */
    at: (tx: Queries, url: string): Promise<SourceRow | undefined> =>
      rows(tx).where('url', '=', url).executeTakeFirst(),

    async add(tx: Queries, { url, key }: { url: string; key: string }) {
      const at = now();
      const row: Insertable<Tables['directory_sources']> = {
        url,
        key: '',
        reading: READ_ALL,
        round: 0,
        progress: 0,
        created_at: at,
        updated_at: at,
        version: 1,
      };
      const added = await tx.insertInto('directory_sources').values(row).returningAll().executeTakeFirstOrThrow();
      return change(tx, added, { key: seal(key, aboutSource(added.id)) });
    },

    /**
     * Requires that the service which has answered is no other source, and not this one.
     *
     * @throws SourceFault
     */
    async requireNew({ id }: SourceRow, service: string): Promise<void> {
      if (service === serviceId)
        throw new SourceFault('refused', 'It is this service itself, which shows its own animals: remove the source.');
      const others = rows(read).where('service', '=', service).where('removed_at', 'is', null);
      const other = await others.where('id', '!=', id).executeTakeFirst();
      if (other !== undefined)
        throw new SourceFault('refused', `It is the same service as ${other.url}: remove one of the two sources.`);
    },

    /** @param wanted.key another partner key: the source is asked again, unless it is paused */
    patch(
      tx: Queries,
      row: SourceRow,
      { key, paused }: { readonly key?: string | undefined; readonly paused?: boolean | undefined },
    ): Promise<SourceRow> {
      const at = now();
      return change(tx, row, {
        ...(key === undefined
          ? {}
          : {
              key: seal(key, aboutSource(row.id)),
              stopped: null,
              error: null,
            }),
        ...(paused === undefined ? {} : { paused_at: paused ? (row.paused_at ?? at) : null }),
        ...(paused === false ? { stopped: null, error: null } : {}),
        version: row.version + 1,
        updated_at: at,
      });
    },

    /** Begins to remove it: nobody asks it any more. */
    beginRemoval: (tx: Queries, row: SourceRow): Promise<SourceRow> =>
      change(tx, row, { removed_at: row.removed_at ?? now() }),

    async remove(tx: Queries, { id }: SourceRow): Promise<void> {
      for (const table of ['directory_refusals', 'directory_categories'] as const)
        await tx.deleteFrom(table).where('source_id', '=', id).execute();
      await tx.deleteFrom('directory_sources').where('id', '=', id).execute();
    },

    keyOf: ({ id, key }: SourceRow): string => open(key, aboutSource(id)),

    all: (): Promise<SourceRow[]> => rows(read).execute(),
  };
}

/** How many rows of a table are of the source. */
export const countOf = (
  db: Queries,
  table: 'directory_animals' | 'directory_categories' | 'directory_organizations' | 'directory_refusals',
  sourceId: number,
): Promise<number> => counted(db.selectFrom(table).where('source_id', '=', sourceId));

/** Whether there is work to do: it is followed, or being removed. */
export const isActive = ({ removed_at: removed, paused_at: paused, stopped }: SourceRow): boolean =>
  removed !== null || (paused === null && stopped === null);

/** Whether it was silent for so long that visitors shall not see what it has. */
export const isSilent = ({ hidden_at: hidden, removed_at: removed, ...row }: SourceRow, nowMs: number): boolean =>
  hidden === null && removed === null && (row.seen_at ?? row.created_at) <= nowMs - SILENCE_MS.hidden;

/** Somebody else works on the source, or has changed it. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** Everything is to be read. */
export const READ_ALL = 'all';

function stateOf(row: SourceRow): SourceState {
  if (row.removed_at !== null) return 'removing';
  if (row.stopped !== null) return 'stopped';
  if (row.paused_at !== null) return 'paused';
  if (row.error !== null) return 'failing';
  return row.reading === null ? 'following' : 'reading';
}
