import type { Organization, OrganizationPatch } from '../../../../client/src/petstore.ts';
import { LANGUAGE_TAGS, type LanguageTag } from '../../../../src/vocabulary/languages.ts';
import { SOCIAL_NETWORK_NAMES, WEEKDAYS } from '../../../../src/vocabulary/organizations.ts';
import { isLocale, isTimeZone } from '../../../../src/vocabulary/text/moment.ts';

const TEXTS = [
  'name',
  'mission',
  'adoptionPolicy',
  'adoption',
  'email',
  'phone',
  'website',
  'paymentUrl',
  'donationUrl',
  'timeZone',
  'locale',
] as const;
const ADDRESS = ['street', 'postalCode', 'city', 'region', 'country'] as const;

/** The groups of members that the profile has beside its texts. */
const GROUPS = { address: ADDRESS, hours: WEEKDAYS, social: SOCIAL_NETWORK_NAMES } as const;

/** The texts that it may have in other languages, too. */
const TRANSLATED = ['mission', 'adoptionPolicy'] as const;
/** One of these texts in a language, such as `es.mission`. */
type Version = `${LanguageTag}.${(typeof TRANSLATED)[number]}`;
const VERSIONS: readonly Version[] = LANGUAGE_TAGS.flatMap((tag) =>
  TRANSLATED.map((text) => `${tag}.${text}` as const),
);

type Field = (typeof TEXTS | (typeof GROUPS)[keyof typeof GROUPS])[number] | 'location' | 'languages' | Version;

/** The fields as they are typed; empty if they are not set. */
export type ProfileDraft = Readonly<Record<Field, string>>;

const FIELDS: readonly Field[] = [...TEXTS, ...Object.values(GROUPS).flat(), 'location', 'languages', ...VERSIONS];

export function draftOf(organization: Organization): ProfileDraft {
  const { address, hours, social, location, languages, translations = {} } = organization;
  const set: Partial<Record<Field, unknown>> = {
    ...organization,
    ...address,
    ...hours,
    ...social,
    location: location && `${location.latitude}, ${location.longitude}`,
    languages: languages?.join(', '),
    ...Object.fromEntries(
      LANGUAGE_TAGS.flatMap((tag) => TRANSLATED.map((text) => [`${tag}.${text}`, translations[tag]?.[text]])),
    ),
  };
  return Object.fromEntries(FIELDS.map((field) => [field, set[field] ?? ''])) as ProfileDraft;
}

/** What to change for the organization to be as typed. Empty fields are removed. */
export function patchOf(organization: Organization, draft: ProfileDraft): OrganizationPatch {
  const before = draftOf(organization);
  const changed = (fields: readonly Field[]) =>
    Object.fromEntries(
      fields
        .map((field) => [field, valueOf(field, draft[field])] as const)
        .filter(([field, value]) => (value ?? '') !== before[field]),
    );
  const groups = Object.entries(GROUPS)
    .map(([group, fields]) => [group, changed(fields)] as const)
    .filter(([, members]) => Object.keys(members).length > 0);
  const translations: Record<string, object> = {};
  for (const [version, value] of Object.entries(changed(VERSIONS))) {
    const [tag = '', text = ''] = version.split('.');
    translations[tag] = { ...translations[tag], [text]: value };
  }
  return {
    ...changed(TEXTS),
    ...Object.fromEntries(groups),
    ...(Object.keys(translations).length > 0 && { translations }),
    ...(draft.location.trim() !== before.location && { location: locationIn(draft.location) ?? null }),
    ...(languagesIn(draft.languages).join(', ') !== before.languages && {
      languages: languagesIn(draft.languages).length === 0 ? null : languagesIn(draft.languages),
    }),
  };
}

export const isChanged = (organization: Organization, draft: ProfileDraft): boolean =>
  Object.keys(patchOf(organization, draft)).length > 0;

const SECURE = ['paymentUrl', 'donationUrl'] as const;
const URLS: readonly Field[] = ['website', ...SECURE, ...SOCIAL_NETWORK_NAMES];

/** The value that a typed text means; null if it is empty. */
function valueOf(field: Field, typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (URLS.includes(field) && !/^[a-z]+:/i.test(text)) return `https://${text}`;
  return text;
}

function locationIn(typed: string): { latitude: number; longitude: number } | undefined {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d+)?)[\s,]+(-?\d{1,3}(?:\.\d+)?)$/.exec(typed.trim()) ?? [];
  const location = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(location.latitude) <= 90 && Math.abs(location.longitude) <= 180 ? location : undefined;
}

const languagesIn = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter((one) => one !== ''))];

export type Mistakes = Readonly<Partial<Record<Field, string>>>;

/** Mistakes that the service would refuse, shown at the field. */
export function mistakesIn(draft: ProfileDraft): Mistakes {
  const found: Partial<Record<Field, string>> = {};
  if (draft.name.trim() === '') found.name = 'Enter a name.';
  const refuse = (field: Field, isValid: (value: string) => boolean, mistake: string) => {
    const value = valueOf(field, draft[field]);
    if (value !== null && !isValid(value)) found[field] = mistake;
  };
  refuse('email', (email) => /^\S+@\S+$/.test(email), 'Enter an email address, such as hello@shelter.example.');
  for (const field of URLS) refuse(field, isWebUrl, 'Enter a web address, such as https://shelter.example.');
  for (const field of SECURE) refuse(field, isSecure, 'Enter an address that begins with https:.');
  refuse('timeZone', isTimeZone, 'Choose a time zone, such as Europe/Berlin.');
  refuse('locale', isLocale, 'Enter a language and a region, such as en-GB.');
  refuse(
    'languages',
    (typed) => languagesIn(typed).every(isLocale) && languagesIn(typed).length <= 20,
    'Enter codes of languages, such as en, es.',
  );
  refuse(
    'location',
    (location) => locationIn(location) !== undefined,
    'Enter latitude and longitude in degrees, such as 39.8, -89.65.',
  );
  return found;
}

const isSecure = (text: string): boolean => /^https:/i.test(text) && isWebUrl(text);

function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text) && URL.canParse(text);
}
