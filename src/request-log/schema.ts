import { type Static, Type } from 'typebox';
import { AssignedId, PageQuery, Timestamp, Text } from '../http/shapes.ts';

const exampleKey = { id: 12, kind: 'secret', name: 'Website', prefix: 'psk_live_', lastFour: 'Xk3Q' };

const LoggedKey = Type.Object(
  {
    id: AssignedId('The identifier of the key.'),
    kind: Text('`secret`, `publishable` or `partner`.'),
    name: Type.Optional(Text('What the key is for.')),
    prefix: Text('The prefix of the key.'),
    lastFour: Text('The last four characters of the key.'),
  },
  { title: 'LoggedKey', description: 'An API key, whether it still works or not.', examples: [exampleKey] },
);

const exampleRequest = {
  id: '812-3',
  time: '2026-11-21T09:30:00.125Z',
  method: 'GET',
  path: '/v1/pets/7',
  operation: 'getPet',
  status: 404,
  code: 'pet_not_found',
  durationMs: 1.3,
  key: exampleKey,
  requestId: 'req_3f1c0a9b2e1k',
};

const LoggedRequest = Type.Object(
  {
    id: Text('Identifies the request in the log.'),
    time: Timestamp('When the response ended.'),
    method: Text('The HTTP method.'),
    path: Text(
      'The path without its query. A part of it that is no id and no word of the API, which could be a secret, is replaced: by the name of the parameter, such as `{petId}`, or by `*` if no operation has the method and the path.',
    ),
    operation: Type.Optional(Text('The `operationId`; absent if the path has no operation.')),
    status: Type.Integer({
      description: 'The status of the response; 499 if the client left before a success was sent.',
    }),
    code: Type.Optional(Text('The code of the error.')),
    ignored: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Members of the body and, with `?`, query parameters that the operation does not know and has ignored, such as `profile.goodwith` and `?statuss`: up to five names, never values. A name that could be more than a name is replaced by `*`. With `Prefer: handling=strict` the operation refuses them instead.',
      }),
    ),
    durationMs: Type.Number({ description: 'From the request line to the end of the response, in milliseconds.' }),
    key: LoggedKey,
    requestId: Type.Optional(
      Text(
        'The `X-Request-Id` of the response. Absent if the client chose one of more than 36 characters, or one that looks like a secret; of visitors, with a publishable key, UUIDs only are kept.',
      ),
    ),
  },
  { title: 'LoggedRequest', examples: [exampleRequest] },
);

export const LoggedRequests = Type.Array(LoggedRequest, { title: 'LoggedRequests', examples: [[exampleRequest]] });

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export const LogQuery = Type.Object({
  ...PageQuery.properties,
  method: Type.Optional(Type.Enum([...METHODS], { type: 'string', description: 'Only requests with this method.' })),
  status: Type.Optional(
    Type.String({
      pattern: '^[1-5]([0-9][0-9]|xx)$',
      description: 'Only requests with this status, such as `404`, or with one of this class, such as `4xx`.',
    }),
  ),
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only requests with this error code.' })),
  operation: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Only requests to the operation with this `operationId`.',
    }),
  ),
  keyId: Type.Optional(AssignedId('Only requests with this key.')),
  requestId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: 'Only requests with this `X-Request-Id`.' }),
  ),
  since: Type.Optional(Timestamp('Only requests whose responses ended at this time or later.')),
});

const count = {
  requests: Type.Integer({ description: 'Requests, refused ones included.' }),
  errors: Type.Integer({ description: 'How many of them got a status of 400 or more.' }),
};

const exampleDays = [{ date: '2026-11-21', requests: 61, errors: 1 }];

const CountedDay = Type.Object(
  { date: Type.String({ format: 'date', description: 'The UTC day.' }), ...count },
  { title: 'CountedDay', examples: exampleDays },
);

const days = Type.Array(CountedDay, { description: 'The days with requests among the last 30, oldest first.' });

const exampleByKey = { key: exampleKey, requests: 61, errors: 1, days: exampleDays };
const exampleByOperation = { operation: 'listPets', requests: 61, errors: 1, days: exampleDays };

const KeyUsage = Type.Object(
  {
    key: Type.Optional(
      Type.Unsafe<Static<typeof LoggedKey>>({
        ...LoggedKey,
        description: 'Absent for the requests of the site, for somebody who is signed in.',
      }),
    ),
    ...count,
    days,
  },
  { title: 'KeyUsage', examples: [exampleByKey] },
);

const OperationUsage = Type.Object(
  {
    operation: Text(
      "The `operationId`; method and path for a route of Petfinder's API; `none` for requests that no route has.",
    ),
    ...count,
    days,
  },
  { title: 'OperationUsage', examples: [exampleByOperation] },
);

export const UsageQuery = Type.Object({
  keyId: Type.Optional(AssignedId('Only requests with this key.')),
});

export const UsageBreakdown = Type.Object(
  {
    keys: Type.Array(KeyUsage, { description: 'By key, the one with the most requests first.' }),
    operations: Type.Array(OperationUsage, { description: 'By operation, the one with the most requests first.' }),
  },
  { title: 'UsageBreakdown', examples: [{ keys: [exampleByKey], operations: [exampleByOperation] }] },
);
export type UsageBreakdown = Static<typeof UsageBreakdown>;
