import { OPERATOR_EMAIL } from '../../accounts/store.ts';
import { categoryStore } from '../../categories/store.ts';
import { DatabaseUnavailable } from '../../database/database.ts';
import { Failure } from '../../failure.ts';
import { directSink } from '../../importing/direct.ts';
import type { Counts } from '../../importing/run.ts';
import type { Sink } from '../../importing/sink.ts';
import { petStore } from '../../pets/store.ts';
import type { Settings } from '../../settings.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { lookUpAccount } from '../local/accounts.ts';
import { withExistingEnvironment, type OpenEnvironment } from '../local/environment.ts';
import { importRules } from './import-rules.ts';

/** Takes the animals in where they go to; strict is whether a category must be known. */
export type Run = (sink: Sink, isStrict: boolean) => Promise<Counts>;

/** An import straight into the store of this machine. */
export async function importDirect(
  settings: Settings,
  { environment, account }: { readonly environment: Environment; readonly account?: string },
  run: Run,
): Promise<Counts> {
  return withExistingEnvironment(environment, settings, async (store) => {
    const { database, outbox, now } = store;
    const sink = directSink({
      database,
      pets: petStore(database, outbox, now),
      categories: categoryStore(database, outbox),
      accountId: await accountOf(store, account ?? OPERATOR_EMAIL, environment),
      nameRule: importRules().categoryName,
    });
    return run(sink, settings.strictCategories === 'true').catch((cause: unknown) => {
      if (!(cause instanceof DatabaseUnavailable)) throw cause;
      const reason = cause.cause instanceof Error ? cause.cause.message : 'it gives no reason';
      throw new Failure(`The store cannot be written: ${reason}. The same command goes on where it stopped.`, {
        cause,
      });
    });
  });
}

async function accountOf({ accounts }: OpenEnvironment, which: string, environment: Environment): Promise<number> {
  const account = await lookUpAccount(accounts, which);
  if (account === undefined)
    throw new Failure(
      `There is no account ${which} in ${environment}. \`petstore accounts list\` shows those that there are.`,
    );
  return account.id;
}
