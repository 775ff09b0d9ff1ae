import { HIDING_REASONS } from './animals/hiding.ts';

/** The sites that list animals of many shelters, and the server of each that takes a shelter's file. */
export const LISTING_SITES = {
  petfinder: { name: 'Petfinder', host: 'members.petfinder.com' },
  'adopt-a-pet': { name: 'Adopt-a-Pet', host: 'autoupload.adoptapet.com' },
  rescuegroups: { name: 'RescueGroups', host: 'ftp.rescuegroups.org' },
} as const;
export type ListingSiteName = keyof typeof LISTING_SITES;

/** Where the file goes unless somebody says otherwise. RescueGroups has no rule: each account names its file. */
export const usualFile = (site: ListingSiteName, username: string): string =>
  site === 'petfinder' ? `import/${username.toUpperCase()}.csv` : 'pets.csv';

/** Why an animal is not in the file of a site. */
export const WHY_NOT_LISTED = {
  ...HIDING_REASONS,
  withheld: 'The account that added it is suspended',
  adopted: 'It was adopted more than 30 days ago',
  pending: 'Its adoption is pending',
  species: 'Its species is not known',
  breed: 'Its breed is not known',
  breed_not_on_list: "Its first breed is not on the site's list",
  sex: 'Its sex is not known',
  size: 'Its size is not known',
  age: 'Its age is not known',
  name: 'Its name is longer than the site allows',
} as const;
export type WhyNotListed = keyof typeof WHY_NOT_LISTED;

/** How the connection to the server is protected: FTP over TLS, or not at all. */
export const FTP_SECURITY = { tls: 'Encrypted (explicit FTP over TLS)', none: 'Not encrypted' } as const;
export type FtpSecurity = keyof typeof FTP_SECURITY;

/** What a site is at. */
export const SITE_STATES = {
  new: 'nothing was sent yet',
  waiting: 'a list waits for the consent of a manager',
  sent: 'the site has taken the last list',
  failing: 'the last run failed, and is tried again',
  paused: 'nothing is sent until a manager resumes',
} as const;
export type SiteState = keyof typeof SITE_STATES;

/** Why a list is sent only after a manager has agreed to it. */
export const WAITING_REASONS = {
  first: 'it is the first one, which replaces everything that the account at the site holds',
  empty: 'it has no animals, which removes all of them from the site',
  shrunk: "it has less than half of the last list's available animals",
} as const;
export type WaitingReason = keyof typeof WAITING_REASONS;

/** Why a run began. */
export const RUN_CAUSES = {
  schedule: 'the time of the regular run has come',
  removal: 'an animal that the site lists can no longer be adopted',
  retry: 'the run before failed',
  asked: 'somebody asked for it',
} as const;
export type RunCause = keyof typeof RUN_CAUSES;

/** How a run ended. */
export const RUN_OUTCOMES = {
  sent: 'the server holds the whole file',
  unchanged: 'the site has taken the same list before',
  waiting: 'the list waits for the consent of a manager',
  failed: 'the list was not sent, or not wholly',
  interrupted: 'its process ended, or another one took over',
} as const;
export type RunOutcome = keyof typeof RUN_OUTCOMES;

/** What a run sends although the site has taken the same list before. */
export const RESENDING = {
  list: 'the same list again',
  photos: 'the list with new addresses of all photos, for a site that does not read an address twice',
} as const;
export type Resending = keyof typeof RESENDING;
