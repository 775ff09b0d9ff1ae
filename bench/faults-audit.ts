import { setTimeout } from 'node:timers/promises';
import type { Client } from './faults-client.ts';
import { type Fact, type Item, listed, nameOf, type Resource, RESOURCES } from './faults-facts.ts';
import type { Event, Reader } from './faults-readers.ts';
import type { FlakyReceiver } from './flaky-receiver.ts';

/** Problems, one sentence each. */
export interface Findings {
  readonly lost: string[];
  readonly duplicated: string[];
  readonly wrong: string[];
}

const none = (): Findings => ({ lost: [], duplicated: [], wrong: [] });

const readersMs = 5_000;
/**
 * Without progress for this long, missing events count as lost. The claims of a dead process end within 30 s; a failed webhook is retried
 * after 5 s.
 */
const stalledMs = 40_000;

/** Compares the lists with the facts of one round, or of all rounds. Nothing may be written meanwhile. */
export async function auditState(client: Client, facts: readonly Fact[], earlier: readonly Fact[]): Promise<Findings> {
  const findings = none();
  const stateOf = new Map(facts.map((fact) => [nameOf(fact), fact.state]));
  const known = new Set(earlier.map(nameOf));
  const found = new Set<string>();
  for (const resource of Object.keys(RESOURCES) as Resource[]) {
    for await (const item of newest(client, resource, known)) {
      const name = nameOf({ resource, id: item.id });
      const [state, listedState] = [stateOf.get(name), RESOURCES[resource].state(item)];
      if (state === undefined || found.has(name))
        findings.duplicated.push(`${name} is listed, but its creation was not acknowledged`);
      else if (state !== listedState)
        findings.lost.push(`${name} was acknowledged as "${state}" and is listed as "${listedState}"`);
      found.add(name);
    }
  }
  for (const name of stateOf.keys()) if (!found.has(name)) findings.lost.push(`${name} is missing`);
  return findings;
}

/** The items newer than the first known one. */
async function* newest(client: Client, resource: Resource, known: ReadonlySet<string>): AsyncGenerator<Item> {
  for await (const page of listed(client, RESOURCES[resource].path)) {
    for (const item of page) {
      if (known.has(nameOf({ resource, id: item.id }))) return;
      yield item;
    }
  }
}

/** Waits until all readers have received the newest event. */
export async function untilCaughtUp(client: Client, readers: readonly Reader[]): Promise<Findings> {
  const findings = none();
  const deadline = performance.now() + readersMs;
  for (;;) {
    const newest = Math.max(0, ...readers.map(({ received }) => received.at(-1) ?? 0));
    const answer = await client.settle({ method: 'GET', path: `/v1/events?after=${newest}&limit=1` }, [200]);
    const behind = readers.filter(({ received }) => (received.at(-1) ?? 0) !== newest);
    if (behind.length === 0 && ((answer?.body ?? []) as Event[]).length === 0) return findings;
    if (performance.now() > deadline) {
      for (const { label } of behind)
        findings.wrong.push(`${label} has not caught up ${readersMs} ms after the last change`);
      return findings;
    }
    await setTimeout(20);
  }
}

/** Checks that each acknowledged change has exactly one event, and that every reader and the webhook received every event. */
export async function auditEvents(
  client: Client,
  facts: readonly Fact[],
  { readers, receiver }: { readonly readers: readonly Reader[]; readonly receiver: FlakyReceiver },
): Promise<Findings> {
  const owed = counted(facts.map(({ event, id }) => `${event} of ${id}`));
  const events = await allEvents(client, facts.length, receiver);
  const findings = await untilCaughtUp(client, readers);
  const { lost, duplicated, wrong } = findings;

  const given = counted(events.filter(isOwed).map(({ type, data }) => `${type} of ${data.id}`));
  for (const [event, count] of owed)
    if ((given.get(event) ?? 0) < count) lost.push(`the event ${event} is missing from the feed`);
  for (const [event, count] of given) {
    const due = owed.get(event) ?? 0;
    if (count > due) duplicated.push(`the event ${event} is in the feed ${count} times instead of ${due}`);
  }

  const numbers = events.map(({ sequence }) => sequence);
  const all = new Set(numbers);
  if (numbers.some((number, i) => i > 0 && number <= numbers[i - 1]!))
    wrong.push('the numbers in the feed are not in ascending order');
  for (const { label, received } of readers) {
    const missing = all.difference(new Set(received));
    if (missing.size > 0) lost.push(`${label} never received ${some([...missing])}`);
    const unknown = new Set(received).difference(all);
    if (unknown.size > 0) wrong.push(`${label} received ${some([...unknown])}, which are not in the feed`);
    const repeated = received.filter((number, i) => i > 0 && number <= received[i - 1]!);
    if (repeated.length > 0) duplicated.push(`${label} received ${some(repeated)} again or out of order`);
  }

  const wanted = new Set(events.filter(({ type }) => type === 'pet.created').map(({ id }) => id));
  for (const id of wanted) if (!isAccepted(receiver, id)) lost.push(`the webhook never received ${id}`);
  for (const [id, { bodies }] of receiver.received) {
    if (!wanted.has(id) || bodies.size !== 1) wrong.push(`the webhook received ${id} with ${bodies.size} bodies`);
  }
  if (receiver.unsigned() > 0) wrong.push(`${receiver.unsigned()} requests to the webhook had no valid signature`);
  return findings;
}

/** Checks that each accepted message is in the shelter's inbox exactly once. */
export async function auditInbox(operator: Client, facts: readonly Fact[]): Promise<Findings> {
  const findings = none();
  const inbox = new Map<string, number>();
  for await (const page of listed(operator, '/v1/admin/inbox')) {
    for (const { id } of page) inbox.set(String(id), (inbox.get(String(id)) ?? 0) + 1);
  }
  const sent = new Set(facts.filter(({ resource }) => resource === 'message').map(({ id }) => String(id)));
  for (const id of sent) if (!inbox.has(id)) findings.lost.push(`message ${id} is not in the inbox`);
  for (const [id, count] of inbox) {
    if (count !== 1 || !sent.has(id)) findings.duplicated.push(`message ${id} is in the inbox ${count} times`);
  }
  return findings;
}

/** Reads the feed from its beginning until all expected events are there and accepted, or nothing has progressed for `stalledMs`. */
async function allEvents(client: Client, owed: number, receiver: FlakyReceiver): Promise<Event[]> {
  const events: Event[] = [];
  let progressMs = performance.now();
  let [accepted, wanted] = [0, 0];
  for (;;) {
    const path = `/v1/events?after=${events.at(-1)?.sequence ?? 0}&limit=100`;
    const page = ((await client.settle({ method: 'GET', path }, [200]))?.body ?? []) as Event[];
    events.push(...page);
    wanted += page.filter(({ type }) => type === 'pet.created').length;
    if (page.length > 0) {
      progressMs = performance.now();
      continue;
    }
    const now = [...receiver.received.keys()].filter((id) => isAccepted(receiver, id)).length;
    if (now !== accepted) [accepted, progressMs] = [now, performance.now()];
    const isDone = events.filter(isOwed).length >= owed && accepted >= wanted;
    if (isDone || performance.now() - progressMs > stalledMs) return events;
    await setTimeout(200);
  }
}

/** Events of accounts, API keys and webhooks have no fact: these were made before the ledger was opened. */
const isOwed = ({ type }: Event): boolean => !/^(?:account|api_key|webhook)\./.test(type);

const isAccepted = ({ received }: FlakyReceiver, id: string): boolean => (received.get(id)?.accepted ?? 0) > 0;

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const some = (numbers: readonly number[]): string =>
  `${numbers.length} numbers, such as ${numbers.slice(0, 5).join(', ')}`;
