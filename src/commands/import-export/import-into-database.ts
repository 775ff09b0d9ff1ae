import { categoryStore } from '../../categories/store.ts';
import { buildPhotoFiles } from '../../composition/photo-files.ts';
import { DatabaseUnavailable } from '../../database/database.ts';
import { Failure, reasonOf } from '../../failure.ts';
import { databaseTarget } from '../../importing/database-target.ts';
import type { ImportTarget } from '../../importing/target.ts';
import { importStore } from '../../importing/undoing/store.ts';
import { openExpiry } from '../../orders/expiry.ts';
import { orderStore } from '../../orders/store.ts';
import { photoAdding } from '../../pets/photo-adding.ts';
import { openDecoder } from '../../pets/photos/decoding/decoder.ts';
import { photoStore } from '../../pets/photos/store.ts';
import { petStore } from '../../pets/store.ts';
import type { Settings } from '../../settings/settings.ts';
import { COMMAND_LINE } from '../../vocabulary/actors.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import type { SummaryLine } from '../../vocabulary/import-report.ts';
import type { Owner } from '../../vocabulary/owner.ts';
import { findAccount, findOperator } from '../local/accounts.ts';
import { type OpenEnvironment, withExistingEnvironment } from '../local/environment.ts';

/** Imports into a target; `isStrict` refuses ids that no category has. */
export type Run = (target: ImportTarget, isStrict: boolean) => Promise<SummaryLine>;

const batch = 500;

interface ImportInto {
  readonly environment: Environment;
  readonly account?: string;
  /** The name of the file. */
  readonly file?: string | undefined;
}

/** Imports into the database of this machine. */
export async function importIntoDatabase(
  settings: Settings,
  { environment, account, file }: ImportInto,
  run: Run,
): Promise<SummaryLine> {
  return withExistingEnvironment(environment, settings, async (opened) => {
    const { database, outbox, now, realNow } = opened;
    const pets = petStore(database, outbox, now);
    const categories = categoryStore(database, outbox);
    const owner = await ownerNamed(opened, account, environment);
    const { writeExpiry } = openExpiry({ database, pets, orders: orderStore(opened) });
    const decoder = openDecoder();
    const adding = photoAdding({
      pets,
      photos: photoStore(database, realNow),
      files: await buildPhotoFiles(environment, settings, { database, now: realNow }),
      decoder,
      writeExpiry,
      // The service removes them.
      onLeftOver: () => {},
    });
    const imports = importStore(database, now);
    const stores = { database, pets, categories, imports, now };
    const target = databaseTarget({ ...stores, owner, by: COMMAND_LINE, file, batch, adding, writeExpiry });
    try {
      return await run(target, settings.strictCategories === 'true');
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      throw new Failure(
        `The database cannot be written: ${reasonOf(error.cause)}. Run the same command again to continue.`,
        { cause: error },
      );
    } finally {
      decoder.close();
    }
  });
}

/** @param which by default the first operator */
async function ownerNamed(open: OpenEnvironment, which: string | undefined, environment: Environment): Promise<Owner> {
  const { id, organization } = await (which === undefined ? findOperator(open) : findAccount(open, which, environment));
  return { accountId: id, organizationId: organization?.id };
}
