import type { Kysely } from 'kysely';
import type { Dialect, Migration } from './migration.ts';
import { accountsAndPets } from './migrations/0001-accounts-and-pets.ts';
import { categoriesAndOrders } from './migrations/0002-categories-and-orders.ts';
import { eventsMessagesWebhooks } from './migrations/0003-events-messages-webhooks.ts';
import { importReferences } from './migrations/0004-import-references.ts';
import { sessions } from './migrations/0005-sessions.ts';
import { eventsBeforeTheirNumbers } from './migrations/0006-events-before-their-numbers.ts';
import { usageByDay } from './migrations/0007-usage-by-day.ts';
import { organizations } from './migrations/0008-organizations.ts';
import { provenWebhooks } from './migrations/0009-proven-webhooks.ts';
import { petCounts } from './migrations/0010-pet-counts.ts';
import { petNames } from './migrations/0011-pet-names.ts';
import { petProfiles } from './migrations/0012-pet-profiles.ts';
import { petPhotos } from './migrations/0013-pet-photos.ts';
import { petLists } from './migrations/0014-pet-lists.ts';
import { places } from './migrations/0015-places.ts';
import { historyOfPets } from './migrations/0016-history-of-pets.ts';
import { applicationOfOrders } from './migrations/0017-application-of-orders.ts';
import { publishedKeys } from './migrations/0018-published-keys.ts';
import { threads } from './migrations/0019-threads.ts';
import { petHandovers } from './migrations/0020-pet-handovers.ts';
import { searchableNames } from './migrations/0021-searchable-names.ts';
import { mails } from './migrations/0022-mails.ts';
import { orderDesk } from './migrations/0023-order-desk.ts';
import { applicationQuestions } from './migrations/0024-application-questions.ts';
import { alerts } from './migrations/0025-alerts.ts';
import { deliveryAttempts } from './migrations/0026-delivery-attempts.ts';
import { testClock } from './migrations/0027-test-clock.ts';
import { requestLog } from './migrations/0028-request-log.ts';
import { latestAdvance } from './migrations/0029-latest-advance.ts';
import { eventsOfKeys } from './migrations/0030-events-of-keys.ts';
import { positionsOfWebhooks } from './migrations/0031-positions-of-webhooks.ts';
import { largeStores } from './migrations/0032-large-stores.ts';
import { hiddenPets } from './migrations/0038-hidden-pets.ts';
import { heldPets } from './migrations/0039-held-pets.ts';
import { imports } from './migrations/0040-imports.ts';
import { importedMembers } from './migrations/0041-imported-members.ts';
import { placesInTime } from './migrations/0044-places-in-time.ts';
import { focusOfPhotos } from './migrations/0047-focus-of-photos.ts';
import { notifications } from './migrations/0048-notifications.ts';
import { followUps } from './migrations/0049-follow-ups.ts';
import { daysOfOrganizations } from './migrations/0051-days-of-organizations.ts';
import { senders } from './migrations/0053-senders.ts';
import { languages } from './migrations/0054-languages.ts';
import { versions } from './migrations/0055-versions.ts';
import { applications } from './migrations/0057-applications.ts';
import { listingSites } from './migrations/0058-listing-sites.ts';
import { paymentAddresses } from './migrations/0059-payment-addresses.ts';
import { paidOrders } from './migrations/0060-paid-orders.ts';
import { interestInPets } from './migrations/0061-interest-in-pets.ts';
import { directory } from './migrations/0063-directory.ts';
import { ownerOfMirroredRows } from './migrations/0064-owner-of-mirrored-rows.ts';
import { identityOfSources } from './migrations/0065-identity-of-sources.ts';
import { photosOfSources } from './migrations/0066-photos-of-sources.ts';
import { categoriesOfSources } from './migrations/0067-categories-of-sources.ts';
import { newestOfSources } from './migrations/0068-newest-of-sources.ts';
import { applicationsOfGivenPets } from './migrations/0069-applications-of-given-pets.ts';
import { ownersOfReferences } from './migrations/0070-owners-of-references.ts';
import { broughtEvents } from './migrations/0071-brought-events.ts';
import { applicationsWithoutVersions } from './migrations/0072-applications-without-versions.ts';
import type { Tables } from './tables.ts';

/** Applied in the order of their names. A released migration never changes. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-pets': accountsAndPets,
  '0002-categories-and-orders': categoriesAndOrders,
  '0003-events-messages-webhooks': eventsMessagesWebhooks,
  '0004-import-references': importReferences,
  '0005-sessions': sessions,
  '0006-events-before-their-numbers': eventsBeforeTheirNumbers,
  '0007-usage-by-day': usageByDay,
  '0008-organizations': organizations,
  '0009-proven-webhooks': provenWebhooks,
  '0010-pet-counts': petCounts,
  '0011-pet-names': petNames,
  '0012-pet-profiles': petProfiles,
  '0013-pet-photos': petPhotos,
  '0014-pet-lists': petLists,
  '0015-places': places,
  '0016-history-of-pets': historyOfPets,
  '0017-application-of-orders': applicationOfOrders,
  '0018-published-keys': publishedKeys,
  '0019-threads': threads,
  '0020-pet-handovers': petHandovers,
  '0021-searchable-names': searchableNames,
  '0022-mails': mails,
  '0023-order-desk': orderDesk,
  '0024-application-questions': applicationQuestions,
  '0025-alerts': alerts,
  '0026-delivery-attempts': deliveryAttempts,
  '0027-test-clock': testClock,
  '0028-request-log': requestLog,
  '0029-latest-advance': latestAdvance,
  '0030-events-of-keys': eventsOfKeys,
  '0031-positions-of-webhooks': positionsOfWebhooks,
  '0032-large-stores': largeStores,
  '0038-hidden-pets': hiddenPets,
  '0039-held-pets': heldPets,
  '0040-imports': imports,
  '0041-imported-members': importedMembers,
  '0044-places-in-time': placesInTime,
  '0047-focus-of-photos': focusOfPhotos,
  '0048-notifications': notifications,
  '0049-follow-ups': followUps,
  '0051-days-of-organizations': daysOfOrganizations,
  '0053-senders': senders,
  '0054-languages': languages,
  '0055-versions': versions,
  '0057-applications': applications,
  '0058-listing-sites': listingSites,
  '0059-payment-addresses': paymentAddresses,
  '0060-paid-orders': paidOrders,
  '0061-interest-in-pets': interestInPets,
  '0063-directory': directory,
  '0064-owner-of-mirrored-rows': ownerOfMirroredRows,
  '0065-identity-of-sources': identityOfSources,
  '0066-photos-of-sources': photosOfSources,
  '0067-categories-of-sources': categoriesOfSources,
  '0068-newest-of-sources': newestOfSources,
  '0069-applications-of-given-pets': applicationsOfGivenPets,
  '0070-owners-of-references': ownersOfReferences,
  '0071-brought-events': broughtEvents,
  '0072-applications-without-versions': applicationsWithoutVersions,
};

/** The names of all migrations, in order. */
export const migrationNames = (): string[] => Object.keys(MIGRATIONS);

type HasTable = (name: string) => Promise<boolean>;

/** How far the migration of a database is. */
export interface MigrationStep {
  /** From 1 on; 0 before the first, which may have to wait for another process. */
  readonly step: number;
  readonly of: number;
  /** The migration that begins. */
  readonly name?: string;
}

/** Receives each step before it begins. The first call is awaited. */
export type OnMigration = (step: MigrationStep) => void | Promise<void>;

/** Applies the pending migrations. Throws the engine's own errors. */
export async function migrate(
  db: Kysely<Tables>,
  dialect: Dialect,
  hasTable: HasTable,
  onStep: OnMigration = () => {},
): Promise<void> {
  const applied = await appliedIn(db, hasTable);
  if (applied.size === migrationNames().length && migrationNames().every((name) => applied.has(name))) return;
  // Loaded here because callers of `migrationNames` alone do not need Kysely.
  const { Migrator } = await import('kysely/migration');
  const of = pendingAfter(applied);
  let step = 0;
  const migrations = Object.entries(MIGRATIONS).map(([name, migration]) => {
    const up = (tx: Parameters<Migration>[0]) => {
      step += 1;
      void onStep({ step, of, name });
      return migration(tx, dialect);
    };
    return [name, { up }] as const;
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(migrations) } });
  const { error } = await migrator.migrateToLatest();
  const unknown =
    error instanceof Error ? /previously executed migration (\S+) is missing/.exec(error.message)?.[1] : undefined;
  if (unknown !== undefined) {
    throw new Error(`a newer version of Petstore has written it (${unknown})`, { cause: error });
  }
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('The migration failed.', { cause: error });
}

/** How many migrations a database that holds data needs; 0 for a new one, whose migrations take no time. */
export async function stepsToMigrate(db: Kysely<Tables>, hasTable: HasTable): Promise<number> {
  const applied = await appliedIn(db, hasTable);
  return applied.size === 0 ? 0 : pendingAfter(applied);
}

const pendingAfter = (applied: ReadonlySet<string>): number =>
  migrationNames().filter((name) => !applied.has(name)).length;

/** The names of the migrations that were applied. Kysely's migrator would first read the definitions of all tables, twice. */
async function appliedIn(db: Kysely<Tables>, hasTable: HasTable): Promise<ReadonlySet<string>> {
  if (!(await hasTable(table))) return new Set();
  const rows = await db.$extendTables<{ [table]: { name: string } }>().selectFrom(table).select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

/** Where Kysely's migrator records the applied migrations. */
const table = 'kysely_migration';
