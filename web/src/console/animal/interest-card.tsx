import './interest-card.css';
import { Link } from 'wouter-preact';
import type { PetInterest } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/calls.ts';
import { Card } from '../../design/data/card.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Tile, Tiles } from '../../design/data/tiles.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { INTEREST_NAMES } from '../interest.ts';

/** How much visitors are interested in an animal. */
export function InterestCard({ petId }: { readonly petId: number }) {
  const interest = useQuery((signal) => petstore.statistics.petInterest(petId, { signal }), [petId]);
  return (
    <Card
      id="interest"
      title="Interest of visitors"
      about="In the last 30 days, counted without cookies."
      actions={<Link href="/console/figures#interest">Other animals</Link>}
    >
      <Loaded query={interest} height="12rem">
        {({ days, total }) => (
          <div class="stack tight">
            <Tiles>
              {Object.entries(INTEREST_NAMES).map(([name, title]) => (
                <Tile key={name} name={title} value={numberText(total[name as keyof typeof total])} />
              ))}
            </Tiles>
            {total.views > 0 && <ViewsByDay days={days} />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** A bar for each day. */
function ViewsByDay({ days }: Pick<PetInterest, 'days'>) {
  const best = days.reduce((most, day) => (day.views > most.views ? day : most));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [start, end] = [dayText(first.date), dayText(last.date)];
  const summary = `Chart: views by day, from ${start} to ${end}: ${numberText(first.views)} at first, ${numberText(last.views)} at last. The table has every day.`;
  return (
    <figure class="interest-days">
      <div role="img" aria-label={summary}>
        {days.map(({ date, views }) => (
          <span key={date} title={`${dayText(date)}: ${numberText(views)}`}>
            <span style={{ blockSize: `${(views / best.views) * 100}%` }} />
          </span>
        ))}
      </div>
      <figcaption class="row spread quiet small">
        <span>{start}</span>
        <span>
          Most views: {numberText(best.views)} on {dayText(best.date)}
        </span>
        <span>{end}</span>
      </figcaption>
      <div class="visually-hidden">
        <table>
          <caption>Views by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Views</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, views }) => (
              <tr key={date}>
                <th scope="row">
                  <time dateTime={date}>{dayText(date)}</time>
                </th>
                <td>{numberText(views)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Such as `May 3`, of `2026-05-03`. */
const dayText = (date: string): string => DAY.format(new Date(`${date}T00:00:00Z`));
const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
