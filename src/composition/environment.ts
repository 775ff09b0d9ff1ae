import { randomBytes } from 'node:crypto';
import { invitationStore } from '../accounts/invitations/store.ts';
import { linkStore } from '../accounts/links/store.ts';
import { membershipStore } from '../accounts/memberships/store.ts';
import { type Argon2id, passwordHasher } from '../accounts/passwords/hashing.ts';
import { passwordStore } from '../accounts/passwords/store.ts';
import { accountStore } from '../accounts/store.ts';
import type { Database } from '../database/database.ts';
import { isHalfTransferred } from '../database/keys.ts';
import { openOutbox } from '../database/outbox.ts';
import { Failure, reasonOf } from '../failure.ts';
import { mailStore } from '../mail/store.ts';
import { bring } from '../organizations/bringing.ts';
import { organizationStore } from '../organizations/store.ts';
import { confirmsAddresses, databaseFile, type Settings, settingName, settingsOf } from '../settings/settings.ts';
import { sortableIds } from '../sortable-id.ts';
import { openAhead } from '../staging/clock/ahead.ts';
import { clockAhead, nowAhead, type RealNow, steadyClock } from '../time/clock.ts';
import type { Environment } from '../vocabulary/environments.ts';
import { forgetDeliveries } from '../webhooks/deliveries/store.ts';
import { type DatabaseOptions, buildDatabase } from './database.ts';

interface EnvironmentOptions extends DatabaseOptions {
  /** The real time in Unix milliseconds. */
  readonly now?: () => number;
  readonly argon2id?: Argon2id;
}

export type OpenEnvironment = Awaited<ReturnType<typeof buildEnvironment>>;

/**
 * One environment without its HTTP interface: the database, the outbox, accounts and organizations. Most commands need no more. It has two
 * times: `now` of the environment, and `realNow`, the real time, which staging's may be ahead of. `clock` and `realClock` are the same
 * without jumps.
 */
export async function buildEnvironment(
  environment: Environment,
  settings: Settings,
  { now: testNow, argon2id, ...options }: EnvironmentOptions = {},
) {
  const database = await openOwnDatabase(environment, settings, options);
  const ahead = await openAhead(environment, database).catch(async (failure: unknown) => {
    await database.close();
    throw failure;
  });
  const realNow = (testNow ?? Date.now) as RealNow;
  // A test's own clock is believed at once.
  const realClock = testNow === undefined ? steadyClock() : { now: realNow, deletingMs: realNow };
  const now = nowAhead(realNow, ahead);
  const clock = clockAhead(realClock, ahead);
  const newId = sortableIds(now, randomBytes);
  const outbox = openOutbox({ database, now, newId });
  const passwords = passwordStore(database, passwordHasher(randomBytes, argon2id));
  const approves = settings.signup === 'approved';
  const organizations = organizationStore(database, outbox, now);
  const announceAnimals: typeof organizations.announceAnimalsOf = (...account) =>
    organizations.announceAnimalsOf(...account);
  const accounts = accountStore({
    database,
    environment,
    now,
    random: randomBytes,
    outbox,
    hashPassword: (...password) => passwords.hashNew(...password),
    signup: { confirms: confirmsAddresses(environment, settings), approves },
    announceAnimals,
  });
  // The real time, as for sessions: a person reads `24 hours` in the mail with a password link.
  const links = linkStore(database, { now: realClock.now, random: randomBytes });
  // Staging keeps its mails: programs order for adopters who do not know of it.
  const mails = mailStore(database, { now, isOn: environment === 'staging' || settings.smtpUrl !== '' });
  const invitations = invitationStore(database, { now, random: randomBytes });
  const memberships = membershipStore(database, {
    now,
    outbox,
    forgetDeliveries,
    announceAnimals,
    approves,
    bring: (...brought) => bring(database, ...brought),
  });
  return {
    database,
    now,
    clock,
    realNow,
    realClock,
    ahead,
    /** Other processes may use the database. */
    isShared: settingsOf(environment, settings).databaseUrl !== '',
    newId,
    outbox,
    mails,
    accounts,
    organizations,
    memberships,
    invitations,
    passwords,
    links,
  };
}

/** @throws Failure with what the operator can do */
async function openOwnDatabase(
  environment: Environment,
  settings: Settings,
  options: DatabaseOptions,
): Promise<Database> {
  const { databaseUrl: url } = settingsOf(environment, settings);
  const file = databaseFile(environment, settings);
  const name = url === '' ? `database ${file}` : `PostgreSQL database of ${settingName('DATABASE_URL', environment)}`;
  const database = await buildDatabase(
    { environment, url, file },
    { poolSize: settings.databasePoolSize, ...options },
  ).catch((failure: unknown) => {
    if (failure instanceof Failure) throw failure;
    const cause = rootOf(failure);
    throw new Failure(`The ${name} cannot be opened: ${reasonOf(cause)}.${url === '' ? adviceOn(cause) : ''}`, {
      cause,
    });
  });
  try {
    if (await isHalfTransferred(database.read)) {
      throw new Failure(
        `The ${name} is half transferred: run the same \`petstore transfer\` again to continue where it stopped.`,
      );
    }
  } catch (failure) {
    await database.close();
    throw failure;
  }
  return database;
}

/** Why it is unavailable. An error from the thread that migrates has lost its class. */
const rootOf = (failure: unknown): unknown =>
  failure instanceof Error && failure.name === 'DatabaseUnavailable' && failure.cause !== undefined
    ? rootOf(failure.cause)
    : failure;

/** What helps. */
function adviceOn(cause: unknown): string {
  const { code = '' } = cause instanceof Error ? (cause as NodeJS.ErrnoException) : {};
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(code))
    return ' Run petstore doctor; restore a backup only if it says that the file is damaged.';
  const isUnreachable = /^(E[A-Z]+|SQLITE_(CANTOPEN|READONLY|FULL).*)$/.test(code);
  return isUnreachable ? ' Set DATA_DIR to a folder that can be written.' : '';
}
