import { linkPath } from '../accounts/link-store.ts';
import type { Environment } from '../environments.ts';
import { openStore, originOf } from '../service.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';

/** Prints a link that sets the password of an account, beside a running service or without one. */
export async function printResetLink(settings: Settings, email: string, environment: Environment): Promise<void> {
  const { accounts, links, database } = await openStore(environment, settings);
  try {
    const account = await accounts.findByEmail(email);
    if (account === undefined)
      throw new StartError(`There is no account with the email ${JSON.stringify(email)} in ${environment}.`);
    const { token } = await database.transaction((tx) => links.make(tx, account.id));
    process.stdout.write(`${originOf(environment, settings)}${linkPath(token)}\n`);
  } finally {
    await database.close();
  }
}
