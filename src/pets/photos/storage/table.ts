import type { Database } from '../../../database/database.ts';
import type { RealNow } from '../../../time/clock.ts';
import type { PhotoFiles } from './photo-files.ts';

/** How many names one query reads. */
const batchRows = 1_000;

/** Keeps photos in the table `photo_files`, so that every process has them and a dump contains them. */
export function photoTable({ read, transaction }: Pick<Database, 'read' | 'transaction'>, now: RealNow): PhotoFiles {
  return {
    put: (name, files) =>
      transaction(async (tx) => {
        const rows = Object.entries(files).map(([file, bytes]) => ({ name, file, bytes, put_at: now() }));
        await tx.insertInto('photo_files').values(rows).execute();
      }),

    async get(name, file) {
      const row = await read
        .selectFrom('photo_files')
        .select('bytes')
        .where('name', '=', name)
        .where('file', '=', file)
        .executeTakeFirst();
      return row?.bytes;
    },

    remove: (name) =>
      transaction(async (tx) => {
        await tx.deleteFrom('photo_files').where('name', '=', name).execute();
      }),

    async *list() {
      for (let after = ''; ;) {
        const rows = await read
          .selectFrom('photo_files')
          .select(({ fn }) => ['name', fn.min<number>('put_at').as('putMs')])
          .where('name', '>', after)
          .groupBy('name')
          .orderBy('name')
          .limit(batchRows)
          .execute();
        yield* rows;
        const last = rows.at(-1);
        if (last === undefined || rows.length < batchRows) return;
        after = last.name;
      }
    },
  };
}
