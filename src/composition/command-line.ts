import { randomBytes } from 'node:crypto';
import { adminRoutes } from '../accounts/admin-routes.ts';
import { invitationRoutes } from '../accounts/invitations/routes.ts';
import { keyPrincipals } from '../accounts/keys/principals.ts';
import { membershipRoutes } from '../accounts/memberships/routes.ts';
import { openInProcess } from '../http/connection/in-process.ts';
import { openLists } from '../http/paging.ts';
import { AT_COMMAND_LINE } from '../http/principal.ts';
import { openEffects } from '../idempotency/effects.ts';
import { limitStore } from '../limits/store.ts';
import { organizationRoutes } from '../organizations/routes.ts';
import { personRoutes } from '../people/routes.ts';
import { openPlaces } from '../places/places.ts';
import { originOf } from '../settings/origins.ts';
import type { Settings } from '../settings/settings.ts';
import type { Environment } from '../vocabulary/environments.ts';
import { buildAccountChanges } from './account-changes.ts';
import type { OpenEnvironment } from './environment.ts';
import { buildPeople } from './people.ts';

/**
 * The operations that commands call on an environment's database, in this process. It has no port, no limits and no background work; a
 * service that runs beside it notices changes within a second.
 */
export function buildCommandLine(open: OpenEnvironment, environment: Environment, settings: Settings) {
  const { database, now, realClock, accounts, organizations, memberships, invitations, links } = open;
  const { cancelling, closing, removeAnimals } = buildAccountChanges(open);
  const people = buildPeople(open, { closing, cancelling });
  const principals = keyPrincipals({ accounts, environment, now });
  // The cursors of a command end with it.
  const lists = openLists(randomBytes(32));
  const effects = openEffects(database, realClock.now);
  const publicUrl = originOf(environment, settings);
  const limiter = {
    liftBans: (_accountId: number, liftedKeyIds: readonly number[]) =>
      limitStore(database).save({ dayWindows: [], bans: [], usage: [], liftedKeyIds }),
  };
  let hasClosed = false;
  const onClosed = () => void (hasClosed = true);

  return {
    send: openInProcess(AT_COMMAND_LINE, settings, (v1) => {
      organizationRoutes(v1, {
        organizations,
        places: openPlaces(),
        lists,
        effects,
        now,
        cancelOrders: cancelling.ofOrganization,
        onStandingChanged: () => {},
      });
      membershipRoutes(v1, { memberships, organizations, lists, effects, principals });
      invitationRoutes(v1, { invitations, organizations, lists, effects, publicUrl, sendInvitation: undefined });
      personRoutes(v1, { people, effects, onChanged: onClosed });
      adminRoutes(v1, {
        accounts,
        principals,
        limiter,
        lists,
        effects,
        links,
        closing,
        onClosed,
        organizations,
        memberships,
        cancelOrders: cancelling.ofSuspended,
        publicUrl,
      });
    }),
    /** Does what follows the calls in other transactions: accounts that are closed lose the animals that they own alone. */
    finish: async (): Promise<void> => {
      if (!hasClosed) return;
      while (await database.transaction(removeAnimals));
    },
  };
}
