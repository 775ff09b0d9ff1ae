import { alertLinks } from '../alerts/links.ts';
import { alertMails } from '../alerts/mails.ts';
import { openMatching } from '../alerts/matching.ts';
import { alertRoutes } from '../alerts/routes.ts';
import { alertStore } from '../alerts/store.ts';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import type { DueWork } from '../jobs/background.ts';
import { subscriberOf } from '../limits/address-caller.ts';
import type { PetStore } from '../pets/store.ts';
import { keyedHash } from '../secrets/keyed-hash.ts';
import type { Core } from './core.ts';

/** Alerts of visitors: what they ask for, what is looked for, and the mails. */
export function buildAlerts(core: Core, { pets }: { readonly pets: PetStore }) {
  const { database, now, mails, organizations, places, effects, background, origin } = core;
  const { reservation_secret: linkSecret, visitor_secret: visitorSecret } = core.secrets.ofService;
  const links = alertLinks(linkSecret, origin);
  const refusalOf = (email: string): string => keyedHash(visitorSecret, `refused alert ${email}`);
  const alerts = alertStore(database, { now, mails, refusalOf, hashesOf: links.hashesOf });
  const match = openMatching({ database, alerts, pets, places, now });
  const matchSoon = mails.isOn ? background.every(60_000, 'the search for what alerts ask for', match) : () => {};
  /** A search is due once an hour: the clock of staging does not stop for each. */
  const searching: DueWork = {
    isBusy: async () => mails.isOn && alerts.hasDue(),
    next: async () => Infinity,
    wake: matchSoon,
  };
  return {
    searching,
    ofEmail: (email: string) => alerts.ofEmail(email),
    sweep: (tx: Queries, nowMs: number) => alerts.sweep(tx, nowMs),
    composers: alertMails({ alerts, pets, links, origin, organizations, siteName: core.settings.siteName }),
    addRoutes: (v1: App): void =>
      alertRoutes(v1, {
        alerts,
        effects,
        places,
        isOn: mails.isOn,
        visitorOf: (ip) => keyedHash(visitorSecret, subscriberOf(ip)),
      }),
  };
}
