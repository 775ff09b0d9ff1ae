import type { Environment } from './environments.ts';
import type { PublicOrganization } from './organizations.ts';

/** Who may create an account: everybody, only operators, or everybody with the approval of an operator. */
export const SIGNUPS = ['open', 'closed', 'approved'] as const;
export type Signup = (typeof SIGNUPS)[number];

/** The email of the account that owns the key of the service's own board. Nobody can sign up with it: its domain has no dot. */
export const BOARD_EMAIL = 'board@localhost';

/** The page of an animal. */
export const ANIMAL_PATH = '/pets/:petId';

/** The paths that serve the site's document. */
export const SITE_PATHS = [
  '/',
  '/favorites',
  '/how-to-adopt',
  '/accessibility',
  ANIMAL_PATH,
  '/reservation',
  '/application',
  '/alert',
  '/slideshow',
  '/print/*',
  '/portal',
  '/portal/*',
  '/console',
  '/console/*',
  '/docs',
  '/docs/*',
];

/** The day on which the pages were last assessed by WCAG. `docs/accessibility.yaml` is the report. */
export const ASSESSED_ON = '2026-11-26';

/** The console's first list of animals: its page, and what the page asks `/v1/pets` for. */
export const FIRST_ANIMALS = {
  page: '/console/animals',
  expand: ['owner', 'photos', 'order', 'profile'],
  limit: 50,
} as const;

/** The newest animals that are looking for a home, for programs that follow them. */
export const FEEDS = [
  { path: '/feed.xml', type: 'application/rss+xml' },
  { path: '/feed.json', type: 'application/feed+json' },
] as const;

/** The language that is always there. */
export const ENGLISH = 'en';

/** The cookie with the language that a visitor has chosen. */
export const LANGUAGE_COOKIE = 'lang';

/** What the site knows about the service before its first request: part of the document, and at `/page-settings`. */
export interface SiteSettings {
  readonly environment: Environment;
  /** Where visitors find the service, if the operator has said so; otherwise at the origin of the page. */
  readonly url?: string | undefined;
  readonly version: string;
  /** The publishable key of the adoption board. Absent if it is revoked. */
  readonly boardKey?: string | undefined;
  readonly signup: Signup;
  /** How long a reservation holds its animal. */
  readonly orderHoldMs: number;
  /** Whether the service can send mail. */
  readonly mail: boolean;
  /** The operator sets it; by default the name of the only organization. */
  readonly name?: string | undefined;
  /** The path of the image; by default the logo of the only organization. */
  readonly logo?: string | undefined;
  /** The values of the properties of CSS with the operator's color. */
  readonly accent?: Readonly<Record<string, string>> | undefined;
  /** The organization that visitors see, if they see exactly one. */
  readonly organization?: PublicOrganization | undefined;
  /** The languages that visitors can choose, BCP 47. */
  readonly languages: readonly string[];
  readonly otherEnvironment?: OtherEnvironment | undefined;
  /** How far staging's clock is ahead of the real time. Absent if it is not. */
  readonly clockAheadMs?: number | undefined;
}

/** Where the other environment is, if the same process serves it. */
export type OtherEnvironment =
  | { readonly url: string }
  /** On another port of the same host, where this environment is reached on its own port. */
  | { readonly port: number; readonly ownPort: number };
