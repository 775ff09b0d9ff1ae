import type { Organization } from '../../organizations/schema.ts';
import { stateNamed } from '../../places/regions.ts';
import { WEEKDAYS } from '../../vocabulary/organizations.ts';
import { miles, shortened } from './text.ts';

/** Where pages of other hosts find the service, and the façade's path in the request, such as `/v2`. */
export interface Place {
  readonly origin: string;
  readonly base: string;
}

type Address = NonNullable<Organization['address']>;

/** A state or province of the United States or Canada, such as `IL`. */
export interface State {
  readonly country: string;
  readonly state: string;
}

/** The state or province as Petfinder wrote it, if it is one of the United States or Canada: `IL`. */
export function stateOf({ region, country }: Address = {}): State | undefined {
  const found = region === undefined ? undefined : stateNamed(region);
  return country === undefined || found?.country === country ? found : undefined;
}

/** The letters of organizations elsewhere. */
const NO_STATE = 'PS';

/** Such as `IL7`. The letters are for people: the number alone tells which organization it is. */
export const petfinderId = ({ id, address }: Pick<Organization, 'id' | 'address'>): string =>
  `${stateOf(address)?.state ?? NO_STATE}${id}`;

/** The number in an id; undefined if malformed. */
export function numberIn(petfinderIdText: string): number | undefined {
  const [, digits] = /^[a-z]{2}(\d{1,15})$/i.exec(petfinderIdText) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** @param base the façade's path in the request, such as `/v2` */
export const organizationPath = (base: string, petfinderIdText: string): string =>
  `${base}/organizations/${petfinderIdText.toLowerCase()}`;

/** @param address of an organization, or the known place of an animal */
export function addressMembers(address: Address = {}) {
  const known = stateOf(address);
  return {
    address1: address.street ?? null,
    address2: null,
    city: address.city ?? '',
    state: known?.state ?? address.region ?? '',
    postcode: address.postalCode ?? '',
    country: address.country ?? known?.country ?? '',
  };
}

/** @param meters the distance from the place that the request names */
export function organizationMembers(organization: Organization, { origin, base }: Place, meters: number | undefined) {
  const { name, email, phone, address, hours = {}, website, mission, adoptionPolicy, social = {}, logo } = organization;
  const { origin: home } = organization;
  const id = petfinderId(organization);
  const picture = logo === undefined ? undefined : origin + logo;
  return {
    id,
    name,
    email: email ?? null,
    phone: phone ?? null,
    address: addressMembers(address),
    hours: Object.fromEntries(WEEKDAYS.map((day) => [day, hours[day] ?? null])),
    url: home?.url ?? `${origin}/`,
    website: website ?? null,
    mission_statement: shortened(mission),
    adoption: { policy: shortened(adoptionPolicy), url: null },
    social_media: {
      facebook: social.facebook ?? null,
      twitter: social.x ?? null,
      youtube: social.youtube ?? null,
      instagram: social.instagram ?? null,
      pinterest: social.pinterest ?? null,
    },
    photos: picture === undefined ? [] : [{ small: picture, medium: picture, large: picture, full: picture }],
    distance: meters === undefined ? null : miles(meters),
    _links: {
      self: { href: organizationPath(base, id) },
      animals: { href: `${base}/animals?organization=${id.toLowerCase()}` },
    },
  };
}
