import type { Database, Queries } from '../../database/database.ts';
import { Failure } from '../../failure.ts';
import { newPhotoName, type OwnerMark, type PhotoFiles } from './storage/photo-files.ts';

/** The rows of `meta`: the id that ties photos to their database, and the place where the database got it. */
export const OWNER = 'photos_owner';
const PLACE = 'photos_place';
/** The ids of databases that this one has replaced, by a restore: their backups have become its own. */
export const REPLACED = 'photos_replaced_owners';

/**
 * The id that ties photos to their database. A transfer keeps it. A copy of a PostgreSQL database, such as of a dump, is in another place and
 * gets an id of its own.
 */
async function ownerId(database: Database): Promise<string> {
  const current = await database.place();
  const kept = async (db: Queries) => {
    const rows = await db.selectFrom('meta').selectAll().where('name', 'in', [OWNER, PLACE]).execute();
    const [id, at] = [OWNER, PLACE].map((name) => rows.find((row) => row.name === name)?.value);
    return {
      id: id !== undefined && (at === undefined || at === current) ? id : undefined,
      isNoted: (at ?? '') === current,
    };
  };
  const { id: known, isNoted } = await kept(database.read);
  if (known !== undefined && isNoted) return known;
  return database.transaction(async (tx) => {
    const { id = newPhotoName() } = await kept(tx);
    await tx.deleteFrom('meta').where('name', 'in', [OWNER, PLACE]).execute();
    const rows = [{ name: OWNER, value: id }];
    if (current !== '') rows.push({ name: PLACE, value: current });
    await tx.insertInto('meta').values(rows).execute();
    return id;
  });
}

/**
 * Marks photos without an owner as belonging to this database.
 *
 * @param inherits whether those of a database that this one has replaced become its own, too
 * @param refusal what to do about another's
 * @throws Failure if they are another's
 */
export async function requireOwner(
  database: Database,
  { mark }: Pick<PhotoFiles, 'mark'>,
  { inherits = false, refusal = isAnothers }: { inherits?: boolean; refusal?: (mark: OwnerMark) => Failure } = {},
): Promise<void> {
  if (mark === undefined) return;
  const id = await ownerId(database);
  const marked = await mark.read();
  const isFree = marked === undefined || (inherits && (await replacedOwners(database)).includes(marked));
  if (isFree) await mark.write(id);
  if ((await mark.read()) !== id) throw refusal(mark);
}

async function replacedOwners({ read }: Database): Promise<readonly string[]> {
  const row = await read.selectFrom('meta').select('value').where('name', '=', REPLACED).executeTakeFirst();
  return row?.value.split(' ') ?? [];
}

/** What to do about photos of another database. */
const isAnothers = ({ shown }: OwnerMark): Failure =>
  new Failure(
    `The photos belong to another database, says ${shown}: each would remove the photos of the other. Set PHOTOS_URL or DATA_DIR to another place. If this database replaces the other one, end the service of that, remove ${shown}, and start again.`,
  );
