import { type Static, Type } from 'typebox';
import { Timestamp } from '../../http/shapes.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });

const exampleSample = {
  at: '2026-11-21T09:30:10.000Z',
  requests: 5_230,
  failed: 0,
  refused: 12,
  medianMs: 0.4,
  p99Ms: 2.1,
  inFlight: 3,
  streams: 41,
  messagesWaiting: 0,
  deliveriesWaiting: 7,
};

export const HealthSample = Type.Object(
  {
    at: Timestamp({ description: 'When the sample was taken. What it counts came since the one before.' }),
    requests: count('Requests that were answered.'),
    failed: count('Of those, the ones answered with 5xx.'),
    refused: count('Of those, the ones answered with 429.'),
    medianMs: Type.Optional(
      Type.Number({
        description: 'Half of the answers took no longer, in milliseconds. Absent where there were none.',
      }),
    ),
    p99Ms: Type.Optional(
      Type.Number({ description: 'Of a hundred answers ninety-nine took no longer; 2,500 at most.' }),
    ),
    inFlight: count('Requests being answered at that moment.'),
    streams: count('Live streams open at that moment.'),
    messagesWaiting: count('Messages not delivered yet: 10,000 stands for that and more.'),
    deliveriesWaiting: count('Deliveries to webhooks with an attempt ahead: 10,000 stands for that and more.'),
  },
  { title: 'HealthSample', examples: [exampleSample] },
);
export type HealthSample = Static<typeof HealthSample>;

export const Health = Type.Object(
  {
    startedAt: Timestamp({ description: 'When this process began to count.' }),
    samples: Type.Array(HealthSample, {
      description: 'One every ten seconds of the last half hour, the oldest first.',
    }),
  },
  { title: 'Health', examples: [{ startedAt: '2026-11-21T09:30:00.000Z', samples: [exampleSample] }] },
);
export type Health = Static<typeof Health>;
