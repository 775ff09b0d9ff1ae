import { setTimeout } from 'node:timers/promises';
import type { Client } from './faults-client.ts';
import { type Fact, type Item, listed, nameOf, type Resource, RESOURCES } from './faults-facts.ts';
import type { Event, Reader } from './faults-readers.ts';
import type { MoodyReceiver } from './moody-receiver.ts';

/** What must not be found, in a sentence each. */
export interface Findings {
  readonly lost: string[];
  readonly doubled: string[];
  readonly wrong: string[];
}

const none = (): Findings => ({ lost: [], doubled: [], wrong: [] });

const readersMs = 5_000;
/** Another process takes over from a dead one within 30 s, and a webhook that failed is told again after 5 s. */
const silenceMs = 40_000;

/** Compares the lists with the facts of one round, or of all of them. Nothing may be written meanwhile. */
export async function auditState(client: Client, facts: readonly Fact[], earlier: readonly Fact[]): Promise<Findings> {
  const findings = none();
  const stateOf = new Map(facts.map((fact) => [nameOf(fact), fact.state]));
  const known = new Set(earlier.map(nameOf));
  const found = new Set<string>();
  for (const resource of Object.keys(RESOURCES) as Resource[]) {
    for await (const item of newest(client, resource, known)) {
      const name = nameOf({ resource, id: item.id });
      const [state, isState] = [stateOf.get(name), RESOURCES[resource].state(item)];
      if (state === undefined || found.has(name)) findings.doubled.push(`${name} is there, and nobody was told of it`);
      else if (state !== isState) findings.lost.push(`${name} was acknowledged as "${state}" and is "${isState}"`);
      found.add(name);
    }
  }
  for (const name of stateOf.keys()) if (!found.has(name)) findings.lost.push(`${name} is gone`);
  return findings;
}

/** The items down to the first one that was known before. */
async function* newest(client: Client, resource: Resource, known: ReadonlySet<string>): AsyncGenerator<Item> {
  for await (const page of listed(client, RESOURCES[resource].path)) {
    for (const item of page) {
      if (known.has(nameOf({ resource, id: item.id }))) return;
      yield item;
    }
  }
}

/** Waits until all readers have been told of the newest event. */
export async function untilTold(client: Client, readers: readonly Reader[]): Promise<Findings> {
  const findings = none();
  const deadline = performance.now() + readersMs;
  for (;;) {
    const newest = Math.max(0, ...readers.map(({ told }) => told.at(-1) ?? 0));
    const answer = await client.settle({ method: 'GET', path: `/v1/events?after=${newest}&limit=1` }, [200]);
    const behind = readers.filter(({ told }) => (told.at(-1) ?? 0) !== newest);
    if (behind.length === 0 && ((answer?.body ?? []) as Event[]).length === 0) return findings;
    if (performance.now() > deadline) {
      for (const { what } of behind) findings.wrong.push(`${what} is behind ${readersMs} ms after all was done`);
      return findings;
    }
    await setTimeout(20);
  }
}

/** Everything that was acknowledged has its event, once, and everybody was told of each event. */
export async function auditEvents(
  client: Client,
  facts: readonly Fact[],
  { readers, receiver }: { readonly readers: readonly Reader[]; readonly receiver: MoodyReceiver },
): Promise<Findings> {
  const owed = counted(facts.map(({ event, id }) => `${event} of ${id}`));
  const events = await allEvents(client, facts.length, receiver);
  const findings = await untilTold(client, readers);
  const { lost, doubled, wrong } = findings;

  const given = counted(events.filter(isOwed).map(({ type, data }) => `${type} of ${data.id}`));
  for (const [event, count] of owed) if ((given.get(event) ?? 0) < count) lost.push(`the event ${event} never came`);
  for (const [event, count] of given) {
    const due = owed.get(event) ?? 0;
    if (count > due) doubled.push(`the event ${event} came ${count} times and not ${due}`);
  }

  const numbers = events.map(({ sequence }) => sequence);
  const all = new Set(numbers);
  if (numbers.some((number, i) => i > 0 && number <= numbers[i - 1]!))
    wrong.push('the numbers of the feed are not in order');
  for (const { what, told } of readers) {
    const missing = all.difference(new Set(told));
    if (missing.size > 0) lost.push(`${what} was never told of ${some([...missing])}`);
    const strange = new Set(told).difference(all);
    if (strange.size > 0) wrong.push(`${what} was told of ${some([...strange])}, which are not in the feed`);
    const passed = told.filter((number, i) => i > 0 && number <= told[i - 1]!);
    if (passed.length > 0) doubled.push(`${what} was told of ${some(passed)} when it had passed them`);
  }

  const wanted = new Set(events.filter(({ type }) => type === 'pet.created').map(({ id }) => id));
  for (const id of wanted) if (!isAccepted(receiver, id)) lost.push(`the webhook was never told of ${id}`);
  for (const [id, { bodies }] of receiver.stories) {
    if (!wanted.has(id) || bodies.size !== 1) wrong.push(`the webhook was told of ${id} in ${bodies.size} bodies`);
  }
  if (receiver.unsigned() > 0) wrong.push(`${receiver.unsigned()} requests of the webhook were not signed`);
  return findings;
}

/** Each message that was accepted is in the store's inbox, once. */
export async function auditInbox(operator: Client, facts: readonly Fact[]): Promise<Findings> {
  const findings = none();
  const inbox = new Map<string, number>();
  for await (const page of listed(operator, '/v1/admin/inbox')) {
    for (const { id } of page) inbox.set(String(id), (inbox.get(String(id)) ?? 0) + 1);
  }
  const sent = new Set(facts.filter(({ resource }) => resource === 'message').map(({ id }) => String(id)));
  for (const id of sent) if (!inbox.has(id)) findings.lost.push(`message ${id} is not in the inbox`);
  for (const [id, count] of inbox) {
    if (count !== 1 || !sent.has(id)) findings.doubled.push(`message ${id} is in the inbox ${count} times`);
  }
  return findings;
}

/** The feed from its beginning, once all is done that goes on by itself, or has not gone on for long. */
async function allEvents(client: Client, owed: number, receiver: MoodyReceiver): Promise<Event[]> {
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
    const now = [...receiver.stories.keys()].filter((id) => isAccepted(receiver, id)).length;
    if (now !== accepted) [accepted, progressMs] = [now, performance.now()];
    const isDone = events.filter(isOwed).length >= owed && accepted >= wanted;
    if (isDone || performance.now() - progressMs > silenceMs) return events;
    await setTimeout(200);
  }
}

/** The keys were made before anything was noted. */
const isOwed = ({ type }: Event): boolean => !type.startsWith('api_key.');

const isAccepted = ({ stories }: MoodyReceiver, id: string): boolean => (stories.get(id)?.accepted ?? 0) > 0;

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const some = (numbers: readonly number[]): string =>
  `${numbers.length} numbers, such as ${numbers.slice(0, 5).join(', ')}`;
