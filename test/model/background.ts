import { eventStore } from '../../src/events/store.ts';
import { openSearch } from '../alerts/search.ts';
import { eventually } from '../support/eventually.ts';
import type { TestService } from '../support/service.ts';

/** Notices are gathered for so long. */
const gatherMs = 50_000;
/** A mail is claimed for so long, and refused ones wait longer. */
const claimMs = 20_000;
/** A claim whose end could not be written is over then. */
const mostAsked = 100;

/**
 * Waits for what the service does by itself.
 *
 * @param open the service's environment, opened beside it
 */
export function backgroundOf(open: () => ReturnType<TestService['beside']>, advance: (ms: number) => void) {
  const isNone = async (rows: { readonly execute: () => Promise<readonly unknown[]> }) =>
    (await rows.execute()).length === 0;

  async function until(isDone: () => Promise<boolean>): Promise<void> {
    let asked = 0;
    await eventually(async () => {
      if (await isDone()) return true;
      if ((asked += 1) % mostAsked === 0) advance(claimMs);
      return false;
    });
  }

  async function areShown(): Promise<boolean> {
    const { database, now } = await open();
    const pets = database.read.selectFrom('pets').select('id').where('is_hidden', '=', 1);
    const orders = database.read.selectFrom('orders').select('id').where('status', '=', 'placed');
    return (
      (await isNone(pets.where('hidden_until', '<=', now()).limit(1))) &&
      isNone(orders.where('expires_at', '<=', now()).limit(1))
    );
  }
  async function areMailsSent(): Promise<boolean> {
    const { database, now } = await open();
    const mails = database.read.selectFrom('mails').select('id');
    return isNone(mails.where('due_at', '<=', now() + claimMs).limit(1));
  }
  async function isFollowed(): Promise<boolean> {
    const { database } = await open();
    const last = await eventStore(database).last();
    const reader = database.read.selectFrom('outbox_readers').select('sequence').where('name', '=', 'notifications');
    return ((await reader.executeTakeFirst())?.sequence ?? 0) >= last;
  }
  async function areDelivered(): Promise<boolean> {
    const { database } = await open();
    return isNone(database.read.selectFrom('messages').select('id').where('status', 'in', ['queued', 'processing']));
  }
  /** In the order in which one causes the other. */
  async function isAllTold(): Promise<boolean> {
    const { database, now } = await open();
    const { read } = database;
    const applications = read.selectFrom('applications').select('id').where('pet_removed', 'is not', null);
    const notices = read.selectFrom('notices').select('id').where('batch_id', 'is', null);
    return (
      (await areShown()) &&
      (await isNone(applications)) &&
      (await isFollowed()) &&
      (await isNone(notices.where('due_at', '<=', now() - gatherMs))) &&
      areMailsSent()
    );
  }

  return {
    /** Every animal whose hold has ended has appeared, and every order whose time is over has expired. */
    shown: () => until(areShown),
    /** Every mail has been sent, or refused. */
    mailsSent: () => until(areMailsSent),
    /** Every message is in the inbox. */
    delivered: () => until(areDelivered),
    /** It is noted what members are to be told. */
    followed: () => until(isFollowed),
    /** Everybody has been told of everything. */
    async told() {
      await until(areShown);
      await openSearch(await open())();
      await until(isAllTold);
    },
  };
}
