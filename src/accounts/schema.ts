import { type Static, Type } from 'typebox';
import { AssignedId, Cursor, Limit, Nullable, PathId, PlainText, Timestamp, Flag, Text } from '../http/shapes.ts';
import { ORGANIZATION_ROLES, ROLES, SIGNUP_STEPS } from '../vocabulary/organizations.ts';
import { PASSWORD_LENGTH } from '../vocabulary/password-length.ts';
import { MAX_LIMITS, PLAN_NAMES } from '../vocabulary/plans.ts';

const Plan = Type.Enum(PLAN_NAMES, {
  type: 'string',
  title: 'Plan',
  description: 'The plan of the account, which sets its limits.',
});

const Role = Type.Enum([...ROLES], {
  type: 'string',
  title: 'Role',
  description: 'An operator runs this service and administers all accounts.',
});

const Limits = Type.Object(
  {
    perMinute: Type.Integer({ minimum: 1, maximum: MAX_LIMITS.perMinute, description: 'Requests in one minute.' }),
    perDay: Type.Integer({ minimum: 1, maximum: MAX_LIMITS.perDay, description: 'Requests in 24 hours.' }),
  },
  {
    title: 'Limits',
    description: 'How many requests the account may send.',
    examples: [{ perMinute: 60, perDay: 1_000 }],
  },
);

const email = Type.String({
  maxLength: 254,
  format: 'email',
  'x-trim': true,
  description: 'The email address, in lower case.',
});
/** No `format: email`: the service's own accounts, and closed ones, have addresses that no mail server accepts. */
const shownEmail = Type.String({
  maxLength: 254,
  description: "The email address, in lower case. The service's own accounts and closed ones have one at `localhost`.",
});
const name = PlainText(1, 255, 'The name of the account.');
const suspended = Flag('Every request of a suspended account gets 403 `account_suspended`.');

const approved = Flag(
  'Whether an operator created or approved the account. Otherwise it signed up by itself. Operators are always approved.',
);

export const Membership = Type.Object(
  {
    id: AssignedId('The identifier of the organization.'),
    role: Type.Enum([...ORGANIZATION_ROLES], {
      type: 'string',
      title: 'OrganizationRole',
      description:
        '`staff` take care of the animals and the orders of the organization, a `manager` also of the organization itself and of its members.',
    }),
  },
  { title: 'Membership', description: 'The organization that the account belongs to, and its role there.' },
);

const awaiting = Type.Enum([...SIGNUP_STEPS], {
  type: 'string',
  title: 'SignupStep',
  description:
    'What the account still needs before its keys work: `confirmation` of its email address, or the `approval` of an operator.',
});

export const exampleAccount = {
  id: 7,
  email: 'ann@shelter.example',
  name: 'Riverside Shelter',
  plan: 'free',
  role: 'member',
  limits: { perMinute: 60, perDay: 1_000 },
  suspended: false,
  approved: false,
  createdAt: '2026-11-21T09:30:00.000Z',
};

export const Account = Type.Object(
  {
    id: AssignedId('The identifier of the account.'),
    email: shownEmail,
    name: Type.Optional(name),
    plan: Plan,
    role: Role,
    limits: Limits,
    suspended,
    approved,
    awaiting: Type.Optional(awaiting),
    organization: Type.Optional(Membership),
    createdAt: Timestamp(),
    closedAt: Type.Optional(
      Timestamp('When the account was closed. It then has no keys, no name and no address any more.'),
    ),
  },
  { title: 'Account', examples: [exampleAccount] },
);
export type Account = Static<typeof Account>;

const { email: _email, name: _name, ...noticed } = Account.properties;
const { email: _exampleEmail, name: _exampleName, ...exampleNotice } = exampleAccount;

/** An account's data in events. Events are kept and sent on, so they identify nobody. */
export const AccountNotice = Type.Object(noticed, { title: 'AccountNotice', examples: [exampleNotice] });
export type AccountNotice = Static<typeof AccountNotice>;

export const Accounts = Type.Array(Account, { title: 'Accounts', examples: [[exampleAccount]] });

export const NewAccount = Type.Object(
  {
    email,
    password: Type.String({
      minLength: PASSWORD_LENGTH.min,
      maxLength: PASSWORD_LENGTH.max,
      description: `At least ${PASSWORD_LENGTH.min} characters of any kind, which are hard to guess: not a common password, a sequence or a repetition, nor made of \`name\` or \`email\`.`,
    }),
    name: Type.Optional(name),
  },
  {
    title: 'NewAccount',
    examples: [{ email: 'ann@shelter.example', password: 'seven quiet otters', name: 'Riverside Shelter' }],
  },
);
export type NewAccount = Static<typeof NewAccount>;

/** A merge patch (RFC 7396) of one's own account: null removes the name. */
export const OwnChanges = Type.Object(
  { name: Type.Optional(Nullable(name)) },
  { title: 'OwnChanges', examples: [{ name: 'Riverside Shelter' }] },
);

/** A merge patch (RFC 7396): null removes custom limits, and the account from its organization. */
export const AccountChanges = Type.Object(
  {
    role: Type.Optional(Role),
    organization: Type.Optional(
      Type.Union([Membership, Type.Null()], {
        description: 'The organization that the account joins, with its role there. Null ends the membership.',
      }),
    ),
    approved: Type.Optional(approved),
    plan: Type.Optional(Plan),
    limits: Type.Optional(
      Type.Union([Limits, Type.Null()], {
        description: 'Custom limits, for `enterprise` only. Null restores the limits of the plan.',
      }),
    ),
    suspended: Type.Optional(suspended),
  },
  { title: 'AccountChanges', examples: [{ plan: 'enterprise', limits: { perMinute: 5_000, perDay: 2_000_000 } }] },
);
export type AccountChanges = Static<typeof AccountChanges>;

const UsageWindow = Type.Object(
  {
    limit: Type.Integer({ description: 'Requests in one window.' }),
    remaining: Type.Integer({ description: 'Requests that remain in this window.' }),
    reset: Type.Integer({ description: 'When the window ends, in Unix seconds, rounded up.' }),
  },
  { title: 'UsageWindow', examples: [{ limit: 60, remaining: 59, reset: 1795253460 }] },
);

const UsageDay = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'The UTC day.' }),
    admitted: Type.Integer({ description: 'Requests within the limits.' }),
    refused: Type.Integer({ description: 'Requests that got 429.' }),
    strikes: Type.Integer({ description: 'Refused requests that were sent while a 429 was in force.' }),
  },
  { title: 'UsageDay', examples: [{ date: '2026-11-21', admitted: 61, refused: 1, strikes: 0 }] },
);

export const Usage = Type.Object(
  {
    minute: UsageWindow,
    day: UsageWindow,
    days: Type.Array(UsageDay, { description: 'The last 30 days including today, oldest first.' }),
  },
  {
    title: 'Usage',
    examples: [
      {
        minute: { limit: 60, remaining: 59, reset: 1795253460 },
        day: { limit: 1_000, remaining: 939, reset: 1795339800 },
        days: [{ date: '2026-11-21', admitted: 61, refused: 1, strikes: 0 }],
      },
    ],
  },
);
export type Usage = Static<typeof Usage>;

export const ListAccountsQuery = Type.Object({
  awaiting: Type.Optional(awaiting),
  email: Type.Optional(
    Type.String({ maxLength: 254, 'x-trim': true, description: 'Only the account with this address, in any case.' }),
  ),
  organizationId: Type.Optional(AssignedId('Only the members of this organization.')),
  limit: Limit,
  cursor: Type.Optional(Cursor),
});
export type AccountFilters = Omit<Static<typeof ListAccountsQuery>, 'limit' | 'cursor'>;

export const AccountParams = Type.Object({
  accountId: PathId('account_not_found', 'The identifier of the account.'),
});

/** A link that an operator has made. */
export const PasswordLink = Type.Object(
  {
    link: Text('The URL of the page that asks for the new password. It works once.'),
    expiresAt: Timestamp('When the link expires.'),
  },
  {
    title: 'PasswordLink',
    examples: [
      {
        link: 'https://pets.shelter.example/portal/set-password#token=ppl_thisIsNoRealTokenItIsAnExample',
        expiresAt: '2026-11-22T09:30:00.000Z',
      },
    ],
  },
);
