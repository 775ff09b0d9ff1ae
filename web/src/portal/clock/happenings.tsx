import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import type { Delivery, LatestAdvance, PetstoreEvent } from '../../../../client/src/petstore.ts';
import { ownWebhooks, petstore } from '../../api.ts';
import { needAnimals } from '../../console/animals/known-animals.ts';
import { needColleagues, needPeople } from '../../console/audit/people.ts';
import { Sentence } from '../../console/audit/sentence.tsx';
import { DeliveryState } from '../webhooks/delivery-state.tsx';

interface Happening {
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
  readonly text: JSX.Element;
}

/** A long advance may have more: nobody reads all of them. */
export const mostEvents = 500;
const pageSize = 100;

/** What happened during an advance: events, and what became of webhook deliveries. */
export async function readHappenings(advance: LatestAdvance, signal: AbortSignal) {
  const [{ events, isCut }, deliveries] = await Promise.all([
    readEvents(advance.eventsAfter, signal),
    ownWebhooks.allDeliveries({ limit: pageSize }, { signal }).page(),
  ]);
  void needColleagues();
  void needPeople(events.flatMap(({ actor }) => actor?.accountId ?? []));
  void needAnimals(events.flatMap(({ data }) => ('petId' in data && data.petId !== undefined ? [data.petId] : [])));
  const last = events.at(-1);
  const endAt = isCut || last?.type === 'clock.advanced' ? last?.timestamp : undefined;
  const isWithin = (at: string) => at > advance.from && (endAt === undefined || at <= endAt);
  const happenings = [
    ...events.map(ofEvent),
    ...deliveries.items.flatMap((delivery) => ofDelivery(delivery, isWithin)),
  ];
  return { happenings: happenings.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)), isCut };
}

/** The events after the sequence, up to the end of the advance or the newest. */
async function readEvents(after: number, signal: AbortSignal) {
  const events: PetstoreEvent[] = [];
  for await (const event of petstore.events.list({ after }, { signal })) {
    events.push(event);
    if (event.type === 'clock.advanced') return { events, isCut: false };
    if (events.length === mostEvents) return { events, isCut: true };
  }
  return { events, isCut: false };
}

const ofEvent = (event: PetstoreEvent): Happening => ({
  key: event.id,
  at: event.timestamp,
  text: <Sentence event={event} />,
});

/** At its latest attempt or, if that was later, when it was made. */
function ofDelivery(delivery: Delivery, isWithin: (at: string) => boolean): Happening[] {
  const { id, webhookId, type, attempts, lastAttempt, createdAt } = delivery;
  return [lastAttempt?.at ?? createdAt, createdAt]
    .filter(isWithin)
    .slice(0, 1)
    .map((at) => ({
      key: `delivery ${id}`,
      at,
      text: (
        <p class="audit-sentence">
          <DeliveryState delivery={delivery} /> <code>{type}</code> to{' '}
          <Link href={`/portal/webhooks/${webhookId}`}>webhook {webhookId}</Link>
          {attempts > 1 && `, attempt ${attempts}`}.
        </p>
      ),
    }));
}
