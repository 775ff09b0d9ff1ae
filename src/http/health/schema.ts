import { type Static, Type } from 'typebox';
import { Timestamp, Text } from '../shapes.ts';

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

const exampleBackups = {
  url: 'file:///backups/petstore/production',
  lastAt: '2026-11-21T03:00:00.000Z',
  triedAt: '2026-11-02T03:00:00.000Z',
};

export const HealthSample = Type.Object(
  {
    at: Timestamp('When the sample was taken. It counts what happened since the previous sample.'),
    requests: count('Requests that got a response.'),
    failed: count('Requests that got 5xx.'),
    refused: count('Requests that got 429.'),
    medianMs: Type.Optional(
      Type.Number({
        description: 'The median response time in milliseconds. Absent if there were no requests.',
      }),
    ),
    p99Ms: Type.Optional(
      Type.Number({
        description:
          'The 99th percentile of the response times in milliseconds, at most 2,500. Absent if there were no requests.',
      }),
    ),
    inFlight: count('Requests in progress when the sample was taken.'),
    streams: count('Live streams open when the sample was taken.'),
    messagesWaiting: count('Messages not delivered yet; 10,000 means 10,000 or more.'),
    deliveriesWaiting: count('Webhook deliveries with an attempt to come; 10,000 means 10,000 or more.'),
  },
  { title: 'HealthSample', examples: [exampleSample] },
);
export type HealthSample = Static<typeof HealthSample>;

const BackupHealth = Type.Object(
  {
    url: Text('Where the backups are, without secrets.'),
    lastAt: Type.Optional(Timestamp('When the last one was made. Absent if there is none yet.')),
    triedAt: Type.Optional(Timestamp('When one was last restored to try it: once a month.')),
    failingSince: Type.Optional(Timestamp('Since when they fail. Absent if the last one succeeded.')),
    lastError: Type.Optional(Text('Why the last attempt failed. Absent if it succeeded.')),
  },
  {
    title: 'BackupHealth',
    description: 'The backups that the service makes by itself. Absent without `BACKUP_URL`.',
    examples: [exampleBackups],
  },
);

export const Health = Type.Object(
  {
    startedAt: Timestamp('When this process started.'),
    backups: Type.Optional(BackupHealth),
    photosMissing: Type.Optional(
      count(
        'Photos whose files are missing, counted at the start and once an hour. Absent until the first count has ended.',
      ),
    ),
    samples: Type.Array(HealthSample, {
      description: 'One sample for every ten seconds of the last half hour, oldest first.',
    }),
  },
  {
    title: 'Health',
    examples: [
      { startedAt: '2026-11-21T09:30:00.000Z', backups: exampleBackups, photosMissing: 0, samples: [exampleSample] },
    ],
  },
);
export type Health = Static<typeof Health>;
