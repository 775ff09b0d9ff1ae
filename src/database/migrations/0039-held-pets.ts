import { hiddenUntil, type HidingRecords, showsPage } from '../../vocabulary/animals/hiding.ts';
import type { Migration } from '../migration.ts';

const atOnce = 500;

/** Which pets a hold hides, and until when: docs/decisions/0080-holds.md. */
export const heldPets: Migration = async (db) => {
  // Loaded here for the same reason as in `migrate`.
  const { sql } = await import('kysely');
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  for (const column of ['hidden_until bigint', 'shows_page bigint not null default 0', 'shown_at bigint'])
    await run(`alter table pets add column ${column}`);
  await run('create index pets_held on pets (is_hidden, hidden_until) where hidden_until is not null');

  for (let after = 0; ;) {
    const { rows } = await sql<{ pet_id: number; staff: string }>`
      select pet_id, staff from pet_profiles inner join pets on pets.id = pet_id
      where pet_id > ${after} and pets.is_hidden = 0 and staff like '%"hold":%' order by pet_id limit ${atOnce}`.execute(
      db,
    );
    for (const { pet_id: id, staff } of rows) {
      const records = JSON.parse(staff) as HidingRecords;
      const untilMs = hiddenUntil(records);
      // The service hides those whose hold lasts, with their events.
      if (untilMs !== undefined)
        await db
          .updateTable('pets')
          .set({ hidden_until: untilMs, shows_page: Number(showsPage(records)) })
          .where('id', '=', id)
          .execute();
    }
    if (rows.length < atOnce) return;
    after = rows.at(-1)?.pet_id ?? after;
  }
};
