import type { Question } from './animals/application.ts';
import type { Adoption } from './application-lifecycle.ts';
import type { Versions } from './languages.ts';

/** An operator runs this service and administers all accounts. */
export const ROLES = ['member', 'operator'] as const;

/** What a member of an organization may do: `staff` take care of animals and orders, a `manager` also of the organization and its members. */
export const ORGANIZATION_ROLES = ['manager', 'staff'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** Whether an account has pages in the console: an operator's, or a member's of an organization. */
export const hasConsole = ({
  role,
  organization,
}: {
  readonly role: (typeof ROLES)[number];
  readonly organization?: object | undefined;
}): boolean => role === 'operator' || organization !== undefined;

/** What an account that signed up still needs before its keys work: a confirmed email address, or an operator's approval. */
export const SIGNUP_STEPS = ['confirmation', 'approval'] as const;
export type SignupStep = (typeof SIGNUP_STEPS)[number];

/** The name of the first organization until somebody gives it another. */
export const FIRST_NAME = 'Our shelter';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The names of the social networks for an organization's profiles. */
export const SOCIAL_NETWORKS = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  x: 'X',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  pinterest: 'Pinterest',
} as const;
export type SocialNetwork = keyof typeof SOCIAL_NETWORKS;
export const SOCIAL_NETWORK_NAMES = Object.keys(SOCIAL_NETWORKS) as SocialNetwork[];

/** What visitors see of an organization. Members that it has not set are absent. */
export interface PublicOrganization {
  readonly id: number;
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: {
    readonly street?: string;
    readonly city?: string;
    readonly region?: string;
    readonly postalCode?: string;
    readonly country?: string;
  };
  /** In the organization's own words, such as `10 am – 4 pm`. */
  readonly hours?: Readonly<Partial<Record<Weekday, string>>>;
  /** IANA; by default the zone of the machine. */
  readonly timeZone?: string;
  /** BCP 47. */
  readonly locale?: string;
  /** BCP 47; absent for all that the service speaks. */
  readonly languages?: readonly string[];
  readonly website?: string;
  /** Where adopters pay the fee. */
  readonly paymentUrl?: string;
  readonly donationUrl?: string;
  readonly mission?: string;
  readonly adoptionPolicy?: string;
  readonly adoption?: Adoption;
  /** Of its mission and its policy. */
  readonly translations?: Versions<{ readonly mission?: string; readonly adoptionPolicy?: string }>;
  /** What it asks the adopters of its animals. */
  readonly application?: readonly Question[];
  readonly social?: Readonly<Partial<Record<SocialNetwork, string>>>;
  /** The path of the image, such as `/logos/7?v=k3v9q1Xz`. */
  readonly logo?: string;
  readonly location?: { readonly latitude: number; readonly longitude: number };
  /** Its pages at the other service that has it, if it is one of a directory. `seenAt` is RFC 3339. */
  readonly origin?: { readonly url: string; readonly seenAt?: string };
}
