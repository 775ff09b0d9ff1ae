import '../../console/audit/audit.css';
import type { LatestAdvance, TestClock } from '../../../../client/src/petstore.ts';
import { durationMs, durationWords } from '../../../../src/vocabulary/duration.ts';
import { useQuery } from '../../data/use-query.ts';
import { Card } from '../../design/data/card.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { mostEvents, readHappenings } from './happenings.tsx';

interface HappenedProps {
  readonly clock: TestClock;
  readonly advance: LatestAdvance;
}

const TITLE = 'What happened on the way';

/** What happened during the latest advance of the clock, in order, regardless of who made it. */
export function Happened({ clock: { now, advancingTo }, advance }: HappenedProps) {
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
