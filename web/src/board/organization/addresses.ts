import type { PublicOrganization } from '../../../../src/vocabulary/organizations.ts';
import { ENGLISH } from '../../../../src/vocabulary/site.ts';

/** A number, and what may follow it: an extension, another number, a remark. A number with letters in it is not for a link. */
const NUMBER = /^(\+?(?:[\d\s().\u2010-\u2015-]|(?<=\d)\/(?=\d))*\d)\s*(?:(?:[,;#/(]|x\s*\d|ext|or\b).*)?$/iu;

/** The `tel:` URL of the first number in the text, without its extension; undefined if it does not begin with one. RFC 3966. */
export function phoneUrl(phone: string): string | undefined {
  const [, number] = NUMBER.exec(phone) ?? [];
  if (number === undefined) return undefined;
  // After a country code, nobody dials a zero in parentheses.
  const dialed = number.startsWith('+') ? number.replace('(0)', '') : number;
  return `tel:${dialed.replaceAll(/[^+\d]/g, '')}`;
}

/** RFC 6068: a local part may contain `?` and `&`, which would add headers. */
export const mailUrl = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;

/** As the envelope shows it: the postal code is before the city, or after the region. @param locale of the country's name */
export function addressLines({ address = {} }: Partial<PublicOrganization>, locale = ENGLISH): string[] {
  const { street, city, region, postalCode, country } = address;
  const joined = (separator: string, ...parts: readonly (string | undefined)[]) =>
    parts.filter((part) => part !== undefined).join(separator);
  const place =
    region === undefined ? joined(' ', postalCode, city) : joined(' ', joined(', ', city, region), postalCode);
  return [street, place, country === undefined ? undefined : countryName(country, locale)].filter(
    (line): line is string => line !== undefined && line !== '',
  );
}

/** Where an animal is, without street and postal code: at its own place, or else at its organization. The country, unless both have the same. */
export function placeLine(
  place: PublicOrganization['address'],
  home: PublicOrganization['address'] = {},
  locale = ENGLISH,
): string | undefined {
  const { street: _, postalCode, country, ...town } = place ?? home;
  const address = {
    ...town,
    ...(town.city === undefined && postalCode !== undefined && { postalCode }),
    ...(country !== undefined && country !== home.country && { country }),
  };
  return addressLines({ address }, locale).join(', ') || undefined;
}

const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;

/** OpenStreetMap's page for the way there, to the position or else to the address. Undefined without either. */
export function directionsUrl(organization: Partial<PublicOrganization>): string | undefined {
  const { location, address = {} } = organization;
  const place =
    location === undefined ? addressLines(organization).join(', ') : `${location.latitude},${location.longitude}`;
  const isFindable = location !== undefined || (address.street ?? address.city ?? address.postalCode) !== undefined;
  return isFindable ? `https://www.openstreetmap.org/directions?${new URLSearchParams({ to: place })}` : undefined;
}

/** A URL as people write it: `riverside.example/adopt`. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
