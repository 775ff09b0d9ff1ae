import type { Selectable } from 'kysely';
import { LOCATED, locatedOf } from '../database/located.ts';
import { placeIn } from '../database/near.ts';
import type { Tables } from '../database/tables.ts';
import { originOf } from '../vocabulary/directory.ts';
import { searchable } from '../vocabulary/text/searchable.ts';
import type { Organization } from './schema.ts';

/** All of an organization, as its members and the operators see it. */
export type WholeOrganization = Organization & { readonly listed: boolean; readonly suspended: boolean };

/** An organization with the fields that the API does not show. */
export interface StoredOrganization {
  readonly organization: WholeOrganization;
  /** Starts at 1 and counts the changes. */
  readonly version: number;
}

/** The columns of what an organization says about itself. */
export function columnsOf(organization: Omit<Organization, 'id'>) {
  const { name, email, phone, address, hours, timeZone, locale, languages, website, paymentUrl, donationUrl } =
    organization;
  const { mission, adoptionPolicy, translations, adoption, application, social, location } = organization;
  return {
    name,
    name_folded: searchable(name),
    email: email ?? null,
    phone: phone ?? null,
    address: jsonOrNull(address),
    hours: jsonOrNull(hours),
    time_zone: timeZone ?? null,
    locale: locale ?? null,
    languages: jsonOrNull(languages),
    website: website ?? null,
    payment_url: paymentUrl ?? null,
    donation_url: donationUrl ?? null,
    mission: mission ?? null,
    adoption_policy: adoptionPolicy ?? null,
    translations: jsonOrNull(translations),
    adoption: adoption ?? null,
    application: jsonOrNull(application),
    social: jsonOrNull(social),
    latitude: location?.latitude ?? null,
    longitude: location?.longitude ?? null,
    located: locatedOf({ ...address, ...location }),
  };
}

type Row = Selectable<Tables['organizations']> & {
  readonly logo_hash: string | null;
  readonly source_url: string | null;
  readonly source_seen_at: number | null;
};

export function storedOf(row: Row): StoredOrganization {
  const optional = {
    email: row.email,
    phone: row.phone,
    address: parsedOrNull(row.address),
    hours: parsedOrNull(row.hours),
    timeZone: row.time_zone,
    locale: row.locale,
    languages: parsedOrNull(row.languages),
    website: row.website,
    paymentUrl: row.payment_url,
    donationUrl: row.donation_url,
    mission: row.mission,
    adoptionPolicy: row.adoption_policy,
    translations: parsedOrNull(row.translations),
    adoption: row.adoption,
    application: parsedOrNull(row.application),
    social: parsedOrNull(row.social),
    logo: logoOf(row.id, row.logo_hash),
    origin: row.source_url === null ? null : originOf(row.source_url, row.source_seen_at),
    // Where its address is, it has not said itself.
    location: row.located === LOCATED ? null : (placeIn(row) ?? null),
  };
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null));
  return {
    organization: {
      id: row.id,
      name: row.name,
      ...present,
      listed: row.listed_at !== null,
      suspended: row.suspended_at !== null,
    },
    version: row.version,
  };
}

/** The query changes with the logo, so that pages show the new one. */
const logoOf = (id: number, hash: string | null): string | null =>
  hash === null ? null : `/logos/${id}?v=${hash.slice(0, 8)}`;

const jsonOrNull = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
const parsedOrNull = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

export const isPublic = ({ listed, suspended }: Pick<WholeOrganization, 'listed' | 'suspended'>): boolean =>
  listed && !suspended;

/** Whether an operator has unlisted or suspended it. */
export const isWithdrawn = (before: WholeOrganization, after: WholeOrganization): boolean =>
  (before.listed && !after.listed) || (after.suspended && !before.suspended);

/** What visitors see. */
export function publicOf({ listed: _listed, suspended: _suspended, ...seen }: WholeOrganization): Organization {
  return seen;
}
