import type { BackupState } from '../backups/state.ts';
import type { App } from '../http/app.ts';
import type { Compose } from '../mail/delivery.ts';
import { testMail } from '../mail/test-mail.ts';
import type { AddressFinding } from '../public-address/check.ts';
import { setupRoutes, TEST_MAIL } from '../setup/routes.ts';
import { setupStore } from '../setup/store.ts';
import type { Core } from './core.ts';

interface SetupParts {
  readonly backups: () => Promise<BackupState | undefined>;
  readonly checkAddress: () => Promise<readonly AddressFinding[]>;
}

/** The checklist of what is left to do after the first start. */
export function buildSetup(core: Core, parts: SetupParts) {
  const { environment, database, accounts, organizations, mails, effects, now, publicUrl, origin } = core;
  const composers: Readonly<Record<string, Compose>> = {
    [TEST_MAIL]: async (accountId) => {
      const account = await accounts.find(Number(accountId));
      return account && testMail(account.email, origin);
    },
  };
  return {
    composers,
    addRoutes: (v1: App): void =>
      setupRoutes(v1, {
        ...parts,
        setup: setupStore(database),
        accounts,
        organizations,
        mails,
        effects,
        now,
        publicUrl,
        sendsMail: environment === 'production',
      }),
  };
}
