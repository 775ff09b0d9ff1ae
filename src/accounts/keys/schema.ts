import { type Static, Type } from 'typebox';
import { AssignedId, PathId, PlainText, Timestamp, Text } from '../../http/shapes.ts';
import { SCOPES } from '../../vocabulary/scopes.ts';
import { Account, exampleAccount } from '../schema.ts';

const kinds =
  'A `secret` key is for servers. A `publishable` key may be part of a web page and works only from its `origins`.';

const NewKeyKind = Type.Enum(['secret', 'publishable'], { type: 'string', title: 'NewKeyKind', description: kinds });

const KeyKind = Type.Enum(['secret', 'publishable', 'partner'], {
  type: 'string',
  title: 'KeyKind',
  description: `${kinds} With a \`partner\` key another service reads what visitors see; operators make it.`,
});

const Scope = Type.Enum([...SCOPES], { type: 'string', title: 'Scope', description: 'A permission of an API key.' });
const scopes = (description: string) => Type.Array(Scope, { minItems: 1, maxItems: SCOPES.length, description });

const origins = Type.Array(Type.String({ format: 'origin', maxLength: 255 }), {
  minItems: 1,
  maxItems: 20,
  description:
    'The web origins whose pages may use a publishable key, which needs at least one. A secret key has none.',
});

const name = PlainText(1, 255, 'What the key is for.');
const expiresAt = Timestamp('When the key expires.');

const exampleKey = {
  id: 12,
  name: 'Website',
  kind: 'publishable',
  prefix: 'ppk_live_',
  lastFour: 'Xk3Q',
  scopes: ['pets:read'],
  origins: ['https://shelter.example'],
  createdAt: '2026-11-21T09:30:00.000Z',
};

export const ApiKey = Type.Object(
  {
    id: AssignedId('The identifier of the key, which is not the key itself.'),
    name: Type.Optional(name),
    kind: KeyKind,
    prefix: Text('The prefix of the key.'),
    lastFour: Text('The last four characters of the key.'),
    scopes: scopes('The permissions of the key.'),
    origins: Type.Optional(origins),
    createdAt: Timestamp(),
    expiresAt: Type.Optional(expiresAt),
    lastUsedAt: Type.Optional(
      Timestamp(
        'When the key was last used: to ten seconds, in each process. Absent if it was never used, in events, and in the response to its creation.',
      ),
    ),
    key: Type.Optional(
      Text(
        'The key itself, if it is publishable: it is no secret. Absent for keys that an earlier version made, and in events.',
      ),
    ),
  },
  { title: 'ApiKey', examples: [exampleKey] },
);
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeys = Type.Array(ApiKey, { title: 'ApiKeys', examples: [[exampleKey]] });

const exampleKeyWithSecret = {
  id: 13,
  kind: 'secret',
  prefix: 'psk_live_',
  lastFour: 'mple',
  scopes: [...SCOPES],
  createdAt: '2026-11-21T09:30:00.000Z',
  key: 'psk_live_thisIsNoRealKeyItIsAnExample',
};

const PetfinderPair = Type.Object(
  {
    clientId: Text('The `client_id`: 50 letters and digits.'),
    clientSecret: Text('The `client_secret`: 40 letters and digits.'),
  },
  {
    title: 'PetfinderPair',
    description:
      "The key in the form that clients of Petfinder's API expect, as OAuth credentials for `/petfinder/v2`.",
  },
);

export const ApiKeyWithSecret = Type.Object(
  {
    ...ApiKey.properties,
    key: Text('The key itself. Only this response shows a secret key; the service stores only its hash.'),
    petfinder: Type.Optional(PetfinderPair),
  },
  { title: 'ApiKeyWithSecret', examples: [exampleKeyWithSecret] },
);
export type ApiKeyWithSecret = Static<typeof ApiKeyWithSecret>;

/** The response of a sign-up. */
export const AccountWithKey = Type.Object(
  { ...Account.properties, apiKey: ApiKeyWithSecret },
  { title: 'AccountWithKey', examples: [{ ...exampleAccount, apiKey: exampleKeyWithSecret }] },
);

export const NewApiKey = Type.Object(
  {
    name: Type.Optional(name),
    kind: Type.Optional(NewKeyKind),
    scopes: Type.Optional(
      scopes(
        'The permissions of the key. The default is all scopes for a secret key. A publishable key may have `pets:read`, `orders:write` and `messages:write`; by default it has those that the requesting key has.',
      ),
    ),
    origins: Type.Optional(origins),
    expiresAt: Type.Optional(expiresAt),
    petfinder: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Whether the key is for a client of Petfinder's API: a publishable key without `origins` that reads what visitors see. The response has `petfinder`, its `client_id` and `client_secret`.",
      }),
    ),
  },
  {
    title: 'NewApiKey',
    examples: [{ name: 'Website', kind: 'publishable', origins: ['https://shelter.example'] }],
  },
);
export type NewApiKey = Static<typeof NewApiKey>;

const examplePartnerKey = {
  id: 14,
  name: 'Directory of Ohio',
  kind: 'partner',
  prefix: 'ptk_live_',
  lastFour: 'mple',
  scopes: ['pets:read'],
  createdAt: '2026-11-21T09:30:00.000Z',
};

export const PartnerKeys = Type.Array(ApiKey, { title: 'PartnerKeys', examples: [[examplePartnerKey]] });

export const NewPartnerKey = Type.Object(
  { name: PlainText(1, 255, 'Who reads with the key.') },
  { title: 'NewPartnerKey', examples: [{ name: examplePartnerKey.name }] },
);

export const RollApiKey = Type.Object(
  {
    overlapDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 7,
        default: 0,
        description: 'For how many days the old key remains valid.',
      }),
    ),
  },
  { title: 'RollApiKey', examples: [{ overlapDays: 1 }] },
);

export const KeyParams = Type.Object({
  keyId: PathId('api_key_not_found', 'The identifier of the key.'),
});
