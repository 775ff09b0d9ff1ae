import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from './engine.ts';
import { accountsAndPets } from './migrations/0001-accounts-and-pets.ts';
import { categoriesAndOrders } from './migrations/0002-categories-and-orders.ts';
import { eventsMessagesWebhooks } from './migrations/0003-events-messages-webhooks.ts';
import { importReferences } from './migrations/0004-import-references.ts';
import { sessions } from './migrations/0005-sessions.ts';
import { eventsBeforeTheirNumbers } from './migrations/0006-events-before-their-numbers.ts';
import { usageByDay } from './migrations/0007-usage-by-day.ts';
import type { Tables } from './tables.ts';

/** In the order of their names; one that has been released never changes. */
const MIGRATIONS: Readonly<Record<string, (engine: Engine) => Migration>> = {
  '0001-accounts-and-pets': accountsAndPets,
  '0002-categories-and-orders': categoriesAndOrders,
  '0003-events-messages-webhooks': eventsMessagesWebhooks,
  '0004-import-references': () => importReferences,
  '0005-sessions': sessions,
  '0006-events-before-their-numbers': eventsBeforeTheirNumbers,
  '0007-usage-by-day': () => usageByDay,
};

/** In their order. */
export const migrationNames = (): string[] => Object.keys(MIGRATIONS);

/** Brings the schema to the newest version. Does nothing where it is there. Throws what the engine throws. */
export async function migrate(db: Kysely<Tables>, engine: Engine): Promise<void> {
  // Whoever only asks for the names need not wait until Kysely is loaded.
  const { Migrator } = await import('kysely/migration');
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).map(([name, make]) => [name, make(engine)]));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  const unknown =
    error instanceof Error ? /previously executed migration (\S+) is missing/.exec(error.message)?.[1] : undefined;
  if (unknown !== undefined) {
    throw new Error(`a newer version of Petstore has written it (${unknown})`, { cause: error });
  }
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('The migration failed.', { cause: error });
}
