import { createHmac } from 'node:crypto';
import type { Database, Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import type { Effects } from '../idempotency/effects.ts';
import { subscriberOf } from '../limits/address-caller.ts';
import type { MailStore } from '../mail/store.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { PetStore } from '../pets/store.ts';
import type { Places } from '../places/places.ts';
import type { Background } from '../time/background.ts';
import { alertLinks } from './links.ts';
import { alertMails } from './mails.ts';
import { openMatching } from './matching.ts';
import { alertRoutes } from './routes.ts';
import { alertStore } from './store.ts';

/** Alerts of visitors: what they ask for, what is looked for, and the mails. */
export function openAlerts(parts: {
  readonly database: Database;
  readonly now: () => number;
  readonly mails: MailStore;
  readonly pets: PetStore;
  readonly places: Places;
  readonly background?: Background;
  readonly origin: string;
  readonly organizations: Pick<OrganizationStore, 'onlyPublic'>;
  /** The secrets of links, and of the hashes of clients. */
  readonly secrets: { readonly reservation_secret: Buffer; readonly visitor_secret: Buffer };
}) {
  const { database, now, mails, pets, places, background, origin, organizations, secrets } = parts;
  const links = alertLinks(secrets.reservation_secret, origin);
  const keyedHash = (value: string): string =>
    createHmac('sha256', secrets.visitor_secret).update(value).digest('base64url');
  const alerts = alertStore(database, {
    now,
    mails,
    refusalOf: (email) => keyedHash(`refused alert ${email}`),
    hashesOf: links.hashesOf,
  });
  const match = openMatching({ database, alerts, pets, places, now });
  if (mails.isOn) background?.every(60_000, 'the search for what alerts ask for', match);
  return {
    match,
    sweep: (tx: Queries, nowMs: number) => alerts.sweep(tx, nowMs),
    composers: alertMails({ alerts, pets, links, origin, organizations }),
    addRoutes(v1: App, effects: Effects): void {
      alertRoutes(v1, { alerts, effects, places, isOn: mails.isOn, visitorOf: (ip) => keyedHash(subscriberOf(ip)) });
    },
  };
}
