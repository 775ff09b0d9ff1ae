import type { Selectable } from 'kysely';
import type { Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { present } from '../kit/present.ts';
import { timestamp, timestampOrNull } from '../vocabulary/timestamp.ts';
import type { Address } from './address.ts';
import { deliveriesOfEvents, type NoteOnOrder, notesOnOrders } from './copies.ts';
import { countedAs, DELIVERIES, openCount } from './counts.ts';
import type { Key } from './rows.ts';
import type { Person } from './schema.ts';
import type { Found } from './search.ts';

/** The most rows of each kind that are shown. */
const shownRows = 1_000;

/** Reads what a search has found about a person. */
export async function readPerson(read: Queries, address: Address, found: readonly Found[]): Promise<Person> {
  const keysIn = (table: string): readonly Key[] => found.find(({ source }) => source.table === table)?.keys ?? [];
  const idsIn = (table: string): number[] => keysIn(table).map(([id]) => Number(id));

  const accounts = await accountsOf(read, address, idsIn('accounts'));
  const { counts, add } = openCount();
  for (const { source, keys } of found) for (const key of keys) add(source, key, undefined);
  for (const id of await deliveriesOfEvents(read, keysIn('events'))) add(DELIVERIES, [id], undefined);
  // The others only have the address in their name.
  counts.accounts = accounts.length;
  counts.others -= accounts.length;
  const orderIds = idsIn('orders');
  const notes = await notesOnOrders(read, address, orderIds);
  const foundNotes = new Set(idsIn('order_notes'));
  counts.others += notes.filter(({ id }) => !foundNotes.has(id)).length;
  const isAccount = new Set(accounts.map(({ id }) => id));
  const others = found
    .filter(({ source }) => countedAs(source, undefined) === 'others')
    .flatMap(({ source: { table }, keys }) => keys.map((key) => ({ table, key: key.join(' '), id: key[0] })))
    .filter(({ table, id }) => table !== 'accounts' || !isAccount.has(Number(id)))
    .map(({ table, key }) => ({ table, key }));
  return {
    email: address.text,
    accounts,
    orders: await ordersOf(read, newest(orderIds), notes),
    applications: await applicationsOf(read, address, newest(idsIn('applications'))),
    messages: await messagesOf(read, newest(idsIn('messages'))),
    others: others.slice(0, shownRows),
    counts,
  };
}

const newest = (ids: readonly number[]): number[] => ids.slice(-shownRows);

async function accountsOf(read: Queries, address: Address, ids: readonly number[]): Promise<Person['accounts']> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'created_at'])
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
  return rows
    .filter(({ email }) => address.is(email))
    .map(({ id, email, name, created_at: atMs }) => present({ id, email, name, createdAt: timestamp(atMs) }));
}

async function ordersOf(
  read: Queries,
  ids: readonly number[],
  notes: readonly NoteOnOrder[],
): Promise<Person['orders']> {
  if (ids.length === 0) return [];
  const rows = await read.selectFrom('orders').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();
  const byOrder = Map.groupBy(notes, ({ orderId }) => orderId);
  return rows.map((row) => {
    return present({
      ...saidIn(row),
      visitAt: timestampOrNull(row.visit_at),
      paidAt: timestampOrNull(row.paid_at),
      staffNotes: byOrder.get(row.id)?.map((one) => one.note),
      createdAt: timestamp(row.created_at),
    });
  });
}

/** What the staff keep is about the applicant, and not about somebody whom the application names. */
async function applicationsOf(
  read: Queries,
  address: Address,
  ids: readonly number[],
): Promise<Person['applications']> {
  if (ids.length === 0) return [];
  const rows = await read.selectFrom('applications').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();
  return rows.map((row) =>
    present({
      ...saidIn(row),
      ...(address.is(row.adopter_email)
        ? { staffNote: row.staff_note, approvedUntil: timestampOrNull(row.approved_until) }
        : {}),
      createdAt: timestamp(row.created_at),
    }),
  );
}

type Said = Pick<Selectable<Tables['orders']>, 'id' | 'pet_id' | 'status' | 'note' | 'answers' | 'locale'> &
  Pick<Selectable<Tables['orders']>, 'adopter_name' | 'adopter_email' | 'adopter_phone' | 'message_to_adopter'>;

/** What an order and an application say of a person. */
function saidIn(row: Said) {
  const { adopter_name: name, adopter_email: email, adopter_phone: phone, answers } = row;
  return {
    id: row.id,
    petId: row.pet_id,
    status: row.status,
    adopter: name === null || email === null ? null : present({ name, email, phone }),
    note: row.note,
    answers: answers === null ? null : (JSON.parse(answers) as Person['orders'][number]['answers']),
    messageToAdopter: row.message_to_adopter,
    locale: row.locale,
  };
}

async function messagesOf(read: Queries, sequences: readonly number[]): Promise<Person['messages']> {
  if (sequences.length === 0) return [];
  const rows = await read
    .selectFrom('messages')
    .select(['sequence', 'id', 'account_id', 'message', 'from_name', 'from_email', 'locale', 'created_at'])
    .where('sequence', 'in', sequences)
    .orderBy('sequence', 'desc')
    .execute();
  const answers = await read
    .selectFrom('message_answers')
    .select(['message_sequence', 'message'])
    .where('message_sequence', 'in', sequences)
    .orderBy('id')
    .execute();
  const answersTo = Map.groupBy(answers, (answer) => answer.message_sequence);
  return rows.map(
    ({ sequence, id, account_id: accountId, message, from_name: name, from_email: email, locale, created_at: atMs }) =>
      present({
        id,
        accountId,
        message,
        from: name === null || email === null ? null : { name, email },
        locale,
        answers: answersTo.get(sequence)?.map((answer) => answer.message) ?? [],
        createdAt: timestamp(atMs),
      }),
  );
}
