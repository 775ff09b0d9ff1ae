import { integer, oneOf, random } from './filters-fill.ts';

const dayMs = 86_400_000;
/** How many persons have adopted, each several times. */
const persons = 100_000;

/** The person who is searched for. */
export const PERSON = 'person77@example.org';

/**
 * What a million animals leave behind in some years, as SQL that both engines run after `fill`: handovers, records of staff, orders with
 * adopters, the references of an import, and the events of the last month. The newest account becomes an operator's.
 */
export function fillHistories(numbers: string, pets: number, nowMs: number): string[] {
  const digit = (salt: number, count: number, first = 0) =>
    `cast(${first} + ${integer(`${count} * ${random(salt)}`)} as text)`;
  const date = `'202' || ${digit(109, 3, 3)} || '-0' || ${digit(113, 9, 1)} || '-1' || ${digit(127, 9)}`;
  const intake = oneOf(101, { stray: 0.4, surrender: 0.3, transfer: 0.2, euthanasia_request: 1 });
  const outcome = oneOf(103, { adoption: 0.5, transfer: 0.2, reclaimed: 0.2, euthanized: 1 });
  const person = `'person' || cast(${integer(`${persons} * ${random(107)}`)} as text) || '@example.org'`;
  const adopter = `'{"id":' || cast(n.i as text) || ',"adopter":{"name":"Ann Lee","email":"' || ${person} || '"},"status":"placed"}'`;
  return [
    `update accounts set role = 'operator' where id = (select max(id) from accounts)`,
    `insert into pet_handovers (pet_id, at, is_sold)
      select id, case when created_at + ${dayMs} * (id % 200) < ${nowMs} then created_at + ${dayMs} * (id % 200) else ${nowMs} end, 1 from pets where status = 'sold' order by id`,
    `update pet_profiles set staff = (select '{"intake":{"date":"' || ${date} || '","type":"' || ${intake} || '"}' ||
        case when n.i % 4 = 0 then ',"outcome":{"type":"' || ${outcome} || '"}' else '' end || '}'
      from (select pet_profiles.pet_id as i) as n) where pet_id % 3 = 0`,
    // As after an update from a version without sums.
    'delete from pet_stay_changes',
    'insert into pet_stay_changes (pet_id) select id from pets order by id',
    `insert into orders (pet_id, pet_account_id, account_id, status, adopter_name, adopter_email, note, expires_at, created_at, updated_at, version)
      select n.i, (select max(id) from accounts), (select max(id) from accounts), 'delivered', 'Ann Lee', ${person},
        'We have a garden.', 1, 1, 1, 1 from ${numbers} where n.i % 3 = 0`,
    `insert into import_references (account_id, reference, pet_id) select 1, 'A' || n.i, n.i from ${numbers} where n.i % 2 = 0`,
    `insert into events (id, kind, at, data, account_id, pet_id)
      select 'evt_' || n.i, case when n.i % 5 = 0 then 'order.placed' else 'pet.updated' end, ${nowMs} - (${pets} - n.i),
        case when n.i % 5 = 0 then ${adopter} else '{"id":' || n.i || ',"name":"Rex","changed":["profile.description"]}' end,
        (select max(id) from accounts), n.i from ${numbers} where n.i > ${pets} - 300000`,
  ];
}
