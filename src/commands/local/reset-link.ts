import { linkPath } from '../../accounts/links/store.ts';
import { originOf } from '../../addresses.ts';
import type { Settings } from '../../settings.ts';
import type { Terminal } from '../terminal.ts';
import { type AccountOptions, findAccount } from './accounts.ts';
import { inExistingStore } from './in-store.ts';

/** Prints a link that sets the password of an account, beside a running service or without one. */
export async function printResetLink(
  terminal: Terminal,
  settings: Settings,
  which: string,
  { environment, json = false }: AccountOptions,
): Promise<void> {
  const token = await inExistingStore(environment, settings, async (store) => {
    const account = await findAccount(store, which, environment);
    return (await store.database.transaction((tx) => store.links.make(tx, account.id))).token;
  });
  const link = `${originOf(environment, settings)}${linkPath(token)}`;
  if (json) terminal.printJson({ link });
  else terminal.print(link);
}
