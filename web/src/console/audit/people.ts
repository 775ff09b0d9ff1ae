import { effect, signal } from '@preact/signals';
import type { Account } from '../../../../client/src/petstore.ts';
import { ownPetstore, petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { ownAccount, session } from '../../session.ts';

/** What the page shows of an account. */
export type Person = Pick<Account, 'id' | 'email' | 'name'>;

/** The accounts that are loaded, by id. */
const people = signal<ReadonlyMap<number, Person>>(new Map());
const asked = new Set<number>();
// The next user of this window reads none of them.
effect(() => {
  if (session.value !== null) return;
  people.value = new Map();
  asked.clear();
});

function put(found: readonly Person[]): void {
  people.value = new Map([...people.value, ...found.map((person) => [person.id, person] as const)]);
}

/** The name of the account, or else its address; undefined if it is not loaded. */
export function knownName(id: number): string | undefined {
  const own = ownAccount.value;
  const person = people.value.get(id) ?? (own?.id === id ? own : undefined);
  return person?.name ?? person?.email;
}

/** The name of the account, or else its address; without either, its number. */
export const nameOf = (id: number): string => knownName(id) ?? `Account ${id}`;

/** Loads the members of the own organization, which a filter offers. */
export async function loadColleagues(): Promise<readonly Person[]> {
  const account = ownAccount.value;
  const own = account?.organization;
  if (own === undefined) return [];
  const { items } = await ownPetstore.organizations.members(own.id, { limit: 100 }).page();
  put(items);
  return items;
}

/** Loads them for the names that the page shows. After a failure it shows numbers. */
export const needColleagues = (): Promise<unknown> => loadColleagues().catch(failureOf);

/** Loads accounts that are not loaded yet, which only operators can. After a failure the page shows numbers, and the next call tries again. */
export async function needPeople(ids: readonly number[]): Promise<void> {
  if (ownAccount.value?.role !== 'operator') return;
  const missing = [...new Set(ids)].filter((id) => !asked.has(id) && !people.value.has(id));
  for (const id of missing) asked.add(id);
  await Promise.all(missing.map(load));
}

async function load(id: number): Promise<void> {
  try {
    put([await petstore.admin.account(id)]);
  } catch (failure) {
    asked.delete(id);
    failureOf(failure);
  }
}
