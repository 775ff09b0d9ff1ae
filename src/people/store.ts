import type { Database, Queries } from '../database/database.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { type Address, addressOf } from './address.ts';
import {
  deliveriesOfEvents,
  eraseAnswers,
  eraseEchoes,
  forgetInvitations,
  forgetSecretAnswers,
  removeNotes,
} from './copies.ts';
import { DELIVERIES, isNothing, NOTHING, openCount, sumOf } from './counts.ts';
import { readPerson } from './person.ts';
import { type Correction, type Rewrite, rewriting } from './rewriting.ts';
import { keyOf, type RowChange, rowsOf } from './rows.ts';
import type { Counts, PersonNotice } from './schema.ts';
import { type Findings, search } from './search.ts';
import type { TextTable } from './text-tables.ts';

export interface PersonParts {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly now: Now;
  /** Cancels the open orders of an adopter. */
  readonly cancelOrders: (tx: Queries, email: string, by: Actor) => Promise<unknown>;
  /** Withdraws what the person has applied for with both addresses, so that one application remains. */
  readonly withdrawTwins: (tx: Queries, email: string, newEmail: string, by: Actor) => Promise<unknown>;
  /** Closes an account of the person, and removes its email and name. */
  readonly closeAccount: (tx: Queries, accountId: number, by: Actor) => Promise<void>;
  /** Changes the email or the name of an account of the person. */
  readonly correctAccount: (tx: Queries, accountId: number, correction: Correction, by: Actor) => Promise<void>;
  /** Appends the event that a row of a table has changed. Other tables have no such event. */
  readonly announce: Partial<Record<TextTable['table'], (tx: Queries, id: Int64, by: Actor) => Promise<void>>>;
}

/** Runs a transaction; undefined if it need not run, because an earlier request did the same. */
export type RunLast = (work: (tx: Queries) => Promise<Counts>) => Promise<Counts | undefined>;

/**
 * Everything that is stored about a person, whom an email address identifies: accounts, orders, messages, and the copies of these. Erasing
 * and correcting search first, beside other requests, and then change what they found in one transaction, with an event.
 * docs/decisions/0029-erasing-a-person.md.
 */
export type PersonStore = ReturnType<typeof personStore>;

/** More rows in one transaction would delay other requests, and could exceed the database's deadline. */
const rowsAtOnce = 2_000;

/** A copy of a message has its id. */
const MESSAGE_PATTERN = '%msg_%';

/** Why a person's data does not change. The message is a sentence for the operator. */
export class PersonRefused extends Error {
  override readonly name = 'PersonRefused';
  readonly code: 'forbidden' | 'account_exists';

  constructor(code: PersonRefused['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What is searched for. */
interface Wanted {
  readonly address: Address;
  readonly rewrite: Rewrite;
  /** The ids of the messages of the person that were found so far. */
  readonly messages: ReadonlySet<unknown>;
}

/** One erasure or correction. */
interface Work extends Wanted {
  /** Undefined erases. */
  readonly correction: Correction | undefined;
  readonly by: Actor;
}

export function personStore(parts: PersonParts) {
  const { database, outbox, now } = parts;
  const rows = rowsOf(database);

  const patternsOf = ({ address, messages }: Wanted): readonly string[] =>
    messages.size === 0 ? address.patterns : [...address.patterns, MESSAGE_PATTERN];

  function wantedOf(address: Address, correction: Correction | undefined): Wanted {
    const messages = new Set();
    return { address, rewrite: rewriting(address, correction, now(), messages), messages };
  }

  async function find(wanted: Wanted, most: number): Promise<Findings> {
    const known = wanted.messages.size;
    const { address, rewrite } = wanted;
    const what = { patterns: patternsOf(wanted), lowerCase: address.lowerCase, rewrite, most };
    const findings = await search(database, rows, what);
    // Copies of a message may come before it.
    return wanted.messages.size === known ? findings : find(wanted, most);
  }

  /** What follows from the change of a row. */
  async function tellOf(tx: Queries, source: TextTable, id: Int64, by: Actor): Promise<void> {
    await parts.announce[source.table]?.(tx, id, by);
    await forgetSecretAnswers(tx, source, id);
  }

  /** Changes what was found and, after a search of everything, what was added since; with an event if anything changed. */
  async function change(tx: Queries, { found, isWhole }: Findings, work: Work): Promise<Counts> {
    const { address, rewrite, correction, by } = work;
    const patterns = patternsOf(work);
    const { counts, add } = openCount();
    if (correction === undefined) await parts.cancelOrders(tx, address.text, by);
    else if (correction.email !== undefined && !address.is(correction.email))
      await parts.withdrawTwins(tx, address.text, correction.email, by);
    await forgetInvitations(tx);
    for (const { source, keys, last } of found) {
      const added = isWhole && source.isAppended ? await rows.matchingAfter(tx, source, patterns, last) : [];
      const updates: RowChange[] = [];
      for (const row of [...(await rows.at(tx, source, keys)), ...added]) {
        const changed = rewrite(source, row);
        if (changed === undefined) continue;
        const key = keyOf(source, row);
        add(source, key, changed);
        if (changed === 'delete') await rows.remove(tx, source, key);
        else if (changed !== 'account') updates.push({ key, change: changed });
        else if (correction === undefined) await parts.closeAccount(tx, Number(key[0]), by);
        else await parts.correctAccount(tx, Number(key[0]), correction, by);
      }
      await rows.update(tx, source, updates, now());
      const changed = updates.filter((one) => 'data' in one.change || 'body' in one.change).map(({ key }) => key);
      const sent = source.table === 'events' ? await deliveriesOfEvents(tx, changed) : [];
      for (const id of sent) add(DELIVERIES, [id], {});
      if (source.table === 'deliveries') sent.push(...changed.map(([id]) => Number(id)));
      if (correction === undefined) await eraseEchoes(tx, sent);
      if (source.table === 'orders') counts.others += await removeNotes(tx, idsWithoutAdopter(updates));
      for (const { key } of updates) await tellOf(tx, source, key[0] as Int64, by);
      if (source.table === 'messages')
        await eraseAnswers(
          tx,
          updates.map(({ key }) => Number(key[0])),
        );
    }
    if (isNothing(counts)) return counts;
    const kind = correction === undefined ? 'person.erased' : 'person.corrected';
    const notice: PersonNotice = { reason: 'request', ...counts };
    await outbox.append(tx, kind, notice, { by });
    return counts;
  }

  async function carryOut(email: string, correction: Correction | undefined, by: Actor, runLast: RunLast) {
    const work = { ...wantedOf(addressOf(email), correction), correction, by };
    let before = NOTHING;
    let findings = await find(work, rowsAtOnce);
    while (!findings.isWhole) {
      const some = findings;
      before = sumOf(before, await database.transaction((tx) => change(tx, some, work)));
      findings = await find(work, rowsAtOnce);
    }
    const rest = findings;
    const counts = await runLast(async (tx) => sumOf(before, await change(tx, rest, work)));
    // Changes by others to rows that the search had passed.
    if (counts !== undefined) {
      for (let more = await find(work, rowsAtOnce); more.size > 0; more = await find(work, rowsAtOnce)) {
        const late = more;
        await database.transaction((tx) => change(tx, late, work));
      }
    }
    return counts;
  }

  return {
    /** What is stored about the person. */
    async find(email: string) {
      const address = addressOf(email);
      const { found } = await find(wantedOf(address, undefined), Infinity);
      return readPerson(database.read, address, found);
    },

    /**
     * Erases the person. Cancels the open orders, and closes the accounts.
     *
     * @throws PersonRefused if an account of the person is the board's or the last operator's
     */
    erase: (email: string, by: Actor, runLast: RunLast = (work) => database.transaction(work)) =>
      carryOut(email, undefined, by, runLast),

    /**
     * Replaces the address, and the name beside it.
     *
     * @throws PersonRefused if another account has the new address
     */
    correct: (
      email: string,
      correction: Correction,
      by: Actor,
      runLast: RunLast = (work) => database.transaction(work),
    ) => carryOut(email, correction, by, runLast),
  };
}

/** The orders that lose their adopter. */
const idsWithoutAdopter = (updates: readonly RowChange[]): number[] =>
  updates.filter(({ change }) => change['adopter_email'] === null).map(({ key }) => Number(key[0]));
