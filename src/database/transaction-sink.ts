import type { EventOrder, Queries } from './database.ts';
import { preparedInsert, preparedInsertWithId } from './prepared.ts';
import type { AnswerRow, NewEventRow, NewPetRow, Sink } from './sink.ts';

/** Makes the sink of a transaction. */
export function sinks(read: Queries, appendTo: EventOrder['appendTo']): (tx: Queries) => Sink {
  const insertPet = preparedInsertWithId<NewPetRow, 'pets'>(read, 'pets', (db, p) =>
    db.insertInto('pets').values({
      account_id: p.account_id,
      organization_id: p.organization_id,
      name: p.name,
      name_folded: p.name_folded,
      category_id: p.category_id,
      status: p.status,
      version: p.version,
      created_at: p.created_at,
      updated_at: p.updated_at,
    }),
  );
  const appendEvent = preparedInsert<NewEventRow, typeof appendTo>(read, appendTo, (db, p) =>
    db.insertInto(appendTo).values({
      id: p.id,
      kind: p.kind,
      at: p.at,
      data: p.data,
      account_id: p.account_id,
      other_account_id: p.other_account_id,
      organization_id: p.organization_id,
      actor: p.actor,
      pet_id: p.pet_id,
      is_hidden: p.is_hidden,
    }),
  );
  const storeAnswer = preparedInsert<AnswerRow, 'idempotency_keys'>(read, 'idempotency_keys', (db, p) =>
    db.insertInto('idempotency_keys').values({
      account_id: p.account_id,
      method: p.method,
      path: p.path,
      key: p.key,
      fingerprint: p.fingerprint,
      status: p.status,
      headers: p.headers,
      body: p.body,
      created_at: p.created_at,
    }),
  );
  return (tx) => ({
    insertPet: (row) => insertPet(tx, row),
    appendEvent: (row) => appendEvent(tx, row),
    storeAnswer: (row) => storeAnswer(tx, row),
  });
}
