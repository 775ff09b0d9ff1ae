import '../../console/audit/audit.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Delivery, LatestAdvance, PetstoreEvent, TestClock } from '../../../../client/src/petstore.ts';
import { durationMs, durationOf, durationWords } from '../../../../src/vocabulary/duration.ts';
import { ownWebhooks, petstore } from '../../api.ts';
import { needAnimals } from '../../console/animals/known-animals.ts';
import { needColleagues, needPeople } from '../../console/audit/people.ts';
import { Sentence } from '../../console/audit/sentence.tsx';
import { useAction, useQuery, useReloads } from '../../data/calls.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { speaks } from '../../words.ts';
import { DeliveryState } from '../webhooks/delivery-state.tsx';

const STEPS = [
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P7D', '7 days'],
] as const;

const readMs = 5_000;
/** It waits for an advance that is under way, and is answered after up to 20 seconds. */
const patience = { timeoutMs: 30_000, deadlineMs: 60_000 };
const MOMENT = new Intl.DateTimeFormat(speaks().locale, { dateStyle: 'long', timeStyle: 'medium' });

/** Staging's clock, and how to advance it. */
export function ClockPage() {
  const clock = useQuery((signal) => petstore.test.clock({ signal }), []);
  const [own, setOwn] = useState('PT48H');
  const advance = useAction(async (by: string) => {
    const { advancingTo } = await petstore.test.advanceClock({ by }, patience);
    tell(
      advancingTo === undefined
        ? `The clock is ${durationWords(durationMs(by) ?? 0)} further. What was due has happened.`
        : 'The clock is still on its way: a receiver of webhooks is slow.',
    );
    clock.reload();
  });
  const advanceToNext = async () => {
    const { now, nextDueAt = now } = await petstore.test.clock();
    await advance.run(durationOf(Math.max(1, Date.parse(nextDueAt) - Date.parse(now))));
  };
  const toNext = useAction(advanceToNext);
  useReloads(readMs, clock);
  const isBusy = advance.isBusy || toNext.isBusy || clock.data?.advancingTo !== undefined;
  return (
    <div class="stack">
      <PageHeader
        title="Clock"
        about="Move the time of staging forward, for every account. Holds end and webhooks are sent as if the time had passed. The clock never goes back."
      />
      <ErrorNotice error={clock.error} onRetry={clock.reload} />
      {clock.data !== undefined && <Now clock={clock.data} />}
      <Card title="Advance the clock" about={<Link href="/docs/testing">What happens on the way</Link>}>
        <div class="stack">
          <ErrorNotice error={advance.error ?? toNext.error} />
          <div class="row">
            {STEPS.map(([by, label]) => (
              <Button key={by} busy={isBusy} onClick={() => void advance.run(by)}>
                + {label}
              </Button>
            ))}
            {clock.data?.nextDueAt !== undefined && (
              <Button busy={isBusy} icon="clock" onClick={() => void toNext.run()}>
                Until the next is due
              </Button>
            )}
          </div>
          <form
            class="row"
            onSubmit={(event) => {
              event.preventDefault();
              void advance.run(own.trim());
            }}
          >
            <Field label="Duration" hint="ISO 8601, such as PT48H or P7D">
              {(control) => <input {...control} value={own} onInput={(event) => setOwn(event.currentTarget.value)} />}
            </Field>
            <Button type="submit" kind="primary" busy={isBusy}>
              Advance
            </Button>
          </form>
        </div>
      </Card>
      {clock.data?.latestAdvance !== undefined && <Happened clock={clock.data} advance={clock.data.latestAdvance} />}
    </div>
  );
}

function Now({ clock }: { readonly clock: TestClock }) {
  const { now, advancedBy, advancingTo, nextDueAt } = clock;
  const aheadMs = durationMs(advancedBy) ?? 0;
  const show = (at: string) => (
    <time dateTime={at} class="numbers">
      {MOMENT.format(new Date(at))}
    </time>
  );
  const due = (at: string) => (
    <>
      {show(at)}, in {durationWords(Date.parse(at) - Date.parse(now))}
    </>
  );
  // While the clock is on its way, what is due now is being done.
  const nothing = advancingTo === undefined ? 'Nothing is due: no hold ends, and no webhook waits.' : undefined;
  return (
    <Card
      title="Staging's time"
      actions={
        aheadMs === 0 ? (
          <Badge tone="neutral">Real time</Badge>
        ) : (
          <Badge tone="caution">{`Ahead by ${durationWords(aheadMs)}`}</Badge>
        )
      }
    >
      <Facts
        facts={[
          ['Now', show(now)],
          ['Going to', advancingTo && show(advancingTo)],
          ['Next due', nextDueAt === undefined ? nothing : due(nextDueAt)],
        ]}
      />
    </Card>
  );
}

interface HappenedProps {
  readonly clock: TestClock;
  readonly advance: LatestAdvance;
}

const TITLE = 'What happened on the way';

/** What happened during the latest advance of the clock, in order, regardless of who made it. */
function Happened({ clock: { now, advancingTo }, advance }: HappenedProps) {
  // While the clock is on its way, there may be more each time that it is read.
  const read = advancingTo === undefined ? '' : now;
  const { data, error, isLoading, reload } = useQuery(
    (signal) => readHappenings(advance, signal),
    [advance.from, read],
  );
  return (
    <Card
      isFlush
      title={TITLE}
      about={
        <>
          {durationWords(durationMs(advance.by) ?? 0)} from <Time at={advance.from} hasClock />
        </>
      }
    >
      <ErrorNotice error={error} onRetry={reload} />
      <div aria-busy={isLoading}>
        {data === undefined && isLoading && [1, 2, 3].map((row) => <Skeleton key={row} height="3rem" />)}
        <ol class="audit-list" aria-label={TITLE}>
          {data?.happenings.map(({ key, at, text }) => (
            <li key={key}>
              <Time at={at} hasClock />
              {text}
            </li>
          ))}
        </ol>
        {data !== undefined && (
          <p class="list-end quiet small">
            {data.isCut ? `The first ${mostEvents} events are shown` : 'Events and deliveries are kept for 30 days'}
          </p>
        )}
      </div>
    </Card>
  );
}

interface Happening {
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
  readonly text: JSX.Element;
}

/** A long advance may have more: nobody reads all of them. */
const mostEvents = 500;
const pageSize = 100;

/** What happened during an advance: events, and what became of webhook deliveries. */
async function readHappenings(advance: LatestAdvance, signal: AbortSignal) {
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
