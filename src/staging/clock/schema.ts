import { type Static, Type } from 'typebox';
import { Timestamp, Text } from '../../http/shapes.ts';

const example = { now: '2026-11-23T09:30:00.000Z', advancedBy: 'P2D' };

const latestAdvance = { from: '2026-11-21T09:30:00.000Z', by: 'P2D', eventsAfter: 1042 };

const Ahead = Text('How far the clock is ahead of the real time, as an ISO 8601 duration.');

const LatestAdvance = Type.Object(
  {
    from: Timestamp('The time of the environment when it began.'),
    by: Text('How far it goes, as an ISO 8601 duration.'),
    eventsAfter: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'What happens on the way are the events that `GET /events` lists with this `after`, up to `clock.advanced`.',
    }),
  },
  { title: 'LatestAdvance', description: 'The latest advance, or the one under way. Absent if there was none.' },
);

/** The clock of staging. */
export const TestClock = Type.Object(
  {
    now: Timestamp('The time of the whole environment.'),
    advancedBy: Ahead,
    advancingTo: Type.Optional(Timestamp('Where the clock is going, while it is being advanced.')),
    nextDueAt: Type.Optional(
      Timestamp('When the next hold of an order ends, or the next attempt of a webhook is due.'),
    ),
    latestAdvance: Type.Optional(LatestAdvance),
  },
  { title: 'TestClock', examples: [{ ...example, nextDueAt: '2026-11-23T09:35:02.214Z', latestAdvance }] },
);
export type TestClock = Static<typeof TestClock>;

export const Advance = Type.Object(
  {
    by: Type.String({
      format: 'duration',
      description:
        'How far, as an ISO 8601 duration of weeks, days, hours, minutes and seconds: at most 366 days, and never further than 3,660 days ahead of the real time. For operators at most 3,660 days, and never past the year 8999.',
    }),
  },
  { title: 'Advance', examples: [{ by: 'PT48H' }] },
);

/** The data of `clock.advanced`. */
export const ClockAdvance = Type.Object(
  {
    by: Text('How far the clock was advanced, as an ISO 8601 duration.'),
    now: Timestamp('The time that it was advanced to.'),
    advancedBy: Ahead,
  },
  { title: 'ClockAdvance', examples: [{ by: 'P2D', ...example }] },
);
export type ClockAdvance = Static<typeof ClockAdvance>;
