import { type Database, type Queries, UniqueViolation } from '../database/database.ts';
import { newest } from '../database/newest.ts';
import { type Actor, COMMAND_LINE, SERVICE } from '../vocabulary/actors.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import type { SignupStep } from '../vocabulary/organizations.ts';
import type { Plan } from '../vocabulary/plans.ts';
import { BOARD_EMAIL } from '../vocabulary/site.ts';
import { DEMO_EMAIL, OPERATOR_EMAIL, normalizedEmail } from '../vocabulary/text/address.ts';
import {
  announce,
  changeAccount,
  type Changes,
  closeAccount,
  confirmAddress,
  type StandingParts,
} from './account-changes.ts';
import { accountColumns, accountOf, type AccountRow, standingColumns, standingOf } from './account-row.ts';
import { boardKeyStore } from './keys/board-key.ts';
import { FULL_KEY, type KeyMaker, type KeySettings, keyStore } from './keys/store.ts';
import { endOperatorsLinks } from './links/store.ts';
import type { PasswordStore } from './passwords/store.ts';
import type { Account, AccountFilters, NewAccount } from './schema.ts';

export type AccountStore = ReturnType<typeof accountStore>;

/** What a new account still needs before its keys work. */
export interface SignupPolicy {
  /** Whether its owner confirms the address. */
  readonly confirms: boolean;
  /** Whether an operator approves it, after that. */
  readonly approves: boolean;
}

export function accountStore({
  database,
  hashPassword,
  signup: { confirms, approves },
  ...maker
}: KeyMaker &
  StandingParts & {
    readonly database: Database;
    readonly hashPassword: PasswordStore['hashNew'];
    readonly signup: SignupPolicy;
  }) {
  const { environment, now, random } = maker;
  const { read } = database;
  const keys = keyStore(database, maker);

  const board = boardKeyStore({ database, now, keys, account: boardAccount });

  async function insert(tx: Queries, account: NewRow, by?: Actor): Promise<AccountRow> {
    const row = await insertAccount(tx, now(), account);
    await announce({ tx, by: by ?? ownerOf(row) }, maker, { kind: 'account.created', row });
    return row;
  }

  async function boardAccount(tx: Queries): Promise<number> {
    const found = await accountByEmail(tx, BOARD_EMAIL);
    return (found ?? (await insert(tx, { email: BOARD_EMAIL, name: 'Adoption board', plan: 'enterprise' }, SERVICE)))
      .id;
  }

  return {
    keys,
    board,

    /** Makes an account on the Free plan, with its first key. Undefined if the email has an account. @throws ApiError `weak_password`, PasswordsBusy */
    async create({ email, password, name }: NewAccount) {
      // Hashed before the address is looked up: a refusal takes as long as a success.
      const hashed = await hashPassword(password, { email, name });
      return database
        .transaction(async (tx) => {
          const awaiting = confirms ? 'confirmation' : approves ? 'approval' : null;
          const row = await insert(tx, { email, name: name ?? null, password: hashed, isStranger: true, awaiting });
          return { account: accountOf(row), apiKey: await keys.create(tx, row.id, FULL_KEY, ownerOf(row)) };
        })
        .catch(undefinedIfExists);
    },

    /** Makes an account without a key for somebody who was invited, and returns its id. Undefined if the email has an account. */
    async createInvited(tx: Queries, email: string, name: string | undefined, hashed: string) {
      if ((await accountByEmail(tx, email)) !== undefined) return undefined;
      const awaiting = confirms ? 'confirmation' : null;
      return (await insert(tx, { email, name: name ?? null, password: hashed, isStranger: true, awaiting })).id;
    },

    /** Makes the account of what `petstore demo` adds: nobody can sign in to it. @throws UniqueViolation if there is one */
    createForDemo: async (tx: Queries): Promise<number> =>
      (await insert(tx, { email: DEMO_EMAIL, name: 'Demo', plan: 'enterprise' }, COMMAND_LINE)).id,

    /** Reads in the transaction, or committed data without one. */
    async find(accountId: Int64, db: Queries = read): Promise<Account | undefined> {
      const row = await accountById(db, accountId);
      return row === undefined ? undefined : accountOf(row);
    },

    /** What decides what the account may do. Reads in the transaction, or committed data without one. */
    async standing(accountId: number, db: Queries = read) {
      const row = await db
        .selectFrom('accounts')
        .leftJoin('organizations', 'organizations.id', 'accounts.organization_id')
        .select(standingColumns)
        .where('accounts.id', '=', accountId)
        .executeTakeFirst();
      return row === undefined ? undefined : standingOf(row);
    },

    /** Reads in the transaction, or committed data without one. */
    async findByEmail(email: string, db: Queries = read): Promise<Account | undefined> {
      const row = await accountByEmail(db, email);
      return row === undefined ? undefined : accountOf(row);
    },

    /** Up to `count` accounts that match the filters, with an id below `before`, newest first. */
    async list(filters: AccountFilters, count: number, before?: Int64): Promise<Account[]> {
      const { awaiting, email, organizationId } = filters;
      let query = accountRows(read);
      if (awaiting !== undefined) query = query.where('awaiting', '=', awaiting);
      if (email !== undefined) query = query.where('email', '=', normalizedEmail(email));
      if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
      return (await newest(query, count, before)).map(accountOf);
    },

    /** @throws ChangeRefused */
    async change(tx: Queries, accountId: number, changes: Changes, by: Actor): Promise<Account> {
      const before = await existingRow(tx, accountId);
      const after = await changeAccount({ tx, by }, maker, before, changes);
      if (before.role === 'operator' && (after.role !== 'operator' || after.suspended_at !== null))
        await endOperatorsLinks(tx);
      return accountOf(after);
    },

    /**
     * Makes a confirmed address the account's address.
     *
     * @throws UniqueViolation if another account has it
     */
    confirm: async (tx: Queries, accountId: number, email: string, by: Actor): Promise<Account> =>
      accountOf(await confirmAddress({ tx, by }, maker, await existingRow(tx, accountId), { email, approves })),

    /** Removes the personal data of the account, and its password. `openClosing` ends what it has elsewhere. @throws ChangeRefused */
    async close(tx: Queries, accountId: number, by: Actor): Promise<Account> {
      const before = await existingRow(tx, accountId);
      if (before.role === 'operator') await endOperatorsLinks(tx);
      return accountOf(await closeAccount({ tx, by }, maker, before));
    },

    /** The ids of up to `count` accounts that signed up until `untilMs` and whose address was never confirmed. */
    async unconfirmed(tx: Queries, untilMs: number, count: number): Promise<number[]> {
      const rows = await tx
        .selectFrom('accounts')
        .select('id')
        .where('awaiting', '=', 'confirmation' satisfies SignupStep)
        .where('role', '=', 'member')
        .where('created_at', '<=', untilMs)
        .limit(count)
        .execute();
      return rows.map(({ id }) => id);
    },

    /** The operator whose account is the oldest. Undefined before the first start. */
    async firstOperator(): Promise<Account | undefined> {
      const active = accountRows(read).where('role', '=', 'operator').where('suspended_at', 'is', null);
      const row = await active.orderBy('id').limit(1).executeTakeFirst();
      return row === undefined ? undefined : accountOf(row);
    },

    /** The ids of all keys that the account ever had, revoked and expired ones included. */
    async keysOf(accountId: number, db: Queries = read): Promise<number[]> {
      const rows = await db.selectFrom('api_keys').select('id').where('account_id', '=', accountId).execute();
      return rows.map(({ id }) => id);
    },

    /** Makes the operator account and its key at the first start. Undefined if an operator exists. */
    ensureOperator: () =>
      database
        .transaction(async (tx) => {
          const operator = await tx
            .selectFrom('accounts')
            .select('id')
            .where('role', '=', 'operator')
            .executeTakeFirst();
          if (operator !== undefined) return undefined;
          const row = await insert(tx, { email: OPERATOR_EMAIL, role: 'operator', plan: 'enterprise' }, COMMAND_LINE);
          const { key } = await keys.create(tx, row.id, FULL_KEY, COMMAND_LINE);
          return { accountId: row.id, key };
        })
        // A process that starts at the same time may have made it first, and has the key.
        .catch(undefinedIfExists),

    /** For the command line: rolls the key of any account. The board goes on with the new one if it was the board's. */
    rollKey: (accountId: number, keyId: number, overlapMs: number) =>
      database.transaction(async (tx) => {
        const rolled = await keys.roll({ tx, by: COMMAND_LINE }, accountId, keyId, overlapMs);
        await board.follow(tx, keyId, rolled.key);
        return rolled;
      }),

    /**
     * For the command line: makes a key for the account of this email, or for a new account. Sets the plan and limits if given; a new
     * account is on Free by default. @throws ChangeRefused
     */
    createKey: ({
      email = `cli-${Buffer.from(random(8)).toString('hex')}@localhost`,
      settings = FULL_KEY,
      ...changes
    }: Pick<Changes, 'plan' | 'limits'> & { readonly email?: string | undefined; readonly settings?: KeySettings }) =>
      database.transaction(async (tx) => {
        const role = normalizedEmail(email) === OPERATOR_EMAIL ? 'operator' : 'member';
        const found = (await accountByEmail(tx, email)) ?? (await insert(tx, { email, role }, COMMAND_LINE));
        const row = await changeAccount({ tx, by: COMMAND_LINE }, maker, found, changes);
        const { key, id: keyId } = await keys.create(tx, row.id, settings, COMMAND_LINE);
        return { key, keyId, accountId: row.id, plan: row.plan as Plan, environment };
      }),
  };
}

function undefinedIfExists(error: unknown): undefined {
  if (!(error instanceof UniqueViolation)) throw error;
}

const ownerOf = ({ id }: AccountRow): Actor => ({ type: 'account', accountId: id });

const accountRows = (db: Queries) => db.selectFrom('accounts').select(accountColumns);

const accountById = (db: Queries, id: Int64) =>
  accountRows(db)
    .where('id', '=', id as number)
    .executeTakeFirst();

async function existingRow(tx: Queries, accountId: number): Promise<AccountRow> {
  const row = await accountById(tx, accountId);
  if (row === undefined) throw new Error('The account to change does not exist.');
  return row;
}

const accountByEmail = (db: Queries, email: string) =>
  accountRows(db).where('email', '=', normalizedEmail(email)).executeTakeFirst();

interface NewRow {
  readonly email: string;
  readonly name?: string | null;
  readonly password?: string;
  readonly role?: Account['role'];
  readonly plan?: Plan;
  /** Whether it signs up by itself, rather than being made by an operator. */
  readonly isStranger?: boolean;
  readonly awaiting?: SignupStep | null;
}

function insertAccount(tx: Queries, nowMs: number, account: NewRow): Promise<AccountRow> {
  const { email, name = null, password = null, role = 'member', plan = 'free' } = account;
  const { isStranger = false, awaiting = null } = account;
  return tx
    .insertInto('accounts')
    .values({
      email: normalizedEmail(email),
      name,
      password,
      role,
      plan,
      per_minute: null,
      per_day: null,
      suspended_at: null,
      created_at: nowMs,
      organization_id: null,
      organization_role: null,
      approved_at: isStranger ? null : nowMs,
      awaiting,
      closed_at: null,
    })
    .returning(accountColumns)
    .executeTakeFirstOrThrow();
}
