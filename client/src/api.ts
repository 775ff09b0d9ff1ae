// Generated from openapi.json by client/generate.ts: npm run client:generate.
import type { CallOptions, ChangeOptions, CreateOptions } from './options.ts';
import type { Pages } from './pages.ts';

/** An integer from −2^63 to 2^63−1: a `number` if that is exact (±2^53−1), otherwise a `bigint`. */
export type Int64 = number | bigint;

/** The `code` of an error response. Specification, part 7. */
export type ErrorCode =
  | 'account_closed'
  | 'account_exists'
  | 'account_not_approved'
  | 'account_not_confirmed'
  | 'account_not_found'
  | 'account_suspended'
  | 'alert_not_found'
  | 'already_applied'
  | 'api_key_banned'
  | 'api_key_not_found'
  | 'application_closed'
  | 'application_not_found'
  | 'application_required'
  | 'category_exists'
  | 'category_in_use'
  | 'category_not_found'
  | 'daily_quota_exceeded'
  | 'delivery_not_found'
  | 'forbidden'
  | 'headers_too_large'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'import_not_found'
  | 'import_touched'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_api_key'
  | 'invalid_body'
  | 'invalid_cursor'
  | 'invalid_idempotency_key'
  | 'invalid_json'
  | 'invalid_parameter'
  | 'invalid_status_transition'
  | 'invitation_not_found'
  | 'last_manager'
  | 'list_changed'
  | 'listing_site_not_found'
  | 'listing_site_paused'
  | 'logo_not_found'
  | 'member_not_found'
  | 'message_not_found'
  | 'mirrored'
  | 'missing_api_key'
  | 'operation_removed'
  | 'order_closed'
  | 'order_not_found'
  | 'order_required'
  | 'organization_not_found'
  | 'payload_too_large'
  | 'pet_has_open_order'
  | 'pet_not_available'
  | 'pet_not_found'
  | 'photo_not_found'
  | 'position_lost'
  | 'precondition_failed'
  | 'rate_limit_exceeded'
  | 'request_timeout'
  | 'reservation_not_found'
  | 'service_unavailable'
  | 'source_exists'
  | 'source_not_found'
  | 'template_not_found'
  | 'too_many_alerts'
  | 'too_many_open_applications'
  | 'too_many_open_orders'
  | 'too_many_photos'
  | 'too_many_streams'
  | 'too_much_unread'
  | 'unsupported_media_type'
  | 'weak_password'
  | 'webhook_not_found';

export interface AcceptedAlert {
  filters: AlertFilters;
}

export interface Account {
  /** The identifier of the account. */
  id: number;
  /**
   * The email address, in lower case. The service's own accounts and closed ones have one at `localhost`. At most 254
   * characters.
   */
  email: string;
  /** The name of the account. 1 to 255 characters. */
  name?: string;
  plan: Plan;
  role: Role;
  limits: Limits;
  /** Every request of a suspended account gets 403 `account_suspended`. */
  suspended: boolean;
  /**
   * Whether an operator created or approved the account. Otherwise it signed up by itself. Operators are always
   * approved.
   */
  approved: boolean;
  awaiting?: SignupStep;
  organization?: Membership;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** When the account was closed. It then has no keys, no name and no address any more. ISO 8601 in UTC. */
  closedAt?: string;
}

export interface AccountChanges {
  role?: Role;
  /** The organization that the account joins, with its role there. Null ends the membership. */
  organization?: Membership | null;
  /**
   * Whether an operator created or approved the account. Otherwise it signed up by itself. Operators are always
   * approved.
   */
  approved?: boolean;
  plan?: Plan;
  /** Custom limits, for `enterprise` only. Null restores the limits of the plan. */
  limits?: Limits | null;
  /** Every request of a suspended account gets 403 `account_suspended`. */
  suspended?: boolean;
}

export interface AccountNotice {
  /** The identifier of the account. */
  id: number;
  plan: Plan;
  role: Role;
  limits: Limits;
  /** Every request of a suspended account gets 403 `account_suspended`. */
  suspended: boolean;
  /**
   * Whether an operator created or approved the account. Otherwise it signed up by itself. Operators are always
   * approved.
   */
  approved: boolean;
  awaiting?: SignupStep;
  organization?: Membership;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** When the account was closed. It then has no keys, no name and no address any more. ISO 8601 in UTC. */
  closedAt?: string;
}

export interface AccountWithKey {
  /** The identifier of the account. */
  id: number;
  /**
   * The email address, in lower case. The service's own accounts and closed ones have one at `localhost`. At most 254
   * characters.
   */
  email: string;
  /** The name of the account. 1 to 255 characters. */
  name?: string;
  plan: Plan;
  role: Role;
  limits: Limits;
  /** Every request of a suspended account gets 403 `account_suspended`. */
  suspended: boolean;
  /**
   * Whether an operator created or approved the account. Otherwise it signed up by itself. Operators are always
   * approved.
   */
  approved: boolean;
  awaiting?: SignupStep;
  organization?: Membership;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** When the account was closed. It then has no keys, no name and no address any more. ISO 8601 in UTC. */
  closedAt?: string;
  apiKey: ApiKeyWithSecret;
}

/** Who caused the event. Absent from events of earlier versions, and for publishable keys. */
export interface Actor {
  /**
   * `account`: an account, by one of its keys or signed in. `visitor`: somebody on a web page, through a publishable
   * key. `command_line`: an operator on the machine of the service. `service`: the service itself, such as when an
   * order expires.
   */
  type: 'account' | 'visitor' | 'command_line' | 'service';
  /** The account. */
  accountId?: number;
  /** The API key; absent for somebody who is signed in. */
  keyId?: number;
}

/** Where visitors find the organization. */
export interface Address {
  /** The street and the number. 1 to 255 characters. */
  street?: string;
  /** 1 to 255 characters. */
  city?: string;
  /** The state, province or county. 1 to 255 characters. */
  region?: string;
  /** 1 to 20 characters. */
  postalCode?: string;
  /** The country code (ISO 3166-1 alpha-2). */
  country?: string;
}

export interface AddressFinding {
  /** `bad`: the address does not work. */
  level: 'well' | 'warn' | 'bad';
  /** What was found. */
  says: string;
  /** What to do about it. */
  todo?: string;
}

export interface AddressPatch {
  /** The street and the number. 1 to 255 characters. */
  street?: string | null;
  /** 1 to 255 characters. */
  city?: string | null;
  /** The state, province or county. 1 to 255 characters. */
  region?: string | null;
  /** 1 to 20 characters. */
  postalCode?: string | null;
  /** The country code (ISO 3166-1 alpha-2). */
  country?: string | null;
}

export interface Adopter {
  /** Name of the adopter. 1 to 255 characters. */
  name: string;
  /** Email address of the adopter. At most 254 characters. */
  email: string;
  /** Telephone number of the adopter. 1 to 50 characters. */
  phone?: string;
}

export interface AdopterOfOrders {
  /** Email address of the adopter. At most 254 characters. */
  adopterEmail: string;
}

/** What the adoption costs, if that is said and shown. */
export interface AdoptionFee {
  /** In the smallest unit of the currency: 12500 is 125.00 USD. 0 to 100,000,000. */
  amount?: number;
  /** The currency (ISO 4217). Required with `amount`. */
  currency?: string;
  /** True if the fee is waived. */
  waived?: boolean;
}

export interface Advance {
  /**
   * How far, as an ISO 8601 duration of weeks, days, hours, minutes and seconds: at most 366 days, and never further
   * than 3,660 days ahead of the real time. For operators at most 3,660 days, and never past the year 8999.
   */
  by: string;
}

export interface Alert {
  filters: AlertFilters;
  /** The language (BCP 47) of the mails, such as `es`. At most 35 characters. */
  locale?: string;
  /** Whether its address is confirmed. Until then nothing else is mailed. */
  confirmed: boolean;
  /** When somebody asked for it. ISO 8601 in UTC. */
  createdAt: string;
  /** When it ends: seven days after it was asked for, or a year after the latest confirmation. ISO 8601 in UTC. */
  endsAt: string;
}

/** What the animals must be like: filters of the list of animals. */
export interface AlertFilters {
  /** Only animals of the category with this id. */
  categoryId?: Int64;
  /** Only animals of the organization with this id. */
  organizationId?: Int64;
  /** Only animals of this species, ignoring case. Several, separated by commas: any may match. 1 to 20 items. */
  species?: string[];
  /**
   * Only animals whose first or second breed is this one, ignoring case. Several, separated by commas: any may match.
   * 1 to 20 items.
   */
  breed?: string[];
  /** Only animals with this color, ignoring case. Several, separated by commas: any may match. 1 to 20 items. */
  color?: string[];
  /** Only animals of this sex. Several, separated by commas: any may match. 1 to 20 items. */
  sex?: ('female' | 'male' | 'unknown')[];
  /**
   * Only animals of this age: less than one year, three years, eight years, or older. Several, separated by commas:
   * any may match. 1 to 20 items.
   */
  age?: ('baby' | 'young' | 'adult' | 'senior')[];
  /** Only animals of this size. Several, separated by commas: any may match. 1 to 20 items. */
  size?: ('small' | 'medium' | 'large' | 'xlarge')[];
  /** Only animals with this coat. Several, separated by commas: any may match. 1 to 20 items. */
  coat?: ('hairless' | 'short' | 'medium' | 'long' | 'wire' | 'curly')[];
  /** Only animals that get on with children, for example. Several, separated by commas: all must match. 1 to 20 items. */
  goodWith?: ('children' | 'dogs' | 'cats' | 'seniors' | 'farmAnimals')[];
  /** Only animals that are house-trained, or that are not. An animal without this information is in neither list. */
  houseTrained?: boolean;
  /** Only animals that have special needs, or that have none. An animal without this information is in neither list. */
  specialNeeds?: boolean;
  /** Only animals that have a photo, or that have none. */
  hasPhotos?: boolean;
  /**
   * Only what is near this place: a latitude and a longitude such as `39.8,-89.65`, a postal code of the United States
   * or Canada (of Canada also its first three characters), or a town with its state, province or country such as
   * `Springfield, IL` or `Lodz, Poland`, ignoring case and accents; if several match, the largest one. 1 to 200
   * characters.
   */
  near?: string;
  /** How near, in kilometers or miles: `50km`, `30mi`. At most 500 miles; 100 miles if omitted. */
  within?: string;
}

/** How many animals were in care. */
export interface AnimalsInCare {
  /** Before the first day. At least 0. */
  begin: number;
  /** After the last day; of the current month, now. At least 0. */
  end: number;
}

export interface Answer {
  /** The question of the organization, as it was asked. */
  question: string;
  /** What the adopter answered. `yes` or `no` if the question has no other answers. */
  answer: string;
}

export interface AnswerTemplate {
  /** Identifier of the template. */
  id: number;
  /** Name of the template. 1 to 100 characters. */
  name: string;
  /**
   * Text of an answer. The console fills in the placeholders `{name}` (who writes), `{animal}`, `{organization}` and
   * `{me}` (who answers). 1 to 10,000 characters.
   */
  text: string;
}

export interface AnswerTemplatePatch {
  /** Name of the template. 1 to 100 characters. */
  name?: string;
  /**
   * Text of an answer. The console fills in the placeholders `{name}` (who writes), `{animal}`, `{organization}` and
   * `{me}` (who answers). 1 to 10,000 characters.
   */
  text?: string;
}

export interface ApiKey {
  /** The identifier of the key, which is not the key itself. */
  id: number;
  /** What the key is for. 1 to 255 characters. */
  name?: string;
  kind: KeyKind;
  /** The prefix of the key. */
  prefix: string;
  /** The last four characters of the key. */
  lastFour: string;
  /** The permissions of the key. 1 to 8 items. */
  scopes: Scope[];
  /**
   * The web origins whose pages may use a publishable key, which needs at least one. A secret key has none. 1 to 20
   * items.
   */
  origins?: string[];
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** When the key expires. ISO 8601 in UTC. */
  expiresAt?: string;
  /**
   * When the key was last used: to ten seconds, in each process. Absent if it was never used, in events, and in the
   * response to its creation. ISO 8601 in UTC.
   */
  lastUsedAt?: string;
  /**
   * The key itself, if it is publishable: it is no secret. Absent for keys that an earlier version made, and in
   * events.
   */
  key?: string;
}

export interface ApiKeyWithSecret {
  /** The identifier of the key, which is not the key itself. */
  id: number;
  /** What the key is for. 1 to 255 characters. */
  name?: string;
  kind: KeyKind;
  /** The prefix of the key. */
  prefix: string;
  /** The last four characters of the key. */
  lastFour: string;
  /** The permissions of the key. 1 to 8 items. */
  scopes: Scope[];
  /**
   * The web origins whose pages may use a publishable key, which needs at least one. A secret key has none. 1 to 20
   * items.
   */
  origins?: string[];
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** When the key expires. ISO 8601 in UTC. */
  expiresAt?: string;
  /**
   * When the key was last used: to ten seconds, in each process. Absent if it was never used, in events, and in the
   * response to its creation. ISO 8601 in UTC.
   */
  lastUsedAt?: string;
  /** The key itself. Only this response shows a secret key; the service stores only its hash. */
  key: string;
  petfinder?: PetfinderPair;
}

export interface Application {
  /** Identifier of the application, assigned by the service. */
  id: number;
  /** Identifier of the animal. */
  petId: number;
  status: ApplicationStatus;
  adopter?: Adopter;
  /** A note for the side of the animal, which can read it if it can read the adopter. 1 to 10,000 characters. */
  note?: string;
  /** The answers to the questions of the organization. */
  answers?: Answer[];
  /**
   * The language of the adopter (BCP 47), such as `es`: mails about the order are written in it. At most 35
   * characters.
   */
  locale?: string;
  /** What the organization says to the adopter with the last change of the status. 1 to 2,000 characters. */
  messageToAdopter?: string;
  /** Identifier of the order that was made of it. */
  orderId?: number;
  /** Identifier of the account that takes care of the application. */
  assigneeId?: number;
  /** What the animal's side notes. Only that side sees it, and it is in no event. 1 to 10,000 characters. */
  staffNote?: string;
  /**
   * Until when the organization keeps its approval of this adopter, from this application or another one with the same
   * address. Only the side of the animal sees it. ISO 8601 in UTC.
   */
  approvedUntil?: string;
  /**
   * Present and true if the application has `adopter`, `note`, `answers`, `messageToAdopter` or `locale` that are left
   * out here: when it was submitted, the account of the animal was not approved.
   */
  adopterWithheld?: boolean;
  /** Present and true if the applicant has a secret link to the application. */
  adopterHasLink?: boolean;
  /** When the application was submitted. ISO 8601 in UTC. */
  createdAt: string;
  /** When the status, or what the applicant says, last changed. ISO 8601 in UTC. */
  updatedAt: string;
}

export interface ApplicationChange {
  /** Name of the adopter. 1 to 255 characters. */
  name?: string;
  /** Telephone number of the adopter. 1 to 50 characters. */
  phone?: string | null;
  /** A note for the side of the animal, which can read it if it can read the adopter. 1 to 10,000 characters. */
  note?: string | null;
  /**
   * Answers to the questions of the animal's organization, its `application`. With a publishable key, those that are
   * `required` must be answered. At most 30 items.
   */
  answers?: NewAnswer[];
}

export interface ApplicationCounts {
  /** Number of applications that are `submitted`. 1,000 stands for any larger number. 0 to 1,000. */
  submitted: number;
  /** Number of applications that are `in_review`. 1,000 stands for any larger number. 0 to 1,000. */
  in_review: number;
  /** Number of applications that are `accepted`. 1,000 stands for any larger number. 0 to 1,000. */
  accepted: number;
  /** Number of applications that are `declined`. 1,000 stands for any larger number. 0 to 1,000. */
  declined: number;
  /** Number of applications that are `withdrawn`. 1,000 stands for any larger number. 0 to 1,000. */
  withdrawn: number;
  /** Number of applications that are `closed`. 1,000 stands for any larger number. 0 to 1,000. */
  closed: number;
}

export interface ApplicationDecision {
  /** What the organization says to the adopter with the last change of the status. 1 to 2,000 characters. */
  messageToAdopter?: string;
}

/**
 * What became of the applications of the period, also of people who were erased. Absent if there are none in any of
 * the months.
 */
export interface ApplicationFigures {
  /** How many were submitted. At least 0. */
  submitted: number;
  /** How many were accepted. At least 0. */
  accepted: number;
  /**
   * The median of the hours from the submission to the first answer, such as the begin of the review, of those that
   * were submitted. At least 0.
   */
  hoursUntilAnswered?: number;
  /** The median of the days from the submission, up to a year before, of those that were accepted. At least 0. */
  daysUntilAccepted?: number;
  /** How many applications there are on average for the animals for which one was accepted. At least 0. */
  perAnimal?: number;
}

export interface ApplicationPatch {
  /**
   * Identifier of the account that takes care of the application: a member of the organization, or an operator; null
   * for nobody.
   */
  assigneeId?: number | null;
  /** What the animal's side notes. Only that side sees it, and it is in no event. 1 to 10,000 characters. */
  staffNote?: string | null;
  /**
   * Whether the organization keeps its approval of this adopter for a year, so that the next application with this
   * address shows it. False ends every approval of the address.
   */
  approved?: boolean;
}

/**
 * Status of the application. Somebody waits for an answer while it is `submitted` or `in_review`. `accepted`: an order
 * was made of it. `declined` and `closed`: the animal goes to somebody else, or nowhere. `withdrawn`: by the
 * applicant.
 */
export type ApplicationStatus =
  | 'submitted'
  | 'in_review'
  | 'accepted'
  | 'declined'
  | 'withdrawn'
  | 'closed';

export interface AttemptDetails {
  /** The first attempt is 1. At least 1. */
  number: number;
  /** When the attempt began. ISO 8601 in UTC. */
  at: string;
  /** How long the attempt took, in milliseconds. At least 0. */
  durationMs: number;
  /** The HTTP status of the response. */
  responseStatus?: number;
  /**
   * The beginning of the response, for keys with the scope of the event: its first 1,024 characters in a list, and its
   * first 16 KiB in a delivery.
   */
  responseBody?: string;
  /** Why the attempt failed, unless the response status says so. */
  error?: string;
  /** The URL that received the request. */
  url?: string;
  /** The remote address and port of the connection. Absent if there was none. */
  address?: string;
  /** The headers of the request, in order, with the signature. */
  requestHeaders?: HttpHeader[];
  /** The headers of the response, in order, for keys with the scope of the event. */
  responseHeaders?: HttpHeader[];
  /** True if the response was longer than what is kept. */
  responseTruncated?: boolean;
}

/** The backups that the service makes by itself. Absent without `BACKUP_URL`. */
export interface BackupHealth {
  /** Where the backups are, without secrets. */
  url: string;
  /** When the last one was made. Absent if there is none yet. ISO 8601 in UTC. */
  lastAt?: string;
  /** When one was last restored to try it: once a month. ISO 8601 in UTC. */
  triedAt?: string;
  /** Since when they fail. Absent if the last one succeeded. ISO 8601 in UTC. */
  failingSince?: string;
  /** Why the last attempt failed. Absent if it succeeded. */
  lastError?: string;
}

export interface CancelledOrders {
  /** The orders that were cancelled, the oldest first. */
  orderIds: number[];
}

export interface Category {
  /** Identifier of the category: the `categoryId` of its animals. */
  id: Int64;
  /** Name of the category. 1 to 255 characters. */
  name: string;
  /** Which animals belong to the category. 1 to 1,000 characters. */
  description?: string;
}

export interface CategoryFigures {
  /** Identifier of the category. */
  categoryId: Int64;
  /** Its name, if there is such a category. */
  categoryName?: string;
  /** How many animals were adopted. At least 0. */
  adoptions: number;
  /** How many came back from their adopters. At least 0. */
  returns: number;
  /** Returns ÷ adoptions. Absent without adoptions. */
  returnRate?: number;
  /** The median of the days that adopted animals were in care. At least 0. */
  daysUntilAdopted?: number;
  inCare: AnimalsInCare;
  intakes: Intakes;
  outcomes: Outcomes;
  rates: LiveReleaseRates;
}

export interface CategoryPatch {
  /** Name of the category. 1 to 255 characters. */
  name?: string;
  /** Which animals belong to the category. 1 to 1,000 characters. */
  description?: string | null;
}

export interface ChangedOrders {
  /** The orders that were changed. */
  orderIds: number[];
  /** The orders that were not changed. */
  refused: RefusedOrder[];
}

/** A pet, with the names of what has changed. */
export interface ChangedPet {
  /** Identifier of the animal, assigned by the service. */
  id: number;
  /** Name of the animal. 1 to 255 characters. */
  name: string;
  /** Identifier of the category that the animal belongs to. */
  categoryId: Int64;
  status: PetStatus;
  /**
   * The members that have changed: `name`, `categoryId`, `organizationId`, `photos`, `visible` if the animal was
   * hidden and no longer is, and members of the profile, such as `profile.breed`; in `pet.updated` those that
   * everybody sees, in `pet_record.updated` those for staff, such as `profile.staff.notes`. Absent from events of
   * earlier versions.
   */
  changed?: string[];
}

export interface ChangeOrders {
  /** What to do with the orders: the last part of the path of the operation on one. */
  action: 'approve' | 'deliver' | 'cancel' | 'return';
  /** The orders to change. 1 to 50 items. */
  orderIds: Int64[];
}

export interface ClockAdvance {
  /** How far the clock was advanced, as an ISO 8601 duration. */
  by: string;
  /** The time that it was advanced to. ISO 8601 in UTC. */
  now: string;
  /** How far the clock is ahead of the real time, as an ISO 8601 duration. */
  advancedBy: string;
}

export interface CloseApplications {
  /** The applications to close. 1 to 1,000 items. */
  applicationIds: Int64[];
  /** What the organization says to the adopter with the last change of the status. 1 to 2,000 characters. */
  messageToAdopter?: string;
}

export interface ClosedApplications {
  /** The applications that were closed. */
  applicationIds: number[];
  /** The applications that were not closed. */
  refused: RefusedApplication[];
}

export interface CorrectPerson {
  /** The email address of the person. Upper and lower case are the same. 3 to 254 characters. */
  email: string;
  /** The right email address. At most 254 characters. */
  newEmail?: string;
  /** The right name. 1 to 255 characters. */
  newName?: string;
}

export interface CountedDay {
  /** The UTC day. `YYYY-MM-DD`. */
  date: string;
  /** Requests, refused ones included. */
  requests: number;
  /** How many of them got a status of 400 or more. */
  errors: number;
}

export interface Delivery {
  /** Assigned by the service. */
  id: number;
  /** The receiving webhook. */
  webhookId: number;
  /** The identifier of the event, and the `webhook-id` of every attempt. */
  eventId: string;
  type: EventType;
  status: DeliveryStatus;
  /** How many attempts have been made. At least 0. */
  attempts: number;
  /** When the next attempt is due. ISO 8601 in UTC. */
  nextAttemptAt?: string;
  lastAttempt?: DeliveryAttempt;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

export interface DeliveryAttempt {
  /** When the attempt began. ISO 8601 in UTC. */
  at: string;
  /** How long the attempt took, in milliseconds. At least 0. */
  durationMs: number;
  /** The HTTP status of the response. */
  responseStatus?: number;
  /**
   * The beginning of the response, for keys with the scope of the event: its first 1,024 characters in a list, and its
   * first 16 KiB in a delivery.
   */
  responseBody?: string;
  /** Why the attempt failed, unless the response status says so. */
  error?: string;
}

export interface DeliveryDetails {
  /** Assigned by the service. */
  id: number;
  /** The receiving webhook. */
  webhookId: number;
  /** The identifier of the event, and the `webhook-id` of every attempt. */
  eventId: string;
  type: EventType;
  status: DeliveryStatus;
  /** How many attempts have been made. At least 0. */
  attempts: number;
  /** When the next attempt is due. ISO 8601 in UTC. */
  nextAttemptAt?: string;
  lastAttempt?: DeliveryAttempt;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** The body of every attempt: the event, byte for byte. For keys with the scope of the event. */
  body?: string;
  /**
   * Every attempt, the first one first. Long responses are shortened to 1,024 characters once the webhook has had 100
   * later ones; attempts of earlier versions have no headers.
   */
  attemptLog: AttemptDetails[];
}

export type DeliveryStatus =
  | 'pending'
  | 'succeeded'
  | 'failed';

export interface DirectorySource {
  /** Identifier of the source. */
  id: number;
  /** The address of the service. */
  url: string;
  /** Where it stands. */
  state: 'reading' | 'following' | 'failing' | 'paused' | 'stopped' | 'removing';
  /** Why the last request failed. Absent once it answers. */
  error?: string;
  /** How many of its animals are kept here. */
  animals: number;
  /** How many of its organizations are kept here. */
  organizations: number;
  /** How many photos of its animals are copied here: at most 3 of an animal, and 2 GiB of a source. */
  photos: number;
  refused?: RefusedAnimals;
  /** When everything it had was known here last. ISO 8601 in UTC. */
  seenAt?: string;
  /** Since when visitors do not see what it has, because it was silent for three days. ISO 8601 in UTC. */
  hiddenAt?: string;
  /** When it was added. ISO 8601 in UTC. */
  createdAt: string;
  /** When an operator last changed it. ISO 8601 in UTC. */
  updatedAt: string;
}

export interface DirectorySourcePatch {
  /** The partner key that the operator of the source has made for you. It is never shown. */
  key?: string;
  /**
   * Whether the source is left alone: what it has is shown for three days as it was last seen. `false` also asks a
   * stopped source again.
   */
  paused?: boolean;
}

export interface ErasePerson {
  /** The email address of the person. Upper and lower case are the same. 3 to 254 characters. */
  email: string;
}

/** What happened. */
export type EventType =
  | 'pet.created'
  | 'pet.updated'
  | 'pet.status_changed'
  | 'pet.deleted'
  | 'pet.unlisted'
  | 'pet_record.updated'
  | 'category.created'
  | 'category.updated'
  | 'category.deleted'
  | 'organization.created'
  | 'organization.updated'
  | 'organization.listed'
  | 'organization.unlisted'
  | 'organization.animals_changed'
  | 'order.placed'
  | 'order.approved'
  | 'order.delivered'
  | 'order.cancelled'
  | 'order.expired'
  | 'order.returned'
  | 'order.paid'
  | 'order.unpaid'
  | 'application.submitted'
  | 'application.updated'
  | 'application.in_review'
  | 'application.accepted'
  | 'application.declined'
  | 'application.withdrawn'
  | 'application.closed'
  | 'message.delivered'
  | 'message.failed'
  | 'account.created'
  | 'account.updated'
  | 'account.joined'
  | 'account.left'
  | 'account.suspended'
  | 'account.resumed'
  | 'account.closed'
  | 'api_key.created'
  | 'api_key.rolled'
  | 'api_key.revoked'
  | 'api_key.banned'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.failing'
  | 'webhook.recovered'
  | 'webhook.disabling'
  | 'webhook.secret_rolled'
  | 'webhook.deleted'
  | 'person.erased'
  | 'person.corrected'
  | 'clock.advanced'
  | 'webhook.test';

/** A pet, with the members that `expand` asks for. */
export interface ExpandedPet {
  /** Identifier of the animal, assigned by the service. */
  id: number;
  /** Name of the animal. 1 to 255 characters. */
  name: string;
  /** Identifier of the category that the animal belongs to. */
  categoryId: Int64;
  status: PetStatus;
  owner?: PetOwner;
  order?: HoldingOrder;
  profile?: PetProfile;
  /** Present and true if the order that holds the animal is approved. Only with `expand=promised`. */
  promised?: boolean;
  /** The photos, in their order. Only with `expand=photos`. */
  photos?: Photo[];
  /** How far it is from `near`, along the surface of the Earth. Only with `expand=distance` and `near`. At least 0. */
  distanceMeters?: number;
}

/** The figures of a period. */
export interface Figures {
  /** How many animals were adopted. At least 0. */
  adoptions: number;
  /** How many came back from their adopters. At least 0. */
  returns: number;
  /** Returns ÷ adoptions. Absent without adoptions. */
  returnRate?: number;
  /** The median of the days that adopted animals were in care. At least 0. */
  daysUntilAdopted?: number;
  inCare: AnimalsInCare;
  intakes: Intakes;
  outcomes: Outcomes;
  rates: LiveReleaseRates;
  applications?: ApplicationFigures;
}

export interface FollowUps {
  /** Whether adopters get these mails. Adoptions from before count for the mails that become due from then on. */
  active: boolean;
  /**
   * Text of the mail 3 days after the animal came home. The placeholders are `{name}` (the adopter), `{animal}`,
   * `{organization}` and `{day}` (when it came home). 1 to 5,000 characters.
   */
  afterThreeDays: string;
  /**
   * Text of the mail 30 days after the animal came home. The placeholders are `{name}` (the adopter), `{animal}`,
   * `{organization}` and `{day}` (when it came home). 1 to 5,000 characters.
   */
  afterThirtyDays: string;
}

export interface FollowUpsPatch {
  /** Whether adopters get these mails. Adoptions from before count for the mails that become due from then on. */
  active?: boolean;
  /**
   * Text of the mail 3 days after the animal came home. The placeholders are `{name}` (the adopter), `{animal}`,
   * `{organization}` and `{day}` (when it came home). 1 to 5,000 characters.
   */
  afterThreeDays?: string | null;
  /**
   * Text of the mail 30 days after the animal came home. The placeholders are `{name}` (the adopter), `{animal}`,
   * `{organization}` and `{day}` (when it came home). 1 to 5,000 characters.
   */
  afterThirtyDays?: string | null;
}

/**
 * How the connection is protected. `tls`: Encrypted (explicit FTP over TLS); `none`: Not encrypted. Encryption that
 * the server does not offer is never left out silently: the run fails. By default `none`: these sites are not known to
 * offer encryption.
 */
export type FtpSecurity =
  | 'tls'
  | 'none';

export interface Health {
  /** When this process started. ISO 8601 in UTC. */
  startedAt: string;
  backups?: BackupHealth;
  /**
   * Photos whose files are missing, counted at the start and once an hour. Absent until the first count has ended. At
   * least 0.
   */
  photosMissing?: number;
  /** One sample for every ten seconds of the last half hour, oldest first. */
  samples: HealthSample[];
}

export interface HealthOfWebhook {
  /** The webhook. */
  webhookId: number;
  state: WebhookHealthState;
  /** When it was disabled, or the first of its latest failures. ISO 8601 in UTC. */
  since?: string;
  /** The service disables it at the first failure from then on, unless an attempt succeeds. ISO 8601 in UTC. */
  disablesAt?: string;
}

export interface HealthSample {
  /** When the sample was taken. It counts what happened since the previous sample. ISO 8601 in UTC. */
  at: string;
  /** Requests that got a response. At least 0. */
  requests: number;
  /** Requests that got 5xx. At least 0. */
  failed: number;
  /** Requests that got 429. At least 0. */
  refused: number;
  /** The median response time in milliseconds. Absent if there were no requests. */
  medianMs?: number;
  /** The 99th percentile of the response times in milliseconds, at most 2,500. Absent if there were no requests. */
  p99Ms?: number;
  /** Requests in progress when the sample was taken. At least 0. */
  inFlight: number;
  /** Live streams open when the sample was taken. At least 0. */
  streams: number;
  /** Messages not delivered yet; 10,000 means 10,000 or more. At least 0. */
  messagesWaiting: number;
  /** Webhook deliveries with an attempt to come; 10,000 means 10,000 or more. At least 0. */
  deliveriesWaiting: number;
}

/**
 * The open order that holds the animal, so that its `status` cannot be changed. Only with `expand=order`, for those to
 * whom the animal belongs, with the scope `orders:read`.
 */
export interface HoldingOrder {
  /** Identifier of the order. */
  id: number;
  /** Its status. */
  status: 'placed' | 'approved';
  /** When it expires if it is not approved. ISO 8601 in UTC. */
  expiresAt: string;
}

/** When the organization is open, in its own words. */
export interface Hours {
  /** 1 to 100 characters. */
  monday?: string;
  /** 1 to 100 characters. */
  tuesday?: string;
  /** 1 to 100 characters. */
  wednesday?: string;
  /** 1 to 100 characters. */
  thursday?: string;
  /** 1 to 100 characters. */
  friday?: string;
  /** 1 to 100 characters. */
  saturday?: string;
  /** 1 to 100 characters. */
  sunday?: string;
}

export interface HoursPatch {
  /** 1 to 100 characters. */
  monday?: string | null;
  /** 1 to 100 characters. */
  tuesday?: string | null;
  /** 1 to 100 characters. */
  wednesday?: string | null;
  /** 1 to 100 characters. */
  thursday?: string | null;
  /** 1 to 100 characters. */
  friday?: string | null;
  /** 1 to 100 characters. */
  saturday?: string | null;
  /** 1 to 100 characters. */
  sunday?: string | null;
}

export interface HttpHeader {
  name: string;
  value: string;
}

/** A file that the service has imported, in the console or with `petstore import pets --direct`. */
export interface Import {
  /** Identifier of the import. */
  id: number;
  /** The name of the file. */
  file?: string;
  /** How many animals it has added. */
  animals: number;
  /** The organization that has the animals. */
  organizationId?: number;
  by: Actor;
  /** When it added the first animal. ISO 8601 in UTC. */
  createdAt: string;
  /** When it was undone. ISO 8601 in UTC. */
  undoneAt?: string;
}

export interface InboxCounts {
  /** How many are `open`. At least 0. */
  open: number;
  /** How many are `answered`. At least 0. */
  answered: number;
  /** How many are `closed`. At least 0. */
  closed: number;
}

export interface InboxMessage {
  /** Identifier of the message, assigned by the service. */
  id: string;
  /** Text of the message. */
  message: string;
  status: MessageStatus;
  /** When the message was accepted. ISO 8601 in UTC. */
  createdAt: string;
  /** Identifier of the account that sent the message, or with whose publishable key a visitor did. */
  accountId: number;
  /** `visitor`: somebody on a web page, with a publishable key. `account`: the account itself. */
  sentBy: 'account' | 'visitor';
  from?: MessageSender;
  /** The language of the sender (BCP 47), such as `es`: mails with answers are in it. At most 35 characters. */
  locale?: string;
  /** Identifier of the animal that the message is about. */
  petId?: number;
  /** Identifier of the order whose adopter wrote it through the secret link: what became of an adoption. */
  orderId?: number;
  /** Identifier of the organization that received the message; absent for the operators. */
  organizationId?: number;
  state: ThreadState;
  /** Identifier of the account that takes care of the message. */
  assigneeId?: number;
  /** When the message was delivered to the inbox. ISO 8601 in UTC. */
  deliveredAt: string;
}

/** How many animals came alive, by kind. */
export interface Intakes {
  /** All of them. At least 0. */
  total: number;
  /** Surrendered. At least 0. */
  surrender: number;
  /** Stray. At least 0. */
  stray: number;
  /** Transferred in. At least 0. */
  transfer: number;
  /** Returned. At least 0. */
  return: number;
  /** Born in care. At least 0. */
  born: number;
  /** Seized. At least 0. */
  seized: number;
  /** Abandoned. At least 0. */
  abandoned: number;
  /** Trap, neuter, return. At least 0. */
  tnr: number;
  /** Wildlife. At least 0. */
  wildlife: number;
  /** Euthanasia requested by its owner. At least 0. */
  euthanasia_request: number;
  /** Other. At least 0. */
  other: number;
  /** Not recorded. At least 0. */
  unknown: number;
}

/** How much visitors are interested in the animals that are looking for a home. */
export interface Interest {
  /** The first day, in the time zone of the organization; UTC if it has none. `YYYY-MM-DD`. */
  from: string;
  /** The last day: today. `YYYY-MM-DD`. */
  to: string;
  /** How many animals are looking for a home, as visitors see it. At least 0. */
  animals: number;
  total: InterestCounts;
  /** The first of them, in the order asked for. */
  pets: InterestInPet[];
}

/** The counts of all of the days. */
export interface InterestCounts {
  /** How often visitors opened its page. At least 0. */
  views: number;
  /** How often visitors gave it a heart. At least 0. */
  hearts: number;
  /** How many questions visitors sent about it. At least 0. */
  questions: number;
  /** How often visitors reserved it. At least 0. */
  reservations: number;
  /** How many applications visitors submitted for it. At least 0. */
  applications: number;
}

export interface InterestInPet {
  /** Identifier of the animal. */
  petId: Int64;
  /** Its name. */
  name: string;
  /** How often visitors opened its page. At least 0. */
  views: number;
  /** How often visitors gave it a heart. At least 0. */
  hearts: number;
  /** How many questions visitors sent about it. At least 0. */
  questions: number;
  /** How often visitors reserved it. At least 0. */
  reservations: number;
  /** How many applications visitors submitted for it. At least 0. */
  applications: number;
}

export interface InterestOfDay {
  /** The day, in the time zone of the organization; UTC if it has none. `YYYY-MM-DD`. */
  date: string;
  /** How often visitors opened its page. At least 0. */
  views: number;
  /** How often visitors gave it a heart. At least 0. */
  hearts: number;
  /** How many questions visitors sent about it. At least 0. */
  questions: number;
  /** How often visitors reserved it. At least 0. */
  reservations: number;
  /** How many applications visitors submitted for it. At least 0. */
  applications: number;
}

export interface Inventory {
  /** Number of animals that are `available`. At least 0. */
  available: number;
  /** Number of animals that are `pending`. At least 0. */
  pending: number;
  /** Number of animals that are `sold`. At least 0. */
  sold: number;
}

export interface Invitation {
  /** The identifier of the invitation. */
  id: number;
  role: OrganizationRole;
  /** Only the account with this address can accept. At most 254 characters. */
  email?: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** When it expires. ISO 8601 in UTC. */
  expiresAt: string;
}

export interface InvitationWithLink {
  /** The identifier of the invitation. */
  id: number;
  role: OrganizationRole;
  /** Only the account with this address can accept. At most 254 characters. */
  email?: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** When it expires. ISO 8601 in UTC. */
  expiresAt: string;
  /** The URL of the page that accepts it. It works once. */
  link: string;
}

/**
 * A `secret` key is for servers. A `publishable` key may be part of a web page and works only from its `origins`. With
 * a `partner` key another service reads what visitors see; operators make it.
 */
export type KeyKind =
  | 'secret'
  | 'publishable'
  | 'partner';

export interface KeyUsage {
  key?: LoggedKey;
  /** Requests, refused ones included. */
  requests: number;
  /** How many of them got a status of 400 or more. */
  errors: number;
  /** The days with requests among the last 30, oldest first. */
  days: CountedDay[];
}

export interface KnownAdopter {
  /** The address that was asked for. */
  email: string;
  /** The name in the newest order, or else in the newest application or message. */
  name?: string;
  /** The telephone number in the newest order that has one, or else in such an application. */
  phone?: string;
  /** The newest orders, up to 20. */
  orders: Order[];
  /** Number of orders, counted up to 1,000. 0 to 1,000. */
  orderCount: number;
  /** The newest applications, up to 20. */
  applications: Application[];
  /** Number of applications, counted up to 1,000. 0 to 1,000. */
  applicationCount: number;
  /** The newest messages, up to 20. */
  messages: InboxMessage[];
  /** Number of messages, counted up to 1,000. 0 to 1,000. */
  messageCount: number;
  /** The confirmed alerts for animals of the organization, if the person has orders, applications or messages there. */
  alerts: Alert[];
}

/** The latest advance, or the one under way. Absent if there was none. */
export interface LatestAdvance {
  /** The time of the environment when it began. ISO 8601 in UTC. */
  from: string;
  /** How far it goes, as an ISO 8601 duration. */
  by: string;
  /**
   * What happens on the way are the events that `GET /events` lists with this `after`, up to `clock.advanced`. 0 to
   * 9,007,199,254,740,991.
   */
  eventsAfter: number;
}

/** How many requests the account may send. */
export interface Limits {
  /** Requests in one minute. 1 to 1,000,000,000. */
  perMinute: number;
  /** Requests in 24 hours. 1 to 1,000,000,000,000. */
  perDay: number;
}

export interface ListingAnimal {
  petId: number;
  name: string;
  status: PetStatus;
  /** Since when the lists that the site took have it, without a break. ISO 8601 in UTC. */
  listedSince?: string;
  /**
   * Why the next list will not have it; empty if it will. `outcome`: It has left; `hold`: It is on hold; `withheld`:
   * The account that added it is suspended; `adopted`: It was adopted more than 30 days ago; `pending`: Its adoption
   * is pending; `species`: Its species is not known; `breed`: Its breed is not known; `breed_not_on_list`: Its first
   * breed is not on the site's list; `sex`: Its sex is not known; `size`: Its size is not known; `age`: Its age is not
   * known; `name`: Its name is longer than the site allows.
   */
  reasons: WhyNotListed[];
}

export interface ListingConsent {
  /** Names exactly one list: SHA-256 of the file, in hexadecimal. */
  list: string;
}

export interface ListingRun {
  /** Assigned by the service. */
  id: number;
  /** ISO 8601 in UTC. */
  startedAt: string;
  /** Absent while it runs. ISO 8601 in UTC. */
  endedAt?: string;
  cause: ListingRunCause;
  /** The account that asked for it. */
  askedBy?: number;
  /** The account that agreed to the list that was sent. */
  consentBy?: number;
  outcome?: ListingRunOutcome;
  /** How many animals are in the list. At least 0. */
  animals?: number;
  /** How many of them are available. At least 0. */
  available?: number;
  /** How many available or pending animals could not be listed. At least 0. */
  notListed?: number;
  /** The length of the file. At least 0. */
  bytes?: number;
  /** Why it failed. */
  error?: string;
  /** What was done, in order. */
  steps: ListingRunStep[];
}

/**
 * Why it began. `schedule`: the time of the regular run has come; `removal`: an animal that the site lists can no
 * longer be adopted; `retry`: the run before failed; `asked`: somebody asked for it.
 */
export type ListingRunCause =
  | 'schedule'
  | 'removal'
  | 'retry'
  | 'asked';

/**
 * How it ended. `sent`: the server holds the whole file; `unchanged`: the site has taken the same list before;
 * `waiting`: the list waits for the consent of a manager; `failed`: the list was not sent, or not wholly;
 * `interrupted`: its process ended, or another one took over. Whether the site shows the animals only the site knows.
 */
export type ListingRunOutcome =
  | 'sent'
  | 'unchanged'
  | 'waiting'
  | 'failed'
  | 'interrupted';

export interface ListingRunStep {
  /** ISO 8601 in UTC. */
  at: string;
  text: string;
}

export interface ListingSite {
  site: ListingSiteName;
  /** The server that takes the file. By default the site's own. At most 253 characters. */
  host: string;
  /** The port of the server. By default 21. 1 to 65,535. */
  port: number;
  security: FtpSecurity;
  /** The user of the account for uploads at the site. 1 to 100 characters. */
  username: string;
  /**
   * Where the file is put. By default the site's rule: `import/USERNAME.csv` in capitals for `petfinder`, `pets.csv`
   * for `adopt-a-pet`. Required for `rescuegroups`: the name in the Import Account, such as `import/pets.csv`. At most
   * 200 characters.
   */
  file: string;
  /**
   * For `adopt-a-pet`: whether the file begins with the names of its columns. It must be what the site's account says.
   * By default true.
   */
  headerLine?: boolean;
  /**
   * For `adopt-a-pet`: whether `import.cfg` is sent as well, which says what columns and words mean. It replaces one
   * that somebody has put there. Required for `adopt-a-pet`.
   */
  map?: boolean;
  /** Where the site fetches photos: `PUBLIC_URL` of the service. Without it, the lists have no photos. */
  photosFrom?: string;
  /** Whether nothing is sent. */
  paused: boolean;
  state: ListingSiteState;
  /** Whether a run is under way. */
  running: boolean;
  waiting?: WaitingList;
  error?: ListingSiteError;
  /** How many animals are in the last list that the site took. At least 0. */
  animals?: number;
  /** When the last run began. ISO 8601 in UTC. */
  lastAttemptAt?: string;
  /** When the site last took a list. ISO 8601 in UTC. */
  lastSuccessAt?: string;
  /** When the next run begins. ISO 8601 in UTC. */
  nextRunAt?: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** ISO 8601 in UTC. */
  updatedAt: string;
}

export interface ListingSiteError {
  /** When the first of the failures in a row happened. ISO 8601 in UTC. */
  since: string;
  /** Why the last run failed. */
  message: string;
  /** Whether the server refused the username or the password. */
  refused: boolean;
}

/** The site. */
export type ListingSiteName =
  | 'petfinder'
  | 'adopt-a-pet'
  | 'rescuegroups';

export interface ListingSiteSettings {
  /** The server that takes the file. By default the site's own. At most 253 characters. */
  host?: string;
  /** The port of the server. By default 21. 1 to 65,535. */
  port?: number;
  security?: FtpSecurity;
  /** The user of the account for uploads at the site. 1 to 100 characters. */
  username: string;
  /**
   * The password of the account for uploads. It is kept encrypted, and no response shows it. Without it, the password
   * stays; it is required when the host, the port or the username changes. 1 to 200 characters.
   */
  password?: string;
  /**
   * Where the file is put. By default the site's rule: `import/USERNAME.csv` in capitals for `petfinder`, `pets.csv`
   * for `adopt-a-pet`. Required for `rescuegroups`: the name in the Import Account, such as `import/pets.csv`. At most
   * 200 characters.
   */
  file?: string;
  /**
   * For `adopt-a-pet`: whether the file begins with the names of its columns. It must be what the site's account says.
   * By default true.
   */
  headerLine?: boolean;
  /**
   * For `adopt-a-pet`: whether `import.cfg` is sent as well, which says what columns and words mean. It replaces one
   * that somebody has put there. Required for `adopt-a-pet`.
   */
  map?: boolean;
  /** Whether nothing is sent. */
  paused?: boolean;
}

/**
 * `new`: nothing was sent yet; `waiting`: a list waits for the consent of a manager; `sent`: the site has taken the
 * last list; `failing`: the last run failed, and is tried again; `paused`: nothing is sent until a manager resumes.
 */
export type ListingSiteState =
  | 'new'
  | 'waiting'
  | 'sent'
  | 'failing'
  | 'paused';

export interface ListingSiteTest {
  /** Whether the server let the service in, and listed the folder. */
  succeeded: boolean;
  /** Why not. */
  error?: string;
  /** What the folder of the file holds, up to 100 names. */
  names?: string[];
  /** Whether the server offers an encrypted connection (AUTH TLS). */
  offersEncryption?: boolean;
}

/**
 * Live release rates, from 0 to 1, to four decimals; absent where there is nothing to divide by. Live outcomes are all
 * but `died`, `escaped`, `stolen`, `euthanized` and `unknown`; other outcomes are the first four.
 */
export interface LiveReleaseRates {
  /**
   * Asilomar live release rate: live outcomes ÷ (all outcomes − animals that died, escaped or were stolen − animals
   * euthanized that had come for euthanasia at the request of their owners).
   */
  asilomar?: number;
  /** ASPCA live release rate: live outcomes ÷ intakes. */
  aspca?: number;
  /** Raw live release rate: live outcomes ÷ all outcomes. */
  raw?: number;
  /** Save rate: (intakes − other outcomes) ÷ intakes. */
  save?: number;
}

/** The position on the map (WGS 84). */
export interface Location {
  /** Degrees north of the equator. -90 to 90. */
  latitude: number;
  /** Degrees east of Greenwich. -180 to 180. */
  longitude: number;
}

/** An API key, whether it still works or not. */
export interface LoggedKey {
  /** The identifier of the key. */
  id: number;
  /** `secret`, `publishable` or `partner`. */
  kind: string;
  /** What the key is for. */
  name?: string;
  /** The prefix of the key. */
  prefix: string;
  /** The last four characters of the key. */
  lastFour: string;
}

export interface LoggedRequest {
  /** Identifies the request in the log. */
  id: string;
  /** When the response ended. ISO 8601 in UTC. */
  time: string;
  /** The HTTP method. */
  method: string;
  /**
   * The path without its query. A part of it that is no id and no word of the API, which could be a secret, is
   * replaced: by the name of the parameter, such as `{petId}`, or by `*` if no operation has the method and the path.
   */
  path: string;
  /** The `operationId`; absent if the path has no operation. */
  operation?: string;
  /** The status of the response; 499 if the client left before a success was sent. */
  status: number;
  /** The code of the error. */
  code?: string;
  /**
   * Members of the body and, with `?`, query parameters that the operation does not know and has ignored, such as
   * `profile.goodwith` and `?statuss`: up to five names, never values. A name that could be more than a name is
   * replaced by `*`. With `Prefer: handling=strict` the operation refuses them instead.
   */
  ignored?: string[];
  /** From the request line to the end of the response, in milliseconds. */
  durationMs: number;
  key: LoggedKey;
  /**
   * The `X-Request-Id` of the response. Absent if the client chose one of more than 36 characters, or one that looks
   * like a secret; of visitors, with a publishable key, UUIDs only are kept.
   */
  requestId?: string;
}

export interface Member {
  /** The identifier of the account. */
  id: number;
  /**
   * The email address, in lower case. The service's own accounts and closed ones have one at `localhost`. At most 254
   * characters.
   */
  email: string;
  /** The name of the account. 1 to 255 characters. */
  name?: string;
  role: OrganizationRole;
  /** Every request of a suspended account gets 403 `account_suspended`. */
  suspended: boolean;
}

export interface MemberPatch {
  role?: OrganizationRole;
}

/** The organization that the account belongs to, and its role there. */
export interface Membership {
  /** The identifier of the organization. */
  id: number;
  role: OrganizationRole;
}

export interface Mention {
  /** The table of the database. */
  table: string;
  /** The primary key of the row. */
  key: string;
}

export interface Message {
  /** Identifier of the message, assigned by the service. */
  id: string;
  /** Text of the message. */
  message: string;
  status: MessageStatus;
  /** When the message was accepted. ISO 8601 in UTC. */
  createdAt: string;
}

export interface MessageAnswer {
  /** Identifier of the answer. */
  id: number;
  /** Text of the answer. */
  message: string;
  /** Identifier of the account that wrote it. */
  accountId: number;
  /** When it was written. ISO 8601 in UTC. */
  createdAt: string;
  /**
   * Whether it was mailed to `from`. Absent if it was not to be: the message names no address, or the service sends no
   * mail.
   */
  mail?: 'waiting' | 'sent' | 'failed';
}

/** Who writes. */
export interface MessageSender {
  /** Name of the person who writes. 1 to 255 characters. */
  name: string;
  /** Email address for the answer. At most 254 characters. */
  email: string;
}

/**
 * `queued`: accepted and stored. `processing`: being delivered. `delivered`: in the inbox. `failed`: could not be
 * delivered.
 */
export type MessageStatus =
  | 'queued'
  | 'processing'
  | 'delivered'
  | 'failed';

export interface MonthFigures {
  /** The month, in the time zone of the organization; UTC if it has none. */
  month: string;
  /** How many animals were adopted. At least 0. */
  adoptions: number;
  /** How many came back from their adopters. At least 0. */
  returns: number;
  /** Returns ÷ adoptions. Absent without adoptions. */
  returnRate?: number;
  /** The median of the days that adopted animals were in care. At least 0. */
  daysUntilAdopted?: number;
  inCare: AnimalsInCare;
  intakes: Intakes;
  outcomes: Outcomes;
  rates: LiveReleaseRates;
  applications?: ApplicationFigures;
}

export interface NewAccount {
  /** The email address, in lower case. At most 254 characters. */
  email: string;
  /**
   * At least 12 characters of any kind, which are hard to guess: not a common password, a sequence or a repetition,
   * nor made of `name` or `email`. 12 to 256 characters.
   */
  password: string;
  /** The name of the account. 1 to 255 characters. */
  name?: string;
}

export interface NewAlert {
  /** Where the mails go. At most 254 characters. */
  email: string;
  filters: AlertFilters;
  /** The language (BCP 47) of the mails, such as `es`. At most 35 characters. */
  locale?: string;
}

export interface NewAnswer {
  /** Identifier of the question. */
  questionId: number;
  /** One of the choices, `yes` or `no`, or a text. 1 to 2,000 characters. */
  answer: string;
}

export interface NewAnswerTemplate {
  /** Name of the template. 1 to 100 characters. */
  name: string;
  /**
   * Text of an answer. The console fills in the placeholders `{name}` (who writes), `{animal}`, `{organization}` and
   * `{me}` (who answers). 1 to 10,000 characters.
   */
  text: string;
}

export interface NewApiKey {
  /** What the key is for. 1 to 255 characters. */
  name?: string;
  kind?: NewKeyKind;
  /**
   * The permissions of the key. The default is all scopes for a secret key. A publishable key may have `pets:read`,
   * `orders:write` and `messages:write`; by default it has those that the requesting key has. 1 to 8 items.
   */
  scopes?: Scope[];
  /**
   * The web origins whose pages may use a publishable key, which needs at least one. A secret key has none. 1 to 20
   * items.
   */
  origins?: string[];
  /** When the key expires. ISO 8601 in UTC. */
  expiresAt?: string;
  /**
   * Whether the key is for a client of Petfinder's API: a publishable key without `origins` that reads what visitors
   * see. The response has `petfinder`, its `client_id` and `client_secret`. Default: false.
   */
  petfinder?: boolean;
}

export interface NewApplication {
  /** Identifier of the animal, which must be `available`. */
  petId: Int64;
  adopter: Adopter;
  /** A note for the side of the animal, which can read it if it can read the adopter. 1 to 10,000 characters. */
  note?: string;
  /**
   * Answers to the questions of the animal's organization, its `application`. With a publishable key, those that are
   * `required` must be answered. At most 30 items.
   */
  answers?: NewAnswer[];
  /**
   * The language of the adopter (BCP 47), such as `es`: mails about the order are written in it. At most 35
   * characters.
   */
  locale?: string;
}

export interface NewCategory {
  /** Identifier to use, which keeps an existing numbering. Assigned by the service if omitted. */
  id?: Int64;
  /** Name of the category. 1 to 255 characters. */
  name: string;
  /** Which animals belong to the category. 1 to 1,000 characters. */
  description?: string;
}

export interface NewDirectorySource {
  /** The address of the service, such as `https://pets.shelter.example`, without a path. At most 500 characters. */
  url: string;
  /** The partner key that the operator of the source has made for you. It is never shown. */
  key: string;
}

export interface NewInterest {
  /** The visitor has opened the page of the animal, or has given it a heart. */
  kind: 'view' | 'heart';
}

export interface NewInvitation {
  role: OrganizationRole;
  /** Only the account with this address can accept. At most 254 characters. */
  email?: string;
}

/** A `secret` key is for servers. A `publishable` key may be part of a web page and works only from its `origins`. */
export type NewKeyKind =
  | 'secret'
  | 'publishable';

export interface NewListingRun {
  resend?: Resending;
}

export interface NewMessage {
  /** Text of the message. 1 to 4,096 characters. */
  message: string;
  /** Identifier of the animal that the message is about: its organization receives the message. */
  petId?: Int64;
  from?: MessageSender;
  /** The language of the sender (BCP 47), such as `es`: mails with answers are in it. At most 35 characters. */
  locale?: string;
}

export interface NewMessageAnswer {
  /** Text of the answer. 1 to 10,000 characters. */
  message: string;
}

export interface NewOrder {
  /** Identifier of the animal, which must be `available`. */
  petId: Int64;
  adopter?: Adopter;
  /** A note for the side of the animal, which can read it if it can read the adopter. 1 to 10,000 characters. */
  note?: string;
  /**
   * Answers to the questions of the animal's organization, its `application`. With a publishable key, those that are
   * `required` must be answered. At most 30 items.
   */
  answers?: NewAnswer[];
  /**
   * The language of the adopter (BCP 47), such as `es`: mails about the order are written in it. At most 35
   * characters.
   */
  locale?: string;
}

export interface NewOrderNote {
  /** What the people of the animal should know about the order. Never for the adopter. 1 to 4,096 characters. */
  note: string;
}

export interface NewOrganization {
  /** The name of the organization. 1 to 255 characters. */
  name: string;
  /** The email address for the public. At most 254 characters. */
  email?: string;
  /** The telephone number for the public. 1 to 50 characters. */
  phone?: string;
  address?: Address;
  hours?: Hours;
  /** The time zone (IANA) of its hours, mails and days; by default the zone of the machine. At most 50 characters. */
  timeZone?: string;
  /**
   * The language (BCP 47) for visitors who have not said theirs, such as `en-GB`. Mails follow its habits for dates
   * and times. At most 35 characters.
   */
  locale?: string;
  /** The languages that it offers visitors; by default all that the service speaks. 1 to 20 items. */
  languages?: string[];
  /** The website of the organization. At most 500 characters. */
  website?: string;
  /** Where adopters pay the fee of an animal. At most 500 characters. */
  paymentUrl?: string;
  /** Where people donate to the organization. At most 500 characters. */
  donationUrl?: string;
  /** What the organization does. 1 to 5,000 characters. */
  mission?: string;
  /** What adopters should know: conditions, fees, the course of an adoption. 1 to 5,000 characters. */
  adoptionPolicy?: string;
  translations?: OrganizationTranslations;
  /**
   * How visitors adopt: they `reserve` an animal, as by default, and the first one holds it; or several `apply`, and
   * the organization chooses. An animal may differ: see `adoption` of its profile.
   */
  adoption?: 'reserve' | 'apply';
  social?: Social;
  location?: Location;
  /**
   * What the organization asks those who reserve its animals or apply for them. A list is replaced as a whole: a
   * question that keeps its `id` and its text stays the same one, and one with another text gets another `id`. Without
   * `translations`, it keeps those that it has as long as its `choices` are the same, too. At most 30 items.
   */
  application?: NewQuestion[];
  /** Whether visitors see the organization and its animals. By default it is not. */
  listed?: boolean;
}

export interface NewPartnerKey {
  /** Who reads with the key. 1 to 255 characters. */
  name: string;
}

export interface NewPet {
  /** Name of the animal. 1 to 255 characters. */
  name: string;
  /** Identifier of the category that the animal belongs to. */
  categoryId: Int64;
  status?: PetStatus;
  /**
   * Identifier of the organization that the animal belongs to, by default the one that the account belongs to. Only
   * operators may name another one.
   */
  organizationId?: number;
  profile?: NewPetProfile;
}

/** The profile of an animal. Absent members are unknown. */
export interface NewPetProfile {
  /** The organization’s own number or name for the animal. 1 to 255 characters. */
  reference?: string;
  location?: PetLocation;
  /** Whether the organization lists it for somebody else. */
  courtesyListing?: boolean;
  /**
   * How visitors adopt it: the first one can `reserve` it, or several `apply`. By default the organization's
   * `adoption` applies.
   */
  adoption?: 'reserve' | 'apply';
  /** Words about it, such as `playful` or `lap cat`. At most 20 items. */
  tags?: string[];
  /** How much the organization wants it to be seen: 100 is most. 0 to 100. */
  priority?: number;
  /** The species, such as `Dog` or `Guinea pig`. 1 to 100 characters. */
  species?: string;
  breed?: PetBreed;
  /** Its colors, the main one first. At most 3 items. */
  colors?: string[];
  /** The coat. */
  coat?: 'hairless' | 'short' | 'medium' | 'long' | 'wire' | 'curly';
  /** By what it can be told from others. 1 to 255 characters. */
  markings?: string;
  /** The day of its birth, or about that day. `YYYY-MM-DD`. */
  birthDate?: string;
  /** Whether the day of its birth is known exactly. */
  birthDateExact?: boolean;
  /**
   * The age: up to one year, up to three, up to eight, and more. Follows from `birthDate` if that is known, and then
   * changes with the day.
   */
  age?: 'baby' | 'young' | 'adult' | 'senior';
  /** The sex. */
  sex?: 'female' | 'male' | 'unknown';
  /** The size when it is grown. */
  size?: 'small' | 'medium' | 'large' | 'xlarge';
  /** The weight in grams. 1 to 10,000,000. */
  weightGrams?: number;
  /** Whether it is spayed or neutered. */
  altered?: boolean;
  /** Whether its vaccinations are up to date. */
  shotsCurrent?: boolean;
  /** Whether it is declawed. */
  declawed?: boolean;
  /** Whether it has special needs. */
  specialNeeds?: boolean;
  /** Which special needs. 1 to 1,000 characters. */
  specialNeedsNote?: string;
  /** Whether it has a microchip: true also if the `staff` know its number. */
  microchipped?: boolean;
  tests?: PetTests;
  goodWith?: PetGoodWith;
  /** Whether it is house-trained. */
  houseTrained?: boolean;
  /** Whether it is crate-trained. */
  crateTrained?: boolean;
  /** Whether it walks on a leash. */
  leashTrained?: boolean;
  /** Whether it travels well. */
  goodTraveler?: boolean;
  /** How active it is. */
  energyLevel?: 'low' | 'medium' | 'high';
  needs?: PetNeeds;
  /**
   * The ids of the animals that should go to the same home. They must exist; an animal that is removed later
   * disappears from this list. At most 10 items.
   */
  bondedWith?: number[];
  /** One sentence for lists. 1 to 200 characters. */
  summary?: string;
  /** Its story, in Markdown. Pages show a safe part of that: no HTML. 1 to 10,000 characters. */
  description?: string;
  /** The language (BCP 47) of the texts; by default the `locale` of the animal’s organization. At most 35 characters. */
  language?: string;
  translations?: PetTranslations;
  /** Videos. At most 10 items. */
  videos?: PetVideo[];
  adoptionFee?: PetAdoptionFee;
  /** Whether people can sponsor it. */
  sponsorable?: boolean;
  sponsorshipMinimum?: PetSponsorshipMinimum;
  /** Where it lives until somebody adopts it. */
  placement?: 'shelter' | 'foster' | 'courtesy';
  staff?: NewPetStaffProfile;
}

/**
 * What only members of the organization that has the animal see, or, without an organization, the account that added
 * it; and operators. It is in no event.
 */
export interface NewPetStaffProfile {
  microchip?: PetMicrochip;
  /** When it was spayed or neutered. `YYYY-MM-DD`. */
  alteredDate?: string;
  intake?: PetIntake;
  outcome?: PetOutcome;
  hold?: PetHold;
  /** Vaccinations. At most 50 items. */
  vaccinations?: PetVaccination[];
  /** Treatments. At most 50 items. */
  treatments?: PetTreatment[];
  /** Illnesses and other conditions. At most 50 items. */
  conditions?: PetCondition[];
  /** What staff should know of its behavior. 1 to 5,000 characters. */
  behaviorNotes?: string;
  /** Whom it has bitten, and how that came. 1 to 5,000 characters. */
  biteHistory?: string;
  /** Other notes. 1 to 5,000 characters. */
  notes?: string;
}

/**
 * What only members of the organization that has the animal see, or, without an organization, the account that added
 * it; and operators. It is in no event.
 */
export interface NewPetStaffProfilePatch {
  microchip?: PetMicrochipPatch | null;
  /** When it was spayed or neutered. `YYYY-MM-DD`. */
  alteredDate?: string | null;
  intake?: PetIntakePatch | null;
  outcome?: PetOutcomePatch | null;
  hold?: PetHoldPatch | null;
  /** Vaccinations. At most 50 items. */
  vaccinations?: PetVaccination[] | null;
  /** Treatments. At most 50 items. */
  treatments?: PetTreatment[] | null;
  /** Illnesses and other conditions. At most 50 items. */
  conditions?: PetCondition[] | null;
  /** What staff should know of its behavior. 1 to 5,000 characters. */
  behaviorNotes?: string | null;
  /** Whom it has bitten, and how that came. 1 to 5,000 characters. */
  biteHistory?: string | null;
  /** Other notes. 1 to 5,000 characters. */
  notes?: string | null;
}

export interface NewQuestion {
  /** Identifier of the question, which it keeps. */
  id?: number;
  /** The question, as adopters read it. 1 to 500 characters. */
  question: string;
  /** How it is answered: with any text, with one of the `choices`, or with `yes` or `no`. */
  kind: 'text' | 'choice' | 'yes_no';
  /** The answers of a `choice`, at least two. At most 20 items. */
  choices?: string[];
  translations?: QuestionTranslations;
  /** Whether visitors must answer it to reserve an animal. */
  required?: boolean;
}

export interface NewReservationMessage {
  /** Text of the message. 1 to 4,096 characters. */
  message: string;
  /** The language of the sender (BCP 47), such as `es`: mails with answers are in it. At most 35 characters. */
  locale?: string;
}

export interface NewWebhook {
  /** The `https://` URL on the public internet that receives the requests. 1 to 2,048 characters. */
  url: string;
  /** The types of events to send. 1 to 49 items. */
  events: WebhookEventType[];
  /** What the webhook is for. 1 to 255 characters. */
  description?: string;
  /** While true, nothing is sent. Waiting deliveries continue when it becomes false. */
  disabled?: boolean;
}

/**
 * What you are told of by mail, as a member of your organization: `at_once`, within a minute; `digest`, in one mail at
 * eight in the morning, in the time zone of the organization; `off`, never. For operators also what reaches the inbox
 * of the operators.
 */
export interface Notifications {
  /** How you are told of a reservation, and its cancellation by the adopter. */
  order: 'at_once' | 'digest' | 'off';
  /** How you are told of a reservation that nobody has decided when half of its time has passed. */
  hold_half: 'at_once' | 'digest' | 'off';
  /** How you are told of a reservation that nobody has decided three hours before it ends. */
  hold_ending: 'at_once' | 'digest' | 'off';
  /** How you are told of a visit that has passed, while the order is still approved. */
  visit_passed: 'at_once' | 'digest' | 'off';
  /** How you are told of an application for an animal, and its withdrawal by the applicant. */
  application: 'at_once' | 'digest' | 'off';
  /** How you are told of a message in the inbox. */
  message: 'at_once' | 'digest' | 'off';
  /** How you are told of a message or an application that a colleague asks you to take care of. */
  assigned: 'at_once' | 'digest' | 'off';
  /**
   * How you are told of a list for a site such as Petfinder that waits for consent, or that the site does not take,
   * for managers.
   */
  listing_site: 'at_once' | 'off';
  /** How you are told of a mail to anybody that could not be sent and is given up, for operators. */
  mail_failed: 'at_once' | 'off';
  /** How you are told of the visits of the day, animals without a photo or a story, and vaccinations that are due. */
  day: 'digest' | 'off';
}

export interface NotificationsPatch {
  /** How you are told of a reservation, and its cancellation by the adopter. */
  order?: 'at_once' | 'digest' | 'off';
  /** How you are told of a reservation that nobody has decided when half of its time has passed. */
  hold_half?: 'at_once' | 'digest' | 'off';
  /** How you are told of a reservation that nobody has decided three hours before it ends. */
  hold_ending?: 'at_once' | 'digest' | 'off';
  /** How you are told of a visit that has passed, while the order is still approved. */
  visit_passed?: 'at_once' | 'digest' | 'off';
  /** How you are told of an application for an animal, and its withdrawal by the applicant. */
  application?: 'at_once' | 'digest' | 'off';
  /** How you are told of a message in the inbox. */
  message?: 'at_once' | 'digest' | 'off';
  /** How you are told of a message or an application that a colleague asks you to take care of. */
  assigned?: 'at_once' | 'digest' | 'off';
  /**
   * How you are told of a list for a site such as Petfinder that waits for consent, or that the site does not take,
   * for managers.
   */
  listing_site?: 'at_once' | 'off';
  /** How you are told of a mail to anybody that could not be sent and is given up, for operators. */
  mail_failed?: 'at_once' | 'off';
  /** How you are told of the visits of the day, animals without a photo or a story, and vaccinations that are due. */
  day?: 'digest' | 'off';
}

export interface OperationUsage {
  /** The `operationId`; method and path for a route of Petfinder's API; `none` for requests that no route has. */
  operation: string;
  /** Requests, refused ones included. */
  requests: number;
  /** How many of them got a status of 400 or more. */
  errors: number;
  /** The days with requests among the last 30, oldest first. */
  days: CountedDay[];
}

export interface Order {
  /** Identifier of the order, assigned by the service. */
  id: number;
  /** Identifier of the animal. */
  petId: number;
  status: OrderStatus;
  adopter?: Adopter;
  /** A note for the side of the animal, which can read it if it can read the adopter. 1 to 10,000 characters. */
  note?: string;
  /** The answers to the questions of the organization. */
  answers?: Answer[];
  /** When the adopter comes for a visit. ISO 8601 in UTC. */
  visitAt?: string;
  /** What the organization says to the adopter with the last change of the status. 1 to 2,000 characters. */
  messageToAdopter?: string;
  /**
   * The language of the adopter (BCP 47), such as `es`: mails about the order are written in it. At most 35
   * characters.
   */
  locale?: string;
  /**
   * Present and true if the order has `adopter`, `note`, `answers`, `visitAt`, `messageToAdopter` or `locale` that are
   * left out here: when it was placed, the organization of the animal was not listed, or the account of the animal not
   * approved.
   */
  adopterWithheld?: boolean;
  /**
   * Present and true if the adopter has a secret link to the order. Where the service sends mail, each step, visit and
   * message is mailed with it.
   */
  adopterHasLink?: boolean;
  /**
   * When staff marked the order as paid. Only the animal's side and the adopter's reservation have it, and events that
   * who placed the order does not receive. ISO 8601 in UTC.
   */
  paidAt?: string;
  /** When the hold ends, unless the order is approved before then. ISO 8601 in UTC. */
  expiresAt: string;
  /** When the order was placed. ISO 8601 in UTC. */
  createdAt: string;
  /** When the status last changed. ISO 8601 in UTC. */
  updatedAt: string;
}

export interface OrderApproval {
  /** When the adopter comes for a visit. ISO 8601 in UTC. */
  visitAt?: string;
  /** What the organization says to the adopter with the last change of the status. 1 to 2,000 characters. */
  messageToAdopter?: string;
}

export interface OrderCounts {
  /** Number of orders that are `placed`. 1,000 stands for any larger number. 0 to 1,000. */
  placed: number;
  /** Number of orders that are `approved`. 1,000 stands for any larger number. 0 to 1,000. */
  approved: number;
  /** Number of orders that are `delivered`. 1,000 stands for any larger number. 0 to 1,000. */
  delivered: number;
  /** Number of orders that are `cancelled`. 1,000 stands for any larger number. 0 to 1,000. */
  cancelled: number;
  /** Number of orders that are `expired`. 1,000 stands for any larger number. 0 to 1,000. */
  expired: number;
  /** Number of orders that are `returned`. 1,000 stands for any larger number. 0 to 1,000. */
  returned: number;
}

export interface OrderDecision {
  /** What the organization says to the adopter with the last change of the status. 1 to 2,000 characters. */
  messageToAdopter?: string;
}

export interface OrderNote {
  /** Identifier of the note, assigned by the service. */
  id: number;
  /** What the people of the animal should know about the order. Never for the adopter. 1 to 4,096 characters. */
  note: string;
  /** The account that wrote it. */
  accountId: number;
  /** When it was written. ISO 8601 in UTC. */
  createdAt: string;
}

/**
 * Status of the order. `placed` and `approved` orders hold the animal. `delivered`, `cancelled`, `expired` and
 * `returned` orders do not.
 */
export type OrderStatus =
  | 'placed'
  | 'approved'
  | 'delivered'
  | 'cancelled'
  | 'expired'
  | 'returned';

export interface Organization {
  /** The identifier of the organization. */
  id: number;
  /** The name of the organization. 1 to 255 characters. */
  name: string;
  /** The email address for the public. At most 254 characters. */
  email?: string;
  /** The telephone number for the public. 1 to 50 characters. */
  phone?: string;
  address?: Address;
  hours?: Hours;
  /** The time zone (IANA) of its hours, mails and days; by default the zone of the machine. At most 50 characters. */
  timeZone?: string;
  /**
   * The language (BCP 47) for visitors who have not said theirs, such as `en-GB`. Mails follow its habits for dates
   * and times. At most 35 characters.
   */
  locale?: string;
  /** The languages that it offers visitors; by default all that the service speaks. 1 to 20 items. */
  languages?: string[];
  /** The website of the organization. At most 500 characters. */
  website?: string;
  /** Where adopters pay the fee of an animal. At most 500 characters. */
  paymentUrl?: string;
  /** Where people donate to the organization. At most 500 characters. */
  donationUrl?: string;
  /** What the organization does. 1 to 5,000 characters. */
  mission?: string;
  /** What adopters should know: conditions, fees, the course of an adoption. 1 to 5,000 characters. */
  adoptionPolicy?: string;
  translations?: OrganizationTranslations;
  /**
   * How visitors adopt: they `reserve` an animal, as by default, and the first one holds it; or several `apply`, and
   * the organization chooses. An animal may differ: see `adoption` of its profile.
   */
  adoption?: 'reserve' | 'apply';
  social?: Social;
  location?: Location;
  /** What the organization asks the adopters of its animals. */
  application?: Question[];
  /** The path of the logo on the host of this service. It works while visitors see the organization. */
  logo?: string;
  origin?: Origin;
  /** Whether visitors see the organization and its animals. Shown to its members and to operators. */
  listed?: boolean;
  /**
   * Whether members are refused with 403 `account_suspended` and visitors do not see the organization. Shown to its
   * members and to operators.
   */
  suspended?: boolean;
}

/** The organization after the change, as visitors see it; only its `id` while they do not see it. */
export interface OrganizationNotice {
  /** The identifier of the organization. */
  id: number;
  /** The name of the organization. 1 to 255 characters. */
  name?: string;
  /** The email address for the public. At most 254 characters. */
  email?: string;
  /** The telephone number for the public. 1 to 50 characters. */
  phone?: string;
  address?: Address;
  hours?: Hours;
  /** The time zone (IANA) of its hours, mails and days; by default the zone of the machine. At most 50 characters. */
  timeZone?: string;
  /**
   * The language (BCP 47) for visitors who have not said theirs, such as `en-GB`. Mails follow its habits for dates
   * and times. At most 35 characters.
   */
  locale?: string;
  /** The languages that it offers visitors; by default all that the service speaks. 1 to 20 items. */
  languages?: string[];
  /** The website of the organization. At most 500 characters. */
  website?: string;
  /** Where adopters pay the fee of an animal. At most 500 characters. */
  paymentUrl?: string;
  /** Where people donate to the organization. At most 500 characters. */
  donationUrl?: string;
  /** What the organization does. 1 to 5,000 characters. */
  mission?: string;
  /** What adopters should know: conditions, fees, the course of an adoption. 1 to 5,000 characters. */
  adoptionPolicy?: string;
  translations?: OrganizationTranslations;
  /**
   * How visitors adopt: they `reserve` an animal, as by default, and the first one holds it; or several `apply`, and
   * the organization chooses. An animal may differ: see `adoption` of its profile.
   */
  adoption?: 'reserve' | 'apply';
  social?: Social;
  location?: Location;
  /** What the organization asks the adopters of its animals. */
  application?: Question[];
  /** The path of the logo on the host of this service. It works while visitors see the organization. */
  logo?: string;
  origin?: Origin;
}

/**
 * What the address of the organization is told of by mail, if none of its members is told at once: `at_once`, within a
 * minute, or `off`, never.
 */
export interface OrganizationNotifications {
  /** Whether it is told of a reservation, and its cancellation by the adopter. */
  order: 'at_once' | 'off';
  /** Whether it is told of a reservation that nobody has decided when half of its time has passed. */
  hold_half: 'at_once' | 'off';
  /** Whether it is told of a reservation that nobody has decided three hours before it ends. */
  hold_ending: 'at_once' | 'off';
  /** Whether it is told of a visit that has passed, while the order is still approved. */
  visit_passed: 'at_once' | 'off';
  /** Whether it is told of an application for an animal, and its withdrawal by the applicant. */
  application: 'at_once' | 'off';
  /** Whether it is told of a message in the inbox. */
  message: 'at_once' | 'off';
}

export interface OrganizationNotificationsPatch {
  /** Whether it is told of a reservation, and its cancellation by the adopter. */
  order?: 'at_once' | 'off';
  /** Whether it is told of a reservation that nobody has decided when half of its time has passed. */
  hold_half?: 'at_once' | 'off';
  /** Whether it is told of a reservation that nobody has decided three hours before it ends. */
  hold_ending?: 'at_once' | 'off';
  /** Whether it is told of a visit that has passed, while the order is still approved. */
  visit_passed?: 'at_once' | 'off';
  /** Whether it is told of an application for an animal, and its withdrawal by the applicant. */
  application?: 'at_once' | 'off';
  /** Whether it is told of a message in the inbox. */
  message?: 'at_once' | 'off';
}

export interface OrganizationPatch {
  /** The name of the organization. 1 to 255 characters. */
  name?: string;
  /** The email address for the public. At most 254 characters. */
  email?: string | null;
  /** The telephone number for the public. 1 to 50 characters. */
  phone?: string | null;
  address?: AddressPatch | null;
  hours?: HoursPatch | null;
  /** The time zone (IANA) of its hours, mails and days; by default the zone of the machine. At most 50 characters. */
  timeZone?: string | null;
  /**
   * The language (BCP 47) for visitors who have not said theirs, such as `en-GB`. Mails follow its habits for dates
   * and times. At most 35 characters.
   */
  locale?: string | null;
  languages?: string[] | null;
  /** The website of the organization. At most 500 characters. */
  website?: string | null;
  /** Where adopters pay the fee of an animal. At most 500 characters. */
  paymentUrl?: string | null;
  /** Where people donate to the organization. At most 500 characters. */
  donationUrl?: string | null;
  /** What the organization does. 1 to 5,000 characters. */
  mission?: string | null;
  /** What adopters should know: conditions, fees, the course of an adoption. 1 to 5,000 characters. */
  adoptionPolicy?: string | null;
  translations?: OrganizationTranslationsPatch | null;
  adoption?: 'reserve' | 'apply' | null;
  application?: NewQuestion[] | null;
  social?: SocialPatch | null;
  location?: Location | null;
  /** Whether visitors see the organization and its animals. Changed by operators only. */
  listed?: boolean;
  /**
   * Whether members are refused with 403 `account_suspended` and visitors do not see the organization. Changed by
   * operators only.
   */
  suspended?: boolean;
}

/**
 * `staff` take care of the animals and the orders of the organization, a `manager` also of the organization itself and
 * of its members.
 */
export type OrganizationRole =
  | 'manager'
  | 'staff';

export interface OrganizationTexts {
  /** What the organization does. 1 to 5,000 characters. */
  mission?: string;
  /** What adopters should know: conditions, fees, the course of an adoption. 1 to 5,000 characters. */
  adoptionPolicy?: string;
}

export interface OrganizationTextsPatch {
  /** What the organization does. 1 to 5,000 characters. */
  mission?: string | null;
  /** What adopters should know: conditions, fees, the course of an adoption. 1 to 5,000 characters. */
  adoptionPolicy?: string | null;
}

/** These texts in other languages, at most 3. Pages in such a language show them. Responses have all of them. */
export interface OrganizationTranslations {
  en?: OrganizationTexts;
  es?: OrganizationTexts;
  de?: OrganizationTexts;
  fr?: OrganizationTexts;
  pl?: OrganizationTexts;
  'pt-BR'?: OrganizationTexts;
  ar?: OrganizationTexts;
}

export interface OrganizationTranslationsPatch {
  en?: OrganizationTextsPatch | null;
  es?: OrganizationTextsPatch | null;
  de?: OrganizationTextsPatch | null;
  fr?: OrganizationTextsPatch | null;
  pl?: OrganizationTextsPatch | null;
  'pt-BR'?: OrganizationTextsPatch | null;
  ar?: OrganizationTextsPatch | null;
}

/** The organization is one of another service, which this directory mirrors. Read-only. */
export interface Origin {
  /** Its page there. */
  url: string;
  /** When that service last confirmed what is shown here. ISO 8601 in UTC. */
  seenAt?: string;
}

/** How many animals left, by kind. */
export interface Outcomes {
  /** All of them. At least 0. */
  total: number;
  /** Adopted. At least 0. */
  adoption: number;
  /** Reclaimed by its owner. At least 0. */
  reclaimed: number;
  /** Transferred out. At least 0. */
  transfer: number;
  /** Fostered for good. At least 0. */
  foster: number;
  /** Given to a retailer. At least 0. */
  retailer: number;
  /** Released. At least 0. */
  released: number;
  /** Trap, neuter, return. At least 0. */
  tnr: number;
  /** Escaped. At least 0. */
  escaped: number;
  /** Stolen. At least 0. */
  stolen: number;
  /** Died. At least 0. */
  died: number;
  /** Euthanized. At least 0. */
  euthanized: number;
  /** Other. At least 0. */
  other: number;
  /** Not recorded. At least 0. */
  unknown: number;
}

export interface OwnApplication {
  status: ApplicationStatus;
  pet?: ReservedPet;
  organization?: ReservationOrganization;
  adopter?: Adopter;
  /** A note for the side of the animal, which can read it if it can read the adopter. 1 to 10,000 characters. */
  note?: string;
  /** The answers to the questions of the organization. */
  answers?: Answer[];
  /** What the organization asks the adopters of its animals. */
  questions?: Question[];
  /**
   * The language of the adopter (BCP 47), such as `es`: mails about the order are written in it. At most 35
   * characters.
   */
  locale?: string;
  /** What the organization says to the adopter with the last change of the status. 1 to 2,000 characters. */
  messageToAdopter?: string;
  /** The secret link to the order that was made of the application. */
  reservationUrl?: string;
  /** When the application was submitted. ISO 8601 in UTC. */
  createdAt: string;
  /** When the status, or what the applicant says, last changed. ISO 8601 in UTC. */
  updatedAt: string;
  /** When the link ends: 30 days after the application has ended. ISO 8601 in UTC. */
  endsAt?: string;
}

export interface OwnChanges {
  /** The name of the account. 1 to 255 characters. */
  name?: string | null;
}

/**
 * The account that added the animal. Only operators see it, members of the organization that has the animal, and,
 * without an organization, the account itself.
 */
export interface OwningAccount {
  /** Identifier of the account. */
  id: number;
  /** Name of the account, if it has one. */
  name?: string;
}

/** The organization that has the animal. If it is not public, only its members and operators see it. */
export interface OwningOrganization {
  /** Identifier of the organization. */
  id: number;
  /** Name of the organization. */
  name: string;
  /** How visitors adopt its animals, unless one differs. Absent if it has not chosen. */
  adoption?: 'reserve' | 'apply';
}

export interface PasswordLink {
  /** The URL of the page that asks for the new password. It works once. */
  link: string;
  /** When the link expires. ISO 8601 in UTC. */
  expiresAt: string;
}

export interface Person {
  /** The address that was searched, in lower case. */
  email: string;
  /** The accounts with the address. */
  accounts: PersonAccount[];
  /** The newest orders, up to 1,000. */
  orders: PersonOrder[];
  /** The newest applications, up to 1,000. */
  applications: PersonApplication[];
  /** The newest messages, up to 1,000. */
  messages: PersonMessage[];
  /** Other rows that contain the address, up to 1,000. */
  others: Mention[];
  counts: PersonCounts;
}

export interface PersonAccount {
  /** Identifier of the account. */
  id: number;
  /** The email of the account. */
  email: string;
  /** The name of the account. */
  name?: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** Who adopts the animal. */
export interface PersonAdopter {
  /** Name of the adopter. */
  name: string;
  /** Email address of the adopter. */
  email: string;
  /** Telephone number of the adopter. */
  phone?: string;
}

export interface PersonAnswer {
  /** The question. */
  question: string;
  /** The answer. */
  answer: string;
}

export interface PersonApplication {
  /** Identifier of the application. */
  id: number;
  /** Identifier of the animal. */
  petId: number;
  /** The status of the application. */
  status: string;
  adopter?: PersonAdopter;
  /** The note of the adopter. */
  note?: string;
  /** The answers to the questions of the organization. */
  answers?: PersonAnswer[];
  /** What the organization said to the adopter. */
  messageToAdopter?: string;
  /** The language of the adopter (BCP 47). */
  locale?: string;
  /** What the people of the animal have noted. */
  staffNote?: string;
  /** Until when the organization keeps its approval of the adopter. ISO 8601 in UTC. */
  approvedUntil?: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

export interface PersonCounts {
  /** Accounts with the address. At least 0. */
  accounts: number;
  /** Orders with the address as the adopter's, or in the note. At least 0. */
  orders: number;
  /** Applications with the address as the adopter's, or in a note. At least 0. */
  applications: number;
  /** Messages that name the address as the sender's, or contain it. At least 0. */
  messages: number;
  /** Events with a copy of these. At least 0. */
  events: number;
  /** Deliveries of such events to webhooks, or with a response that contains the address. At least 0. */
  deliveries: number;
  /** Stored responses of an `Idempotency-Key`. At least 0. */
  answers: number;
  /** Other rows: names of API keys and animals that contain the address, and notes on the orders. At least 0. */
  others: number;
}

export interface PersonMessage {
  /** Identifier of the message. */
  id: string;
  /** Identifier of the account that sent it. */
  accountId: number;
  /** Text of the message. */
  message: string;
  from?: PersonSender;
  /** The language of the sender (BCP 47). */
  locale?: string;
  /** Texts of the answers, oldest first. */
  answers: string[];
  /** ISO 8601 in UTC. */
  createdAt: string;
}

export interface PersonNotice {
  /** `request`: somebody asked for it. `retention`: the data was as old as `RETENTION_DAYS` allows. */
  reason: 'request' | 'retention';
  /** Accounts with the address. At least 0. */
  accounts: number;
  /** Orders with the address as the adopter's, or in the note. At least 0. */
  orders: number;
  /** Applications with the address as the adopter's, or in a note. At least 0. */
  applications?: number;
  /** Messages that name the address as the sender's, or contain it. At least 0. */
  messages: number;
  /** Events with a copy of these. At least 0. */
  events: number;
  /** Deliveries of such events to webhooks, or with a response that contains the address. At least 0. */
  deliveries: number;
  /** Stored responses of an `Idempotency-Key`. At least 0. */
  answers: number;
  /** Other rows: names of API keys and animals that contain the address, and notes on the orders. At least 0. */
  others: number;
}

export interface PersonOrder {
  /** Identifier of the order. */
  id: number;
  /** Identifier of the animal. */
  petId: number;
  /** The stored status of the order. */
  status: string;
  adopter?: PersonAdopter;
  /** The note of the adopter. */
  note?: string;
  /** The answers to the questions of the organization. */
  answers?: PersonAnswer[];
  /** What the organization said to the adopter. */
  messageToAdopter?: string;
  /** The language of the adopter (BCP 47). */
  locale?: string;
  /** When the adopter comes for a visit. ISO 8601 in UTC. */
  visitAt?: string;
  /** When staff marked the order as paid. ISO 8601 in UTC. */
  paidAt?: string;
  /** What the people of the animal have noted, oldest first. */
  staffNotes?: string[];
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** Who writes. */
export interface PersonSender {
  /** Name of the person who writes. */
  name: string;
  /** Email address for the answer. */
  email: string;
}

export interface Pet {
  /** Identifier of the animal, assigned by the service. */
  id: number;
  /** Name of the animal. 1 to 255 characters. */
  name: string;
  /** Identifier of the category that the animal belongs to. */
  categoryId: Int64;
  status: PetStatus;
}

/** What an adoption costs. */
export interface PetAdoptionFee {
  /** In the smallest unit of the currency: 12500 is 125.00 USD. 0 to 100,000,000. */
  amount?: number;
  /** The currency (ISO 4217). Required with `amount`. */
  currency?: string;
  /** Whether the fee is waived. */
  waived?: boolean;
  /** Whether pages show it. */
  display?: boolean;
}

/** What an adoption costs. */
export interface PetAdoptionFeePatch {
  /** In the smallest unit of the currency: 12500 is 125.00 USD. 0 to 100,000,000. */
  amount?: number | null;
  /** The currency (ISO 4217). Required with `amount`. */
  currency?: string | null;
  /** Whether the fee is waived. */
  waived?: boolean | null;
  /** Whether pages show it. */
  display?: boolean | null;
}

/** The breed. */
export interface PetBreed {
  /** The breed, or the one that shows most. 1 to 100 characters. */
  primary?: string;
  /** The other breed of a mix. 1 to 100 characters. */
  secondary?: string;
  /** Whether it is a mix. */
  mixed?: boolean;
  /** Whether the breed is unknown. */
  unknown?: boolean;
}

/** The breed. */
export interface PetBreedPatch {
  /** The breed, or the one that shows most. 1 to 100 characters. */
  primary?: string | null;
  /** The other breed of a mix. 1 to 100 characters. */
  secondary?: string | null;
  /** Whether it is a mix. */
  mixed?: boolean | null;
  /** Whether the breed is unknown. */
  unknown?: boolean | null;
}

export interface PetCondition {
  /** The illness or the condition. 1 to 100 characters. */
  name: string;
  /** Since when. `YYYY-MM-DD`. */
  since?: string;
  /** Until when. `YYYY-MM-DD`. */
  until?: string;
  /** A note. 1 to 500 characters. */
  note?: string;
}

/** A value of a filter. */
export interface PetFacet {
  /** The value, as the query parameter takes it. Names are spelled as by the newest animal. */
  value: string;
  /** How many animals have it. At least 1. */
  count: number;
}

/** How many animals a list has with each value of its filters; the most frequent values first. */
export interface PetFacets {
  /**
   * How many animals match every filter. Absent if there are more than 2,500 and other filters are given than `status`
   * and `organizationId`. At least 0.
   */
  total?: number;
  /** Values of `species`. At most 100 items. */
  species?: PetFacet[];
  /** Values of `breed`. An animal of two breeds counts for both. At most 100 items. */
  breed?: PetFacet[];
  /** Values of `color`. An animal of several colors counts for each. At most 100 items. */
  color?: PetFacet[];
  /** Values of `sex`. At most 100 items. */
  sex?: PetFacet[];
  /** Values of `age`. At most 100 items. */
  age?: PetFacet[];
  /** Values of `size`. At most 100 items. */
  size?: PetFacet[];
  /** Values of `coat`. At most 100 items. */
  coat?: PetFacet[];
  /** Values of `goodWith`. Animals that have all values that are chosen already. At most 100 items. */
  goodWith?: PetFacet[];
  /** Values of `houseTrained`. At most 100 items. */
  houseTrained?: PetFacet[];
  /** Values of `specialNeeds`. At most 100 items. */
  specialNeeds?: PetFacet[];
  /** Values of `hasPhotos`. At most 100 items. */
  hasPhotos?: PetFacet[];
  /** Values of `missing`. An animal counts for each. At most 100 items. */
  missing?: PetFacet[];
}

/** The key in the form that clients of Petfinder's API expect, as OAuth credentials for `/petfinder/v2`. */
export interface PetfinderPair {
  /** The `client_id`: 50 letters and digits. */
  clientId: string;
  /** The `client_secret`: 40 letters and digits. */
  clientSecret: string;
}

/** With whom it gets on. */
export interface PetGoodWith {
  /** Children. `selective`: with some of them. */
  children?: 'yes' | 'no' | 'selective';
  /** Dogs. `selective`: with some of them. */
  dogs?: 'yes' | 'no' | 'selective';
  /** Cats. `selective`: with some of them. */
  cats?: 'yes' | 'no' | 'selective';
  /** Older people. `selective`: with some of them. */
  seniors?: 'yes' | 'no' | 'selective';
  /** Farm animals. `selective`: with some of them. */
  farmAnimals?: 'yes' | 'no' | 'selective';
  /** Minimum age of children, in years. 0 to 18. */
  childrenFromAge?: number;
}

/** With whom it gets on. */
export interface PetGoodWithPatch {
  /** Children. `selective`: with some of them. */
  children?: 'yes' | 'no' | 'selective' | null;
  /** Dogs. `selective`: with some of them. */
  dogs?: 'yes' | 'no' | 'selective' | null;
  /** Cats. `selective`: with some of them. */
  cats?: 'yes' | 'no' | 'selective' | null;
  /** Older people. `selective`: with some of them. */
  seniors?: 'yes' | 'no' | 'selective' | null;
  /** Farm animals. `selective`: with some of them. */
  farmAnimals?: 'yes' | 'no' | 'selective' | null;
  /** Minimum age of children, in years. 0 to 18. */
  childrenFromAge?: number | null;
}

/**
 * Why nobody may adopt it yet. Until the hold ends, visitors do not see the animal, and nobody can order it, whatever
 * its `status`; an order that holds it already stays.
 */
export interface PetHold {
  /** What kind of hold it is; without one, `other`. */
  type?: 'stray' | 'medical' | 'behavior' | 'quarantine' | 'foster' | 'coming_soon' | 'other';
  /** The last day, where the organization is. Without it, the hold lasts until it is removed. `YYYY-MM-DD`. */
  until?: string;
  /** Why. 1 to 500 characters. */
  reason?: string;
  /**
   * If `type` is `coming_soon`: visitors see the page of the animal, which says that it comes soon. It is in no list,
   * and cannot be ordered.
   */
  showPage?: boolean;
}

/**
 * Why nobody may adopt it yet. Until the hold ends, visitors do not see the animal, and nobody can order it, whatever
 * its `status`; an order that holds it already stays.
 */
export interface PetHoldPatch {
  /** What kind of hold it is; without one, `other`. */
  type?: 'stray' | 'medical' | 'behavior' | 'quarantine' | 'foster' | 'coming_soon' | 'other' | null;
  /** The last day, where the organization is. Without it, the hold lasts until it is removed. `YYYY-MM-DD`. */
  until?: string | null;
  /** Why. 1 to 500 characters. */
  reason?: string | null;
  /**
   * If `type` is `coming_soon`: visitors see the page of the animal, which says that it comes soon. It is in no list,
   * and cannot be ordered.
   */
  showPage?: boolean | null;
}

/** How it came to the organization. */
export interface PetIntake {
  /** When it came. Everybody sees that as `waitingSince`. `YYYY-MM-DD`. */
  date?: string;
  /** How it came. */
  type?: 'surrender' | 'stray' | 'transfer' | 'return' | 'born' | 'seized' | 'abandoned' | 'tnr' | 'wildlife' | 'euthanasia_request' | 'dead_on_arrival' | 'other';
  /** Why it came. 1 to 500 characters. */
  reason?: string;
}

/** How it came to the organization. */
export interface PetIntakePatch {
  /** When it came. Everybody sees that as `waitingSince`. `YYYY-MM-DD`. */
  date?: string | null;
  /** How it came. */
  type?: 'surrender' | 'stray' | 'transfer' | 'return' | 'born' | 'seized' | 'abandoned' | 'tnr' | 'wildlife' | 'euthanasia_request' | 'dead_on_arrival' | 'other' | null;
  /** Why it came. 1 to 500 characters. */
  reason?: string | null;
}

/** How much visitors are interested in an animal. */
export interface PetInterest {
  /** The last 30 days, the oldest first, the last one today. */
  days: InterestOfDay[];
  total: InterestCounts;
}

/**
 * Where the animal is, if not where its organization is: the town, and never a street. Coordinates are rounded to two
 * decimals.
 */
export interface PetLocation {
  /** The town. 1 to 100 characters. */
  city?: string;
  /** The state, province or county. 1 to 100 characters. */
  region?: string;
  /** The postal code. 1 to 20 characters. */
  postalCode?: string;
  /** The country code (ISO 3166-1 alpha-2). */
  country?: string;
  /** Degrees north of the equator. Required with `longitude`. -90 to 90. */
  latitude?: number;
  /** Degrees east of Greenwich. Required with `latitude`. -180 to 180. */
  longitude?: number;
}

/**
 * Where the animal is, if not where its organization is: the town, and never a street. Coordinates are rounded to two
 * decimals.
 */
export interface PetLocationPatch {
  /** The town. 1 to 100 characters. */
  city?: string | null;
  /** The state, province or county. 1 to 100 characters. */
  region?: string | null;
  /** The postal code. 1 to 20 characters. */
  postalCode?: string | null;
  /** The country code (ISO 3166-1 alpha-2). */
  country?: string | null;
  /** Degrees north of the equator. Required with `longitude`. -90 to 90. */
  latitude?: number | null;
  /** Degrees east of Greenwich. Required with `latitude`. -180 to 180. */
  longitude?: number | null;
}

/** The microchip. */
export interface PetMicrochip {
  /** The number of the microchip. 1 to 50 characters. */
  number?: string;
  /** When it was implanted. `YYYY-MM-DD`. */
  implantedAt?: string;
  /** Who keeps the number. 1 to 100 characters. */
  issuer?: string;
}

/** The microchip. */
export interface PetMicrochipPatch {
  /** The number of the microchip. 1 to 50 characters. */
  number?: string | null;
  /** When it was implanted. `YYYY-MM-DD`. */
  implantedAt?: string | null;
  /** Who keeps the number. 1 to 100 characters. */
  issuer?: string | null;
}

/** What it needs of a home. */
export interface PetNeeds {
  /** Whether it needs a yard. */
  yard?: boolean;
  /** Whether the yard needs a fence. */
  fence?: boolean;
  /** Whether it must live indoors. */
  indoorOnly?: boolean;
  /** How much grooming it needs. */
  grooming?: 'low' | 'medium' | 'high';
  /** What its adopter must know already: nothing, such animals, or the breed. */
  ownerExperience?: 'none' | 'species' | 'breed';
}

/** What it needs of a home. */
export interface PetNeedsPatch {
  /** Whether it needs a yard. */
  yard?: boolean | null;
  /** Whether the yard needs a fence. */
  fence?: boolean | null;
  /** Whether it must live indoors. */
  indoorOnly?: boolean | null;
  /** How much grooming it needs. */
  grooming?: 'low' | 'medium' | 'high' | null;
  /** What its adopter must know already: nothing, such animals, or the breed. */
  ownerExperience?: 'none' | 'species' | 'breed' | null;
}

/** How it left the organization. */
export interface PetOutcome {
  /** When it left. `YYYY-MM-DD`. */
  date?: string;
  /** How it left. */
  type?: 'adoption' | 'reclaimed' | 'transfer' | 'foster' | 'retailer' | 'released' | 'tnr' | 'escaped' | 'stolen' | 'died' | 'euthanized' | 'other';
  /** More exactly, in the organization's own words. 1 to 100 characters. */
  subtype?: string;
}

/** How it left the organization. */
export interface PetOutcomePatch {
  /** When it left. `YYYY-MM-DD`. */
  date?: string | null;
  /** How it left. */
  type?: 'adoption' | 'reclaimed' | 'transfer' | 'foster' | 'retailer' | 'released' | 'tnr' | 'escaped' | 'stolen' | 'died' | 'euthanized' | 'other' | null;
  /** More exactly, in the organization's own words. 1 to 100 characters. */
  subtype?: string | null;
}

/** Who has the animal. Only with `expand=owner`. */
export interface PetOwner {
  organization?: OwningOrganization;
  account?: OwningAccount;
}

export interface PetPatch {
  /** Name of the animal. 1 to 255 characters. */
  name?: string;
  /** Identifier of the category that the animal belongs to. */
  categoryId?: Int64;
  status?: PetStatus;
  /** Identifier of the organization that gets the animal, while no order holds it. For operators only. */
  organizationId?: number;
  profile?: PetProfilePatch | null;
}

/** The profile of an animal. Absent members are unknown. */
export interface PetProfile {
  /** The organization’s own number or name for the animal. 1 to 255 characters. */
  reference?: string;
  location?: PetLocation;
  /** Whether the organization lists it for somebody else. */
  courtesyListing?: boolean;
  /**
   * How visitors adopt it: the first one can `reserve` it, or several `apply`. By default the organization's
   * `adoption` applies.
   */
  adoption?: 'reserve' | 'apply';
  /** Words about it, such as `playful` or `lap cat`. At most 20 items. */
  tags?: string[];
  /** How much the organization wants it to be seen: 100 is most. 0 to 100. */
  priority?: number;
  /** The species, such as `Dog` or `Guinea pig`. 1 to 100 characters. */
  species?: string;
  breed?: PetBreed;
  /** Its colors, the main one first. At most 3 items. */
  colors?: string[];
  /** The coat. */
  coat?: 'hairless' | 'short' | 'medium' | 'long' | 'wire' | 'curly';
  /** By what it can be told from others. 1 to 255 characters. */
  markings?: string;
  /** The day of its birth, or about that day. `YYYY-MM-DD`. */
  birthDate?: string;
  /** Whether the day of its birth is known exactly. */
  birthDateExact?: boolean;
  /**
   * The age: up to one year, up to three, up to eight, and more. Follows from `birthDate` if that is known, and then
   * changes with the day.
   */
  age?: 'baby' | 'young' | 'adult' | 'senior';
  /** The sex. */
  sex?: 'female' | 'male' | 'unknown';
  /** The size when it is grown. */
  size?: 'small' | 'medium' | 'large' | 'xlarge';
  /** The weight in grams. 1 to 10,000,000. */
  weightGrams?: number;
  /** Whether it is spayed or neutered. */
  altered?: boolean;
  /** Whether its vaccinations are up to date. */
  shotsCurrent?: boolean;
  /** Whether it is declawed. */
  declawed?: boolean;
  /** Whether it has special needs. */
  specialNeeds?: boolean;
  /** Which special needs. 1 to 1,000 characters. */
  specialNeedsNote?: string;
  /** Whether it has a microchip: true also if the `staff` know its number. */
  microchipped?: boolean;
  tests?: PetTests;
  goodWith?: PetGoodWith;
  /** Whether it is house-trained. */
  houseTrained?: boolean;
  /** Whether it is crate-trained. */
  crateTrained?: boolean;
  /** Whether it walks on a leash. */
  leashTrained?: boolean;
  /** Whether it travels well. */
  goodTraveler?: boolean;
  /** How active it is. */
  energyLevel?: 'low' | 'medium' | 'high';
  needs?: PetNeeds;
  /**
   * The ids of the animals that should go to the same home. They must exist; an animal that is removed later
   * disappears from this list. At most 10 items.
   */
  bondedWith?: number[];
  /** One sentence for lists. 1 to 200 characters. */
  summary?: string;
  /** Its story, in Markdown. Pages show a safe part of that: no HTML. 1 to 10,000 characters. */
  description?: string;
  /** The language (BCP 47) of the texts; by default the `locale` of the animal’s organization. At most 35 characters. */
  language?: string;
  translations?: PetTranslations;
  /** Videos. At most 10 items. */
  videos?: PetVideo[];
  adoptionFee?: PetAdoptionFee;
  /** Whether people can sponsor it. */
  sponsorable?: boolean;
  sponsorshipMinimum?: PetSponsorshipMinimum;
  /** Where it lives until somebody adopts it. */
  placement?: 'shelter' | 'foster' | 'courtesy';
  /**
   * It cannot be ordered yet: a hold keeps it, during which visitors see its page, and it is in no list. Absent
   * otherwise. Read-only.
   */
  comingSoon?: boolean;
  /** The day on which it came, or was added. Read-only. `YYYY-MM-DD`. */
  waitingSince?: string;
  /** When it was added. Read-only. ISO 8601 in UTC. */
  publishedAt?: string;
  /** Since when it has its `status`. Read-only. ISO 8601 in UTC. */
  statusChangedAt?: string;
  /** When it last changed, its name, category and status included. Read-only. ISO 8601 in UTC. */
  updatedAt?: string;
  origin?: Origin;
  staff?: PetStaffProfile;
}

/** A merge patch of a profile (RFC 7396): null removes a member, a list replaces the list. */
export interface PetProfilePatch {
  /** The organization’s own number or name for the animal. 1 to 255 characters. */
  reference?: string | null;
  location?: PetLocationPatch | null;
  /** Whether the organization lists it for somebody else. */
  courtesyListing?: boolean | null;
  /**
   * How visitors adopt it: the first one can `reserve` it, or several `apply`. By default the organization's
   * `adoption` applies.
   */
  adoption?: 'reserve' | 'apply' | null;
  /** Words about it, such as `playful` or `lap cat`. At most 20 items. */
  tags?: string[] | null;
  /** How much the organization wants it to be seen: 100 is most. 0 to 100. */
  priority?: number | null;
  /** The species, such as `Dog` or `Guinea pig`. 1 to 100 characters. */
  species?: string | null;
  breed?: PetBreedPatch | null;
  /** Its colors, the main one first. At most 3 items. */
  colors?: string[] | null;
  /** The coat. */
  coat?: 'hairless' | 'short' | 'medium' | 'long' | 'wire' | 'curly' | null;
  /** By what it can be told from others. 1 to 255 characters. */
  markings?: string | null;
  /** The day of its birth, or about that day. `YYYY-MM-DD`. */
  birthDate?: string | null;
  /** Whether the day of its birth is known exactly. */
  birthDateExact?: boolean | null;
  /**
   * The age: up to one year, up to three, up to eight, and more. Follows from `birthDate` if that is known, and then
   * changes with the day.
   */
  age?: 'baby' | 'young' | 'adult' | 'senior' | null;
  /** The sex. */
  sex?: 'female' | 'male' | 'unknown' | null;
  /** The size when it is grown. */
  size?: 'small' | 'medium' | 'large' | 'xlarge' | null;
  /** The weight in grams. 1 to 10,000,000. */
  weightGrams?: number | null;
  /** Whether it is spayed or neutered. */
  altered?: boolean | null;
  /** Whether its vaccinations are up to date. */
  shotsCurrent?: boolean | null;
  /** Whether it is declawed. */
  declawed?: boolean | null;
  /** Whether it has special needs. */
  specialNeeds?: boolean | null;
  /** Which special needs. 1 to 1,000 characters. */
  specialNeedsNote?: string | null;
  /** Whether it has a microchip: true also if the `staff` know its number. */
  microchipped?: boolean | null;
  tests?: PetTestsPatch | null;
  goodWith?: PetGoodWithPatch | null;
  /** Whether it is house-trained. */
  houseTrained?: boolean | null;
  /** Whether it is crate-trained. */
  crateTrained?: boolean | null;
  /** Whether it walks on a leash. */
  leashTrained?: boolean | null;
  /** Whether it travels well. */
  goodTraveler?: boolean | null;
  /** How active it is. */
  energyLevel?: 'low' | 'medium' | 'high' | null;
  needs?: PetNeedsPatch | null;
  /**
   * The ids of the animals that should go to the same home. They must exist; an animal that is removed later
   * disappears from this list. At most 10 items.
   */
  bondedWith?: number[] | null;
  /** One sentence for lists. 1 to 200 characters. */
  summary?: string | null;
  /** Its story, in Markdown. Pages show a safe part of that: no HTML. 1 to 10,000 characters. */
  description?: string | null;
  /** The language (BCP 47) of the texts; by default the `locale` of the animal’s organization. At most 35 characters. */
  language?: string | null;
  translations?: PetTranslationsPatch | null;
  /** Videos. At most 10 items. */
  videos?: PetVideo[] | null;
  adoptionFee?: PetAdoptionFeePatch | null;
  /** Whether people can sponsor it. */
  sponsorable?: boolean | null;
  sponsorshipMinimum?: PetSponsorshipMinimumPatch | null;
  /** Where it lives until somebody adopts it. */
  placement?: 'shelter' | 'foster' | 'courtesy' | null;
  staff?: NewPetStaffProfilePatch | null;
}

/** The least that a sponsor gives. */
export interface PetSponsorshipMinimum {
  /** In the smallest unit of the currency: 12500 is 125.00 USD. 0 to 100,000,000. */
  amount?: number;
  /** The currency (ISO 4217). Required with `amount`. */
  currency?: string;
}

/** The least that a sponsor gives. */
export interface PetSponsorshipMinimumPatch {
  /** In the smallest unit of the currency: 12500 is 125.00 USD. 0 to 100,000,000. */
  amount?: number | null;
  /** The currency (ISO 4217). Required with `amount`. */
  currency?: string | null;
}

/**
 * What only members of the organization that has the animal see, or, without an organization, the account that added
 * it; and operators. It is in no event.
 */
export interface PetStaffProfile {
  microchip?: PetMicrochip;
  /** When it was spayed or neutered. `YYYY-MM-DD`. */
  alteredDate?: string;
  intake?: PetIntake;
  outcome?: PetOutcome;
  hold?: PetHold;
  /** Vaccinations. At most 50 items. */
  vaccinations?: PetVaccination[];
  /** Treatments. At most 50 items. */
  treatments?: PetTreatment[];
  /** Illnesses and other conditions. At most 50 items. */
  conditions?: PetCondition[];
  /** What staff should know of its behavior. 1 to 5,000 characters. */
  behaviorNotes?: string;
  /** Whom it has bitten, and how that came. 1 to 5,000 characters. */
  biteHistory?: string;
  /** Other notes. 1 to 5,000 characters. */
  notes?: string;
  /** The days since `waitingSince`, up to the outcome. Read-only. At least 0. */
  daysInCare?: number;
  /**
   * Why visitors do not see the animal, and nobody can order it, whatever its `status`. Absent if it is not hidden.
   * Read-only.
   */
  hiddenBecause?: 'outcome' | 'hold';
}

/** Status of the animal. `available`: free for adoption. `pending`: held for an adopter. `sold`: adopted. */
export type PetStatus =
  | 'available'
  | 'pending'
  | 'sold';

/** The results of medical tests. */
export interface PetTests {
  /** The result for FIV. */
  fiv?: 'negative' | 'positive';
  /** The result for FeLV. */
  felv?: 'negative' | 'positive';
  /** The result for Heartworm. */
  heartworm?: 'negative' | 'positive';
}

/** The results of medical tests. */
export interface PetTestsPatch {
  /** The result for FIV. */
  fiv?: 'negative' | 'positive' | null;
  /** The result for FeLV. */
  felv?: 'negative' | 'positive' | null;
  /** The result for Heartworm. */
  heartworm?: 'negative' | 'positive' | null;
}

export interface PetTexts {
  /** One sentence for lists. 1 to 200 characters. */
  summary?: string;
  /** Its story, in Markdown. Pages show a safe part of that: no HTML. 1 to 10,000 characters. */
  description?: string;
}

export interface PetTextsPatch {
  /** One sentence for lists. 1 to 200 characters. */
  summary?: string | null;
  /** Its story, in Markdown. Pages show a safe part of that: no HTML. 1 to 10,000 characters. */
  description?: string | null;
}

/** These texts in other languages, at most 3. Pages in such a language show them. Responses have all of them. */
export interface PetTranslations {
  en?: PetTexts;
  es?: PetTexts;
  de?: PetTexts;
  fr?: PetTexts;
  pl?: PetTexts;
  'pt-BR'?: PetTexts;
  ar?: PetTexts;
}

/** These texts in other languages, at most 3. Pages in such a language show them. Responses have all of them. */
export interface PetTranslationsPatch {
  en?: PetTextsPatch | null;
  es?: PetTextsPatch | null;
  de?: PetTextsPatch | null;
  fr?: PetTextsPatch | null;
  pl?: PetTextsPatch | null;
  'pt-BR'?: PetTextsPatch | null;
  ar?: PetTextsPatch | null;
}

export interface PetTreatment {
  /** The treatment or the medicine. 1 to 100 characters. */
  name: string;
  /** When it began. `YYYY-MM-DD`. */
  date?: string;
  /** When it ends. `YYYY-MM-DD`. */
  until?: string;
  /** A note. 1 to 500 characters. */
  note?: string;
}

export interface PetVaccination {
  /** The vaccine. 1 to 100 characters. */
  name: string;
  /** When it was given. `YYYY-MM-DD`. */
  date?: string;
  /** When the next one is due. `YYYY-MM-DD`. */
  nextDate?: string;
  /** A note. 1 to 500 characters. */
  note?: string;
}

export interface PetVideo {
  /** The address of the video, or of a page with it. At most 500 characters. */
  url: string;
}

/** A photo of an animal. */
export interface Photo {
  /** Identifier of the photo. */
  id: number;
  /**
   * What the photo shows, for people who cannot see it, such as `A brown dog asleep on a red sofa`. 1 to 500
   * characters.
   */
  alt?: string;
  focus?: PhotoFocus;
  /** Width of the largest size, in pixels. */
  width: number;
  /** Height of the largest size, in pixels. */
  height: number;
  /** What to show while the photo loads: a ThumbHash in base64 (https://evanw.github.io/thumbhash). */
  thumbhash: string;
  urls: PhotoUrls;
}

/**
 * The point that stays in view where a frame shows a part of the photo, such as the face. CSS: `object-position: 50%
 * 20%`.
 */
export interface PhotoFocus {
  /** Percent of the width, from the left. 0 to 100. */
  x: number;
  /** Percent of the height, from the top. 0 to 100. */
  y: number;
}

/** The members to change; null removes one. */
export interface PhotoPatch {
  /**
   * What the photo shows, for people who cannot see it, such as `A brown dog asleep on a red sofa`. 1 to 500
   * characters.
   */
  alt?: string | null;
  focus?: PhotoFocus | null;
  /** The place among the photos of the animal, counted from 0. The others keep their order. 0 to 11. */
  position?: number;
}

/**
 * Paths on the host of this service. They belong to this photo alone and never to another one, so a cache may keep
 * what they name.
 */
export interface PhotoUrls {
  /** WebP, at most 300 pixels wide and 600 pixels high. */
  300: string;
  /** WebP, at most 600 pixels wide and 1200 pixels high. */
  600: string;
  /** WebP, at most 1200 pixels wide and 2400 pixels high. */
  1200: string;
  /** JPEG of the largest size, for links that people share. */
  share: string;
}

export interface PlacedOrder {
  /** Identifier of the order, assigned by the service. */
  id: number;
  /** Identifier of the animal. */
  petId: number;
  status: OrderStatus;
  adopter?: Adopter;
  /** A note for the side of the animal, which can read it if it can read the adopter. 1 to 10,000 characters. */
  note?: string;
  /** The answers to the questions of the organization. */
  answers?: Answer[];
  /** When the adopter comes for a visit. ISO 8601 in UTC. */
  visitAt?: string;
  /** What the organization says to the adopter with the last change of the status. 1 to 2,000 characters. */
  messageToAdopter?: string;
  /**
   * The language of the adopter (BCP 47), such as `es`: mails about the order are written in it. At most 35
   * characters.
   */
  locale?: string;
  /**
   * Present and true if the order has `adopter`, `note`, `answers`, `visitAt`, `messageToAdopter` or `locale` that are
   * left out here: when it was placed, the organization of the animal was not listed, or the account of the animal not
   * approved.
   */
  adopterWithheld?: boolean;
  /**
   * Present and true if the adopter has a secret link to the order. Where the service sends mail, each step, visit and
   * message is mailed with it.
   */
  adopterHasLink?: boolean;
  /**
   * When staff marked the order as paid. Only the animal's side and the adopter's reservation have it, and events that
   * who placed the order does not receive. ISO 8601 in UTC.
   */
  paidAt?: string;
  /** When the hold ends, unless the order is approved before then. ISO 8601 in UTC. */
  expiresAt: string;
  /** When the order was placed. ISO 8601 in UTC. */
  createdAt: string;
  /** When the status last changed. ISO 8601 in UTC. */
  updatedAt: string;
  /**
   * Only with a publishable key: the secret link with which the adopter sees and cancels the order, until 30 days
   * after it was closed. Anyone with the link can do that.
   */
  reservationUrl?: string;
}

/** The plan of the account, which sets its limits. */
export type Plan =
  | 'free'
  | 'pro'
  | 'business'
  | 'enterprise';

export interface Question {
  /** Identifier of the question, which it keeps. */
  id: number;
  /** The question, as adopters read it. 1 to 500 characters. */
  question: string;
  /** How it is answered: with any text, with one of the `choices`, or with `yes` or `no`. */
  kind: 'text' | 'choice' | 'yes_no';
  /** The answers of a `choice`, at least two. At most 20 items. */
  choices?: string[];
  translations?: QuestionTranslations;
  /** Whether visitors must answer it to reserve an animal. */
  required: boolean;
}

export interface QuestionTexts {
  /** The question, as adopters read it. 1 to 500 characters. */
  question?: string;
  /** The `choices` as adopters read them, in the same order. An answer names the original. At most 20 items. */
  choices?: string[];
}

/** These texts in other languages, at most 3. Pages in such a language show them. Responses have all of them. */
export interface QuestionTranslations {
  en?: QuestionTexts;
  es?: QuestionTexts;
  de?: QuestionTexts;
  fr?: QuestionTexts;
  pl?: QuestionTexts;
  'pt-BR'?: QuestionTexts;
  ar?: QuestionTexts;
}

export interface Redelivered {
  /** The new deliveries, in the order of the request. */
  deliveries: Delivery[];
  /** The deliveries whose events are not sent again. */
  refused: RefusedDelivery[];
}

export interface RedeliverSeveral {
  /** The deliveries whose events to send again. 1 to 50 items. */
  deliveryIds: Int64[];
}

export interface RefusedAnimal {
  /** Identifier of the animal at the source. */
  id: number;
  /** Why it is not shown, as a sentence. */
  reason: string;
}

/** Its animals that are not shown, because they break a rule or a bound. Absent if there are none. */
export interface RefusedAnimals {
  /** How many; at most 1000 are counted. */
  count: number;
  /** The first 20 of them. */
  animals: RefusedAnimal[];
}

export interface RefusedApplication {
  /** Identifier of the application. */
  applicationId: Int64;
  /** The code of the error. */
  code: string;
  /** Why the application was not closed. */
  message: string;
}

export interface RefusedDelivery {
  /** The delivery of the request. */
  deliveryId: Int64;
  /** The code of the error. */
  code: string;
  /** Why its event is not sent again. */
  message: string;
}

export interface RefusedOrder {
  /** Identifier of the order. */
  orderId: Int64;
  /** The code of the error. */
  code: string;
  /** Why the order was not changed. */
  message: string;
}

/**
 * What is sent although the site has taken the same list before. `list`: the same list again; `photos`: the list with
 * new addresses of all photos, for a site that does not read an address twice.
 */
export type Resending =
  | 'list'
  | 'photos';

export interface Reservation {
  status: OrderStatus;
  pet?: ReservedPet;
  organization?: ReservationOrganization;
  adoptionFee?: AdoptionFee;
  /**
   * When staff marked the order as paid. Only the animal's side and the adopter's reservation have it, and events that
   * who placed the order does not receive. ISO 8601 in UTC.
   */
  paidAt?: string;
  /** When the adopter comes for a visit. ISO 8601 in UTC. */
  visitAt?: string;
  /** The visit as an entry for a calendar, while the order is approved. RFC 5545. */
  calendar?: string;
  /** What the organization says to the adopter with the last change of the status. 1 to 2,000 characters. */
  messageToAdopter?: string;
  /**
   * The language of the adopter (BCP 47), such as `es`: mails about the order are written in it. At most 35
   * characters.
   */
  locale?: string;
  /** True while the organization asks by mail how it goes with the animal. */
  followUps?: boolean;
  /** When the hold ends, unless the order is approved before then. ISO 8601 in UTC. */
  expiresAt: string;
  /** When the order was placed. ISO 8601 in UTC. */
  createdAt: string;
  /** When the status last changed. ISO 8601 in UTC. */
  updatedAt: string;
  /**
   * When the link ends: 30 days after the order was closed, or after the last of the mails that ask how it goes. ISO
   * 8601 in UTC.
   */
  endsAt?: string;
}

/** Whom to call, and where to go. Absent while visitors do not see it. */
export interface ReservationOrganization {
  /** The identifier of the organization. */
  id: number;
  /** The name of the organization. 1 to 255 characters. */
  name: string;
  /** The email address for the public. At most 254 characters. */
  email?: string;
  /** The telephone number for the public. 1 to 50 characters. */
  phone?: string;
  address?: Address;
  hours?: Hours;
  /** The time zone (IANA) of its hours, mails and days; by default the zone of the machine. At most 50 characters. */
  timeZone?: string;
  /**
   * The language (BCP 47) for visitors who have not said theirs, such as `en-GB`. Mails follow its habits for dates
   * and times. At most 35 characters.
   */
  locale?: string;
  /** The website of the organization. At most 500 characters. */
  website?: string;
  /** Where adopters pay the fee of an animal. At most 500 characters. */
  paymentUrl?: string;
  /** Where people donate to the organization. At most 500 characters. */
  donationUrl?: string;
  location?: Location;
  /** The path of the logo on the host of this service. It works while visitors see the organization. */
  logo?: string;
}

/** The animal. */
export interface ReservedPet {
  /** Identifier of the animal, assigned by the service. */
  id: number;
  /** Name of the animal. 1 to 255 characters. */
  name: string;
}

/** An operator runs this service and administers all accounts. */
export type Role =
  | 'member'
  | 'operator';

export interface RollApiKey {
  /** For how many days the old key remains valid. 0 to 7. Default: 0. */
  overlapDays?: number;
}

/** A permission of an API key. */
export type Scope =
  | 'pets:read'
  | 'pets:write'
  | 'orders:read'
  | 'orders:write'
  | 'messages:read'
  | 'messages:write'
  | 'webhooks'
  | 'account';

export interface Setup {
  /** Whether the console begins with the checklist no longer. */
  hidden: boolean;
  /** Your organization, whose steps these are. */
  organizationId?: number;
  /** The public address: `PUBLIC_URL`. Absent if it is not set. */
  url?: string;
  /** When a test mail was last sent. ISO 8601 in UTC. */
  mailTestedAt?: string;
  /** In the order in which they help. Staging sends no mail, so it has no step `mail`. */
  steps: SetupStep[];
}

export interface SetupPatch {
  /** Whether the console begins with the checklist no longer. */
  hidden?: boolean;
  /** Whether the last test mail has arrived. */
  mailArrived?: boolean;
}

export interface SetupStep {
  /** The step. */
  step: 'organization' | 'address' | 'mail' | 'animal' | 'photo' | 'colleague' | 'backups' | 'website';
  /** What is missing. Empty if the step is done. */
  missing: ('organization' | 'name' | 'contact' | 'hours' | 'logo' | 'url' | 'https' | 'answer' | 'server' | 'mailbox' | 'test' | 'arrival' | 'animal' | 'photo' | 'colleague' | 'place' | 'first' | 'success' | 'website')[];
}

export interface ShelterAnimalsCountCounts {
  beginingCount: ShelterAnimalsCountInCare;
  endiningCount: ShelterAnimalsCountInCare;
}

export interface ShelterAnimalsCountInCare {
  /** Animals in care. At least 0. */
  count: number;
  /** The day. `YYYY-MM-DD`. */
  date: string;
  /** Those in foster homes, which is known of the current day only. At least 0. */
  fosterAnimalCount?: number;
}

export interface ShelterAnimalsCountIntake {
  adult: ShelterAnimalsCountIntakeCounts;
  upToFiveMonths: ShelterAnimalsCountIntakeCounts;
  ageUnknown: ShelterAnimalsCountIntakeCounts;
}

export interface ShelterAnimalsCountIntakeCounts {
  /** At least 0. */
  strayAtLarge: number;
  /** At least 0. */
  relinquishedbyOwner: number;
  /** At least 0. */
  ownerIntendedEuthanasia: number;
  /** At least 0. */
  seizedOrImpounded: number;
  /** At least 0. */
  otherIntakes: number;
  transferredinFromAgency: ShelterAnimalsCountTransfersIn;
}

export interface ShelterAnimalsCountLiveOutcomeCounts {
  /** At least 0. */
  adoption: number;
  /** At least 0. */
  returnedToOwner: number;
  /** At least 0. */
  returnedToField: number;
  /** At least 0. */
  otherLiveOutcome: number;
  transferredToAgency: ShelterAnimalsCountTransfersOut;
}

export interface ShelterAnimalsCountLiveOutcomes {
  adult: ShelterAnimalsCountLiveOutcomeCounts;
  upToFiveMonths: ShelterAnimalsCountLiveOutcomeCounts;
  ageUnknown: ShelterAnimalsCountLiveOutcomeCounts;
}

export interface ShelterAnimalsCountOtherOutcomeCounts {
  /** At least 0. */
  diedInCare: number;
  /** At least 0. */
  lostInCare: number;
  /** At least 0. */
  shelterEuthanasia: number;
  /** At least 0. */
  ownerIntendedEuthanasia: number;
}

export interface ShelterAnimalsCountOtherOutcomes {
  adult: ShelterAnimalsCountOtherOutcomeCounts;
  upToFiveMonths: ShelterAnimalsCountOtherOutcomeCounts;
  ageUnknown: ShelterAnimalsCountOtherOutcomeCounts;
}

export interface ShelterAnimalsCountOutcomes {
  liveOutcomes: ShelterAnimalsCountLiveOutcomes;
  otherOutcomes: ShelterAnimalsCountOtherOutcomes;
}

/** A month of a species, as Shelter Animals Count asks for it. */
export interface ShelterAnimalsCountRecord {
  /** The species. `other` is not from Shelter Animals Count. */
  species: 'canine' | 'feline' | 'rabbit' | 'equine' | 'small_mammal' | 'bird' | 'farm_animal' | 'reptile_or_amphibian' | 'other';
  /** The year. */
  recordYear: string;
  /** The month, from 1 to 12. */
  recordMonth: string;
  animalCounts: ShelterAnimalsCountCounts;
  liveIntake: ShelterAnimalsCountIntake;
  outComes: ShelterAnimalsCountOutcomes;
}

export interface ShelterAnimalsCountTransfersIn {
  /** At least 0. */
  inState: number;
  /** At least 0. */
  outOfState: number;
  /** At least 0. */
  international: number;
  /** At least 0. */
  unknown: number;
}

export interface ShelterAnimalsCountTransfersOut {
  /** At least 0. */
  inState: number;
  /** At least 0. */
  outOfState: number;
  /** At least 0. */
  international: number;
  /** At least 0. */
  unknown: number;
}

/**
 * What the account still needs before its keys work: `confirmation` of its email address, or the `approval` of an
 * operator.
 */
export type SignupStep =
  | 'confirmation'
  | 'approval';

/** The profiles of the organization on social networks. */
export interface Social {
  /** The URL of the profile on Facebook. At most 500 characters. */
  facebook?: string;
  /** The URL of the profile on Instagram. At most 500 characters. */
  instagram?: string;
  /** The URL of the profile on TikTok. At most 500 characters. */
  tiktok?: string;
  /** The URL of the profile on YouTube. At most 500 characters. */
  youtube?: string;
  /** The URL of the profile on X. At most 500 characters. */
  x?: string;
  /** The URL of the profile on Bluesky. At most 500 characters. */
  bluesky?: string;
  /** The URL of the profile on Mastodon. At most 500 characters. */
  mastodon?: string;
  /** The URL of the profile on Pinterest. At most 500 characters. */
  pinterest?: string;
}

export interface SocialPatch {
  /** The URL of the profile on Facebook. At most 500 characters. */
  facebook?: string | null;
  /** The URL of the profile on Instagram. At most 500 characters. */
  instagram?: string | null;
  /** The URL of the profile on TikTok. At most 500 characters. */
  tiktok?: string | null;
  /** The URL of the profile on YouTube. At most 500 characters. */
  youtube?: string | null;
  /** The URL of the profile on X. At most 500 characters. */
  x?: string | null;
  /** The URL of the profile on Bluesky. At most 500 characters. */
  bluesky?: string | null;
  /** The URL of the profile on Mastodon. At most 500 characters. */
  mastodon?: string | null;
  /** The URL of the profile on Pinterest. At most 500 characters. */
  pinterest?: string | null;
}

export interface StagedMail {
  /** Identifier of the mail. */
  id: number;
  /** What it is about, such as `order.placed`. */
  kind: string;
  /** The address that production would have mailed. */
  to: string;
  /** Its subject. */
  subject: string;
  /** The plain text. */
  text: string;
  /** The same as HTML. Show it in a sandbox. */
  html?: string;
  /** When it would have been sent, by staging's clock. ISO 8601 in UTC. */
  createdAt: string;
}

/** How many animals came, were in care, and left. */
export interface Statistics {
  /** The figures of each month. */
  months: MonthFigures[];
  total: Figures;
  /** The figures of all of the months, of each category with an animal in care at any time in them. */
  categories: CategoryFigures[];
}

export interface SubmittedApplication {
  /** Identifier of the application, assigned by the service. */
  id: number;
  /** Identifier of the animal. */
  petId: number;
  status: ApplicationStatus;
  adopter?: Adopter;
  /** A note for the side of the animal, which can read it if it can read the adopter. 1 to 10,000 characters. */
  note?: string;
  /** The answers to the questions of the organization. */
  answers?: Answer[];
  /**
   * The language of the adopter (BCP 47), such as `es`: mails about the order are written in it. At most 35
   * characters.
   */
  locale?: string;
  /** What the organization says to the adopter with the last change of the status. 1 to 2,000 characters. */
  messageToAdopter?: string;
  /** Identifier of the order that was made of it. */
  orderId?: number;
  /** Identifier of the account that takes care of the application. */
  assigneeId?: number;
  /** What the animal's side notes. Only that side sees it, and it is in no event. 1 to 10,000 characters. */
  staffNote?: string;
  /**
   * Until when the organization keeps its approval of this adopter, from this application or another one with the same
   * address. Only the side of the animal sees it. ISO 8601 in UTC.
   */
  approvedUntil?: string;
  /**
   * Present and true if the application has `adopter`, `note`, `answers`, `messageToAdopter` or `locale` that are left
   * out here: when it was submitted, the account of the animal was not approved.
   */
  adopterWithheld?: boolean;
  /** Present and true if the applicant has a secret link to the application. */
  adopterHasLink?: boolean;
  /** When the application was submitted. ISO 8601 in UTC. */
  createdAt: string;
  /** When the status, or what the applicant says, last changed. ISO 8601 in UTC. */
  updatedAt: string;
  /**
   * Only with a publishable key: the secret link with which the applicant sees, changes and withdraws the application,
   * until 30 days after it has ended. Anyone with the link can do that.
   */
  applicationUrl?: string;
}

export interface TestClock {
  /** The time of the whole environment. ISO 8601 in UTC. */
  now: string;
  /** How far the clock is ahead of the real time, as an ISO 8601 duration. */
  advancedBy: string;
  /** Where the clock is going, while it is being advanced. ISO 8601 in UTC. */
  advancingTo?: string;
  /** When the next hold of an order ends, or the next attempt of a webhook is due. ISO 8601 in UTC. */
  nextDueAt?: string;
  latestAdvance?: LatestAdvance;
}

export interface Thread {
  /** Identifier of the message, assigned by the service. */
  id: string;
  /** Text of the message. */
  message: string;
  status: MessageStatus;
  /** When the message was accepted. ISO 8601 in UTC. */
  createdAt: string;
  /** Identifier of the account that sent the message, or with whose publishable key a visitor did. */
  accountId: number;
  /** `visitor`: somebody on a web page, with a publishable key. `account`: the account itself. */
  sentBy: 'account' | 'visitor';
  from?: MessageSender;
  /** The language of the sender (BCP 47), such as `es`: mails with answers are in it. At most 35 characters. */
  locale?: string;
  /** Identifier of the animal that the message is about. */
  petId?: number;
  /** Identifier of the order whose adopter wrote it through the secret link: what became of an adoption. */
  orderId?: number;
  /** Identifier of the organization that received the message; absent for the operators. */
  organizationId?: number;
  state: ThreadState;
  /** Identifier of the account that takes care of the message. */
  assigneeId?: number;
  /** When the message was delivered to the inbox. ISO 8601 in UTC. */
  deliveredAt: string;
  /** The answers, oldest first. */
  answers: MessageAnswer[];
}

export interface ThreadPatch {
  state?: ThreadState;
  /**
   * Identifier of the account that takes care of the message: a member of the organization that received it, or an
   * operator; null for nobody.
   */
  assigneeId?: number | null;
}

/**
 * What the message still needs. `open`: an answer. `answered`: nothing for now; an answer in the inbox makes it so.
 * `closed`: nothing any more.
 */
export type ThreadState =
  | 'open'
  | 'answered'
  | 'closed';

export interface Usage {
  minute: UsageWindow;
  day: UsageWindow;
  /** The last 30 days including today, oldest first. */
  days: UsageDay[];
}

export interface UsageBreakdown {
  /** By key, the one with the most requests first. */
  keys: KeyUsage[];
  /** By operation, the one with the most requests first. */
  operations: OperationUsage[];
}

export interface UsageDay {
  /** The UTC day. `YYYY-MM-DD`. */
  date: string;
  /** Requests within the limits. */
  admitted: number;
  /** Requests that got 429. */
  refused: number;
  /** Refused requests that were sent while a 429 was in force. */
  strikes: number;
}

export interface UsageWindow {
  /** Requests in one window. */
  limit: number;
  /** Requests that remain in this window. */
  remaining: number;
  /** When the window ends, in Unix seconds, rounded up. */
  reset: number;
}

/** The list that is sent only after a manager has agreed to it. */
export interface WaitingList {
  /** Names exactly one list: SHA-256 of the file, in hexadecimal. */
  list: string;
  reason: WaitingReason;
  /** Since when a list waits. ISO 8601 in UTC. */
  since: string;
  /** How many animals are in the list. At least 0. */
  animals: number;
  /** How many of them are available. At least 0. */
  available: number;
  /** How many available animals the last list had that the site took. At least 0. */
  availableBefore?: number;
  /** Whether a manager has agreed to it: the next run sends it unless the animals change. */
  agreed: boolean;
}

/**
 * Why: `first`: it is the first one, which replaces everything that the account at the site holds; `empty`: it has no
 * animals, which removes all of them from the site; `shrunk`: it has less than half of the last list's available
 * animals.
 */
export type WaitingReason =
  | 'first'
  | 'empty'
  | 'shrunk';

export interface Webhook {
  /** Assigned by the service. */
  id: number;
  /** The `https://` URL on the public internet that receives the requests. 1 to 2,048 characters. */
  url: string;
  /** The types of events to send. 1 to 49 items. */
  events: WebhookEventType[];
  /** What the webhook is for. 1 to 255 characters. */
  description?: string;
  /** While true, nothing is sent. Waiting deliveries continue when it becomes false. */
  disabled: boolean;
  /**
   * Why the service disabled the webhook: `gone` after a 410 response, `failing` after every attempt for five days has
   * failed, `erased` because its URL contained the email address of a person whose data was erased.
   */
  disabledReason?: 'gone' | 'failing' | 'erased';
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** ISO 8601 in UTC. */
  updatedAt: string;
}

/** A type of event that a webhook can subscribe to. */
export type WebhookEventType =
  | 'pet.created'
  | 'pet.updated'
  | 'pet.status_changed'
  | 'pet.deleted'
  | 'pet.unlisted'
  | 'category.created'
  | 'category.updated'
  | 'category.deleted'
  | 'organization.created'
  | 'organization.updated'
  | 'organization.listed'
  | 'organization.unlisted'
  | 'organization.animals_changed'
  | 'order.placed'
  | 'order.approved'
  | 'order.delivered'
  | 'order.cancelled'
  | 'order.expired'
  | 'order.returned'
  | 'order.paid'
  | 'order.unpaid'
  | 'application.submitted'
  | 'application.updated'
  | 'application.in_review'
  | 'application.accepted'
  | 'application.declined'
  | 'application.withdrawn'
  | 'application.closed'
  | 'message.delivered'
  | 'message.failed'
  | 'account.created'
  | 'account.updated'
  | 'account.joined'
  | 'account.left'
  | 'account.suspended'
  | 'account.resumed'
  | 'account.closed'
  | 'api_key.created'
  | 'api_key.rolled'
  | 'api_key.revoked'
  | 'api_key.banned'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.failing'
  | 'webhook.recovered'
  | 'webhook.disabling'
  | 'webhook.secret_rolled'
  | 'webhook.deleted'
  | 'clock.advanced';

export interface WebhookHealth {
  state: WebhookHealthState;
  /** All webhooks, newest first. */
  webhooks: HealthOfWebhook[];
}

/** The worst state of them; `disabled` only if the service has disabled one. Without webhooks `healthy`. */
export type WebhookHealthState =
  | 'healthy'
  | 'retrying'
  | 'failing'
  | 'disabled';

export interface WebhookPatch {
  /** The `https://` URL on the public internet that receives the requests. 1 to 2,048 characters. */
  url?: string;
  /** The types of events to send. 1 to 49 items. */
  events?: WebhookEventType[];
  /** What the webhook is for. 1 to 255 characters. */
  description?: string | null;
  /** While true, nothing is sent. Waiting deliveries continue when it becomes false. */
  disabled?: boolean;
}

export interface WebhookTest {
  /** The webhook that is tested. */
  webhookId: number;
}

export interface WebhookWithSecret {
  /** Assigned by the service. */
  id: number;
  /** The `https://` URL on the public internet that receives the requests. 1 to 2,048 characters. */
  url: string;
  /** The types of events to send. 1 to 49 items. */
  events: WebhookEventType[];
  /** What the webhook is for. 1 to 255 characters. */
  description?: string;
  /** While true, nothing is sent. Waiting deliveries continue when it becomes false. */
  disabled: boolean;
  /**
   * Why the service disabled the webhook: `gone` after a 410 response, `failing` after every attempt for five days has
   * failed, `erased` because its URL contained the email address of a person whose data was erased.
   */
  disabledReason?: 'gone' | 'failing' | 'erased';
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** ISO 8601 in UTC. */
  updatedAt: string;
  /** The secret that signs the requests (Standard Webhooks 1.0.0). Only this response shows it. */
  secret: string;
}

export type WhyNotListed =
  | 'outcome'
  | 'hold'
  | 'withheld'
  | 'adopted'
  | 'pending'
  | 'species'
  | 'breed'
  | 'breed_not_on_list'
  | 'sex'
  | 'size'
  | 'age'
  | 'name';

/** The `data` of each kind of event: the resource after the change. Specification, part 6. */
export interface EventData {
  'pet.created': Pet;
  'pet.updated': ChangedPet;
  'pet.status_changed': Pet;
  'pet.deleted': Pet;
  'pet.unlisted': Pet;
  'pet_record.updated': ChangedPet;
  'category.created': Category;
  'category.updated': Category;
  'category.deleted': Category;
  'organization.created': OrganizationNotice;
  'organization.updated': OrganizationNotice;
  'organization.listed': OrganizationNotice;
  'organization.unlisted': OrganizationNotice;
  'organization.animals_changed': OrganizationNotice;
  'order.placed': Order;
  'order.approved': Order;
  'order.delivered': Order;
  'order.cancelled': Order;
  'order.expired': Order;
  'order.returned': Order;
  'order.paid': Order;
  'order.unpaid': Order;
  'application.submitted': Application;
  'application.updated': Application;
  'application.in_review': Application;
  'application.accepted': Application;
  'application.declined': Application;
  'application.withdrawn': Application;
  'application.closed': Application;
  'message.delivered': Message;
  'message.failed': Message;
  'account.created': AccountNotice;
  'account.updated': AccountNotice;
  'account.joined': AccountNotice;
  'account.left': AccountNotice;
  'account.suspended': AccountNotice;
  'account.resumed': AccountNotice;
  'account.closed': AccountNotice;
  'api_key.created': ApiKey;
  'api_key.rolled': ApiKey;
  'api_key.revoked': ApiKey;
  'api_key.banned': ApiKey;
  'webhook.created': Webhook;
  'webhook.updated': Webhook;
  'webhook.failing': Webhook;
  'webhook.recovered': Webhook;
  'webhook.disabling': Webhook;
  'webhook.secret_rolled': Webhook;
  'webhook.deleted': Webhook;
  'person.erased': PersonNotice;
  'person.corrected': PersonNotice;
  'clock.advanced': ClockAdvance;
  'webhook.test': WebhookTest;
}

/** An event of the feed, the stream and webhooks. `type` determines the type of `data`. */
export type PetstoreEvent<Kind extends EventType = EventType> = {
  [Type in Kind]: {
    /** The identifier of the event: the same each time the event is sent. */
    id: string;
    type: Type;
    /** When it happened. ISO 8601 in UTC. */
    timestamp: string;
    /** The number of the event, in commit order. */
    sequence: number;
    actor?: Actor;
    /** The resource after the change. */
    data: EventData[Type];
  };
}[Kind];

/** Query of `pets.list`. */
export interface ListPetsQuery {
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
  /** Status of the animal. `available`: free for adoption. `pending`: held for an adopter. `sold`: adopted. */
  status?: PetStatus | undefined;
  /** Only animals of the category with this id. */
  categoryId?: Int64 | undefined;
  /** Only animals of the organization with this id. */
  organizationId?: Int64 | undefined;
  /** Only animals with one of these ids, separated by commas. 1 to 100 items. */
  ids?: Int64[] | undefined;
  /** Only animals of this species, ignoring case. Several, separated by commas: any may match. 1 to 20 items. */
  species?: string[] | undefined;
  /**
   * Only animals whose first or second breed is this one, ignoring case. Several, separated by commas: any may match.
   * 1 to 20 items.
   */
  breed?: string[] | undefined;
  /** Only animals with this color, ignoring case. Several, separated by commas: any may match. 1 to 20 items. */
  color?: string[] | undefined;
  /** Only animals of this sex. Several, separated by commas: any may match. 1 to 20 items. */
  sex?: ('female' | 'male' | 'unknown')[] | undefined;
  /**
   * Only animals of this age: less than one year, three years, eight years, or older. Several, separated by commas:
   * any may match. 1 to 20 items.
   */
  age?: ('baby' | 'young' | 'adult' | 'senior')[] | undefined;
  /** Only animals of this size. Several, separated by commas: any may match. 1 to 20 items. */
  size?: ('small' | 'medium' | 'large' | 'xlarge')[] | undefined;
  /** Only animals with this coat. Several, separated by commas: any may match. 1 to 20 items. */
  coat?: ('hairless' | 'short' | 'medium' | 'long' | 'wire' | 'curly')[] | undefined;
  /** Only animals that get on with children, for example. Several, separated by commas: all must match. 1 to 20 items. */
  goodWith?: ('children' | 'dogs' | 'cats' | 'seniors' | 'farmAnimals')[] | undefined;
  /** Only animals that are house-trained, or that are not. An animal without this information is in neither list. */
  houseTrained?: boolean | undefined;
  /** Only animals that have special needs, or that have none. An animal without this information is in neither list. */
  specialNeeds?: boolean | undefined;
  /** Only animals that have a photo, or that have none. */
  hasPhotos?: boolean | undefined;
  /**
   * Only animals that lack this information: `photos`, `description`, `age`, `sex`, `size`, or whether they get on
   * with `children`. Several, separated by commas: any may match. 1 to 3 items.
   */
  missing?: ('photos' | 'description' | 'age' | 'sex' | 'size' | 'children')[] | undefined;
  /**
   * Only what is near this place: a latitude and a longitude such as `39.8,-89.65`, a postal code of the United States
   * or Canada (of Canada also its first three characters), or a town with its state, province or country such as
   * `Springfield, IL` or `Lodz, Poland`, ignoring case and accents; if several match, the largest one. 1 to 200
   * characters.
   */
  near?: string | undefined;
  /** How near, in kilometers or miles: `50km`, `30mi`. At most 500 miles; 100 miles if omitted. */
  within?: string | undefined;
  /**
   * The order: `newest` first, as by default; `longest_waiting`: by the day on which they came; `distance` from
   * `near`. An animal is at the `location` of its profile, to two decimals, or else where its organization is.
   */
  sort?: 'newest' | 'longest_waiting' | 'distance' | undefined;
  /** Only animals that were added or changed at or after this time. ISO 8601 in UTC. */
  updatedSince?: string | undefined;
  /**
   * Only animals whose name contains this text, ignoring case, accents, apostrophes and compatibility forms: `lucja`
   * finds Łucja, `omalley` O’Malley, and `fi` the ligature `ﬁ`. At most 255 characters, also in the form that is
   * compared. 1 to 255 characters.
   */
  q?: string | undefined;
  /**
   * Members to add to each animal, separated by commas. `owner`: who has the animal. `order`: the open order that
   * holds it. `profile`: its profile. `photos`: its photos. `promised`: whether somebody is about to take it home.
   * `distance`: how far it is from `near`.
   */
  expand?: ('owner' | 'profile' | 'photos' | 'order' | 'promised' | 'distance')[] | undefined;
}

/** Options of `pets.create`. */
export interface CreatePetQuery {
  /**
   * Members to add to each animal, separated by commas. `owner`: who has the animal. `order`: the open order that
   * holds it. `profile`: its profile. `photos`: its photos. `promised`: whether somebody is about to take it home.
   * `distance`: how far it is from `near`.
   */
  expand?: ('owner' | 'profile' | 'photos' | 'order' | 'promised' | 'distance')[] | undefined;
}

/** Query of `pets.facets`. */
export interface CountPetsQuery {
  /** Status of the animal. `available`: free for adoption. `pending`: held for an adopter. `sold`: adopted. */
  status?: PetStatus | undefined;
  /** Only animals of the category with this id. */
  categoryId?: Int64 | undefined;
  /** Only animals of the organization with this id. */
  organizationId?: Int64 | undefined;
  /** Only animals with one of these ids, separated by commas. 1 to 100 items. */
  ids?: Int64[] | undefined;
  /** Only animals of this species, ignoring case. Several, separated by commas: any may match. 1 to 20 items. */
  species?: string[] | undefined;
  /**
   * Only animals whose first or second breed is this one, ignoring case. Several, separated by commas: any may match.
   * 1 to 20 items.
   */
  breed?: string[] | undefined;
  /** Only animals with this color, ignoring case. Several, separated by commas: any may match. 1 to 20 items. */
  color?: string[] | undefined;
  /** Only animals of this sex. Several, separated by commas: any may match. 1 to 20 items. */
  sex?: ('female' | 'male' | 'unknown')[] | undefined;
  /**
   * Only animals of this age: less than one year, three years, eight years, or older. Several, separated by commas:
   * any may match. 1 to 20 items.
   */
  age?: ('baby' | 'young' | 'adult' | 'senior')[] | undefined;
  /** Only animals of this size. Several, separated by commas: any may match. 1 to 20 items. */
  size?: ('small' | 'medium' | 'large' | 'xlarge')[] | undefined;
  /** Only animals with this coat. Several, separated by commas: any may match. 1 to 20 items. */
  coat?: ('hairless' | 'short' | 'medium' | 'long' | 'wire' | 'curly')[] | undefined;
  /** Only animals that get on with children, for example. Several, separated by commas: all must match. 1 to 20 items. */
  goodWith?: ('children' | 'dogs' | 'cats' | 'seniors' | 'farmAnimals')[] | undefined;
  /** Only animals that are house-trained, or that are not. An animal without this information is in neither list. */
  houseTrained?: boolean | undefined;
  /** Only animals that have special needs, or that have none. An animal without this information is in neither list. */
  specialNeeds?: boolean | undefined;
  /** Only animals that have a photo, or that have none. */
  hasPhotos?: boolean | undefined;
  /**
   * Only animals that lack this information: `photos`, `description`, `age`, `sex`, `size`, or whether they get on
   * with `children`. Several, separated by commas: any may match. 1 to 3 items.
   */
  missing?: ('photos' | 'description' | 'age' | 'sex' | 'size' | 'children')[] | undefined;
  /**
   * Only what is near this place: a latitude and a longitude such as `39.8,-89.65`, a postal code of the United States
   * or Canada (of Canada also its first three characters), or a town with its state, province or country such as
   * `Springfield, IL` or `Lodz, Poland`, ignoring case and accents; if several match, the largest one. 1 to 200
   * characters.
   */
  near?: string | undefined;
  /** How near, in kilometers or miles: `50km`, `30mi`. At most 500 miles; 100 miles if omitted. */
  within?: string | undefined;
  /** Only animals that were added or changed at or after this time. ISO 8601 in UTC. */
  updatedSince?: string | undefined;
  /**
   * Only animals whose name contains this text, ignoring case, accents, apostrophes and compatibility forms: `lucja`
   * finds Łucja, `omalley` O’Malley, and `fi` the ligature `ﬁ`. At most 255 characters, also in the form that is
   * compared. 1 to 255 characters.
   */
  q?: string | undefined;
}

/** Options of `pets.get`. */
export interface GetPetQuery {
  /**
   * Members to add to each animal, separated by commas. `owner`: who has the animal. `order`: the open order that
   * holds it. `profile`: its profile. `photos`: its photos. `promised`: whether somebody is about to take it home.
   * `distance`: how far it is from `near`.
   */
  expand?: ('owner' | 'profile' | 'photos' | 'order' | 'promised' | 'distance')[] | undefined;
}

/** Options of `pets.update`. */
export interface UpdatePetQuery {
  /**
   * Members to add to each animal, separated by commas. `owner`: who has the animal. `order`: the open order that
   * holds it. `profile`: its profile. `photos`: its photos. `promised`: whether somebody is about to take it home.
   * `distance`: how far it is from `near`.
   */
  expand?: ('owner' | 'profile' | 'photos' | 'order' | 'promised' | 'distance')[] | undefined;
}

/** Query of `vocabularies.breeds`. */
export interface ListBreedsQuery {
  /**
   * Only names for this species: any word for it, such as `Dog` or `kittens`. Unknown words have none. 1 to 255
   * characters.
   */
  species?: string | undefined;
}

/** Query of `vocabularies.colors`. */
export interface ListColorsQuery {
  /**
   * Only names for this species: any word for it, such as `Dog` or `kittens`. Unknown words have none. 1 to 255
   * characters.
   */
  species?: string | undefined;
}

/** Options of `photos.add`. */
export interface AddPhotoQuery {
  /**
   * What the photo shows, for people who cannot see it, such as `A brown dog asleep on a red sofa`. 1 to 500
   * characters.
   */
  alt?: string | undefined;
}

/** Query of any list without filters. */
export interface PageQuery {
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
}

/** Query of `organizations.list`. */
export interface ListOrganizationsQuery {
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
  /**
   * Only what is near this place: a latitude and a longitude such as `39.8,-89.65`, a postal code of the United States
   * or Canada (of Canada also its first three characters), or a town with its state, province or country such as
   * `Springfield, IL` or `Lodz, Poland`, ignoring case and accents; if several match, the largest one. 1 to 200
   * characters.
   */
  near?: string | undefined;
  /** How near, in kilometers or miles: `50km`, `30mi`. At most 500 miles; 100 miles if omitted. */
  within?: string | undefined;
  /** Only organizations whose name contains this text, ignoring case, accents and apostrophes. 1 to 255 characters. */
  name?: string | undefined;
}

/** Query of `listingSites.animals`. */
export interface ListListingAnimalsQuery {
  /** Only this animal. */
  petId?: number | undefined;
  /** Only animals that the next list will have, or that it will not have. */
  listed?: boolean | undefined;
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
}

/** Query of `orders.list`. */
export interface ListOrdersQuery {
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
  /** Only orders with this status. Several, separated by commas: any may match. 1 to 6 items. */
  status?: OrderStatus | OrderStatus[] | undefined;
  /** Only orders for the animal with this id. */
  petId?: Int64 | undefined;
  /** Only orders for animals of this organization. */
  organizationId?: Int64 | undefined;
  /**
   * Only orders with this text in the name, the email address, the note or an answer of the adopter or in the name of
   * the animal, or with this number as the id of the order or the animal. Upper and lower case, marks and apostrophes
   * make no difference. Adopters that the caller may not read are not found. 1 to 255 characters.
   */
  q?: string | undefined;
  /** The order: `newest` first, as by default, or `expires`: what has the earliest `expiresAt` first. */
  sort?: 'newest' | 'expires' | undefined;
}

/** Query of `orders.counts`. */
export interface CountOrdersQuery {
  /** Only orders for the animal with this id. */
  petId?: Int64 | undefined;
  /** Only orders for animals of this organization. */
  organizationId?: Int64 | undefined;
}

/** Query of `orders.adopter`. */
export interface GetAdopterQuery {
  /** Email address of the person. Upper and lower case are the same. At most 254 characters. */
  email: string;
  /** Only what concerns the organization with this id. By default the account’s, or everything for operators. */
  organizationId?: Int64 | undefined;
}

/** Options of `orders.inventory`. */
export interface GetInventoryQuery {
  /** Only animals of the organization with this id. */
  organizationId?: Int64 | undefined;
}

/** Query of `applications.list`. */
export interface ListApplicationsQuery {
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
  /** Only applications with this status. Several, separated by commas: any may match. 1 to 6 items. */
  status?: ApplicationStatus | ApplicationStatus[] | undefined;
  /** Only applications for the animal with this id. */
  petId?: Int64 | undefined;
  /** Only applications for animals of this organization. */
  organizationId?: Int64 | undefined;
  /** Only applications that this account takes care of, or `none`: nobody does. */
  assignee?: string | undefined;
  /**
   * Only applications with this text in the name, the email address, the note or the answers of the adopter or in the
   * name of the animal, or with this number as the id of the application or the animal. Upper and lower case, marks
   * and apostrophes make no difference. Adopters that the caller may not read are not found. 1 to 255 characters.
   */
  q?: string | undefined;
  /** The order: `newest` first, as by default, or `oldest` first. */
  sort?: 'newest' | 'oldest' | undefined;
}

/** Query of `applications.counts`. */
export interface CountApplicationsQuery {
  /** Only applications for the animal with this id. */
  petId?: Int64 | undefined;
  /** Only applications for animals of this organization. */
  organizationId?: Int64 | undefined;
}

/** Query of `organizations.messages`. */
export interface ListOrganizationMessagesQuery {
  /**
   * What the message still needs. `open`: an answer. `answered`: nothing for now; an answer in the inbox makes it so.
   * `closed`: nothing any more.
   */
  state?: ThreadState | undefined;
  /** Only messages that this account takes care of, or `none`: nobody does. */
  assignee?: string | undefined;
  /**
   * Only messages with this text in the message, in the name or email address of the sender, or in the name of the
   * animal. Upper and lower case, marks and apostrophes make no difference. 1 to 255 characters.
   */
  q?: string | undefined;
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
}

/** Query of `events.list`. */
export interface ListEventsQuery {
  /** Only events with a higher `sequence`. 0 to 9,007,199,254,740,991. */
  after?: number | undefined;
  /**
   * Only events after this position: `now`, or the one in the `Link` of an earlier response, which then names the next
   * one. Unlike `after`, a position is refused (410) if an event after it may be missing. Lists only, without `after`.
   */
  position?: string | undefined;
  /** Only these types, separated by commas. 1 to 53 items. */
  types?: EventType | EventType[] | undefined;
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
}

/** Query of `events.audit`. */
export interface ListAuditQuery {
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
  /** Only events about what belongs to this organization. */
  organizationId?: number | undefined;
  /** Only what this account did: the `accountId` of the `actor`. */
  accountId?: number | undefined;
  /** Only events about this animal and its orders. */
  petId?: number | undefined;
  /** Only events about this order. */
  orderId?: number | undefined;
  /** Only these types, separated by commas. 1 to 53 items. */
  types?: EventType | EventType[] | undefined;
}

/** Query of `statistics.get`. */
export interface GetStatisticsQuery {
  /** The first month, such as `2026-01`; by default 11 months before the last one. */
  from?: string | undefined;
  /** The last month; by default the current one, where the organization is. There are at most 60 months. */
  to?: string | undefined;
  /** Only animals of the organization with this id. By default the account’s, or everybody’s for operators. */
  organizationId?: Int64 | undefined;
}

/** Query of `statistics.shelterAnimalsCount`. */
export interface GetShelterAnimalsCountQuery {
  /** The first month, such as `2026-01`; by default 11 months before the last one. */
  from?: string | undefined;
  /** The last month; by default the current one, where the organization is. There are at most 60 months. */
  to?: string | undefined;
  /** Only animals of the organization with this id. By default the account’s, or everybody’s for operators. */
  organizationId?: Int64 | undefined;
}

/** Query of `statistics.interest`. */
export interface GetInterestQuery {
  /** Which animals come first: those whose pages were opened most, or least. Default: "most". */
  order?: 'most' | 'least' | undefined;
  /** How many animals to return at most. 1 to 1,000. Default: 20. */
  count?: number | undefined;
  /** Only animals of the organization with this id. By default the account’s, or everybody’s for operators. */
  organizationId?: Int64 | undefined;
}

/** Query of `webhooks.deliveries`. */
export interface ListDeliveriesQuery {
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
  /**
   * The state of the delivery. `pending`: an attempt is due or running. `failed`: no attempt succeeded, and no more
   * will follow.
   */
  status?: DeliveryStatus | undefined;
  /** Only deliveries whose last attempt failed, even if another follows; or only the others. */
  hasFailed?: boolean | undefined;
  /** Only deliveries of these types of events, separated by commas. 1 to 53 items. */
  types?: EventType | EventType[] | undefined;
  /** Only deliveries that began at or after this time. ISO 8601 in UTC. */
  createdSince?: string | undefined;
}

/** Query of `webhooks.allDeliveries`. */
export interface ListAllDeliveriesQuery {
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
  /**
   * The state of the delivery. `pending`: an attempt is due or running. `failed`: no attempt succeeded, and no more
   * will follow.
   */
  status?: DeliveryStatus | undefined;
  /** Only deliveries whose last attempt failed, even if another follows; or only the others. */
  hasFailed?: boolean | undefined;
  /** Only deliveries of these types of events, separated by commas. 1 to 53 items. */
  types?: EventType | EventType[] | undefined;
  /** Only deliveries that began at or after this time. ISO 8601 in UTC. */
  createdSince?: string | undefined;
}

/** Query of `account.usageBreakdown`. */
export interface GetUsageBreakdownQuery {
  /** Only requests with this key. */
  keyId?: number | undefined;
}

/** Query of `account.requests`. */
export interface ListRequestsQuery {
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
  /** Only requests with this method. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | undefined;
  /** Only requests with this status, such as `404`, or with one of this class, such as `4xx`. */
  status?: string | undefined;
  /** Only requests with this error code. 1 to 64 characters. */
  code?: string | undefined;
  /** Only requests to the operation with this `operationId`. 1 to 64 characters. */
  operation?: string | undefined;
  /** Only requests with this key. */
  keyId?: number | undefined;
  /** Only requests with this `X-Request-Id`. 1 to 128 characters. */
  requestId?: string | undefined;
  /** Only requests whose responses ended at this time or later. ISO 8601 in UTC. */
  since?: string | undefined;
}

/** Query of `admin.accounts`. */
export interface ListAccountsQuery {
  /**
   * What the account still needs before its keys work: `confirmation` of its email address, or the `approval` of an
   * operator.
   */
  awaiting?: SignupStep | undefined;
  /** Only the account with this address, in any case. At most 254 characters. */
  email?: string | undefined;
  /** Only the members of this organization. */
  organizationId?: number | undefined;
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
}

/** Query of `admin.person`. */
export interface FindPersonQuery {
  /** The email address of the person. Upper and lower case are the same. 3 to 254 characters. */
  email: string;
}

/** Query of `admin.inbox`. */
export interface ListInboxQuery {
  /**
   * What the message still needs. `open`: an answer. `answered`: nothing for now; an answer in the inbox makes it so.
   * `closed`: nothing any more.
   */
  state?: ThreadState | undefined;
  /** Only messages that this account takes care of, or `none`: nobody does. */
  assignee?: string | undefined;
  /**
   * Only messages with this text in the message, in the name or email address of the sender, or in the name of the
   * animal. Upper and lower case, marks and apostrophes make no difference. 1 to 255 characters.
   */
  q?: string | undefined;
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
}

/** Query of `test.mails`. */
export interface ListMailsQuery {
  /** Only mails to this address, whatever its case. At most 254 characters. */
  to?: string | undefined;
  /** The maximum number of items to return. 1 to 100. Default: 20. */
  limit?: number | undefined;
  /**
   * The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters. At most 200
   * characters.
   */
  cursor?: string | undefined;
}

/** Query of `description.get`. */
export interface GetDescriptionQuery {
  /** Only the operations with one of these tags, separated by commas, and the shapes that they name. 1 to 16 items. */
  tags?: ('Pets' | 'Categories' | 'Organizations' | 'Listings' | 'Orders' | 'Applications' | 'Messages' | 'Alerts' | 'Events' | 'Statistics' | 'Imports' | 'Webhooks' | 'Account' | 'Administration' | 'Testing' | 'Description')[] | undefined;
  /** The version of OpenAPI. Default: "3.1". */
  version?: '3.1' | '3.0' | undefined;
}

/** Animals. Specification, parts 2, 3 and 4.1 to 4.3. */
export interface PetsApi {
  /**
   * List animals. Returns the animals that match every filter, newest first unless `sort` says otherwise. A
   * publishable key receives the animals of public organizations. Follow the `Link` header for the next page. With
   * exactly one id in `ids`, the response has the `ETag` of that animal, and `If-Match` and `If-None-Match` apply to
   * it; other lists have none and ignore them. Needs the scope `pets:read`.
   *
   * `GET /pets` (`listPets` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`, `precondition_failed`
   */
  list(query?: ListPetsQuery, options?: CallOptions): Pages<ExpandedPet, ListPetsQuery>;
  /**
   * Add an animal. Adds an animal, which is `available` unless `status` says otherwise. Unless the operator requires
   * known categories, any int64 is accepted as `categoryId`. Needs the scope `pets:write`.
   *
   * `POST /pets` (`createPet` in the OpenAPI description).
   * @throws PetstoreError `mirrored`
   */
  create(body: NewPet, options?: CreateOptions & CreatePetQuery): Promise<ExpandedPet>;
  /**
   * Count animals by the values of filters. Returns how many animals `GET /pets` lists with each value of its filters
   * about profiles and photos, together with the other filters that are given. A filter does not narrow its own
   * values: with `age=young`, the count of `adult` is for `age=adult`; a count of `goodWith` is for the chosen
   * companions and one more. Values that no animal has are absent; of each filter there are at most 100. If more than
   * 2,500 animals match the filters that are not counted, such as `status` and `near`, there is only `total`. A
   * publishable key counts the animals of public organizations. Needs the scope `pets:read`.
   *
   * `GET /pet-facets` (`countPets` in the OpenAPI description).
   */
  facets(query?: CountPetsQuery, options?: CallOptions): Promise<PetFacets>;
  /**
   * Get an animal. Deprecated: this operation will be removed on 5 December 2030. Use `GET /pets?ids=` instead. Needs
   * the scope `pets:read`.
   *
   * `GET /pets/{petId}` (`getPet` in the OpenAPI description).
   * @throws PetstoreError `pet_not_found`, `operation_removed`, `precondition_failed`
   * @deprecated Deprecated: this operation will be removed on 5 December 2030.
   */
  get(petId: Int64, options?: CallOptions & GetPetQuery): Promise<ExpandedPet>;
  /**
   * Change an animal. Applies a JSON merge patch (RFC 7396). Only the account that added the animal and operators may
   * change it. While an order holds the animal, its `status` cannot be changed, nor an outcome be added to its
   * profile. Needs the scope `pets:write`.
   *
   * `PATCH /pets/{petId}` (`updatePet` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `pet_not_found`, `pet_has_open_order`, `invalid_status_transition`,
   * `precondition_failed`
   */
  update(petId: Int64, body: PetPatch, options?: ChangeOptions & UpdatePetQuery): Promise<ExpandedPet>;
  /**
   * Remove an animal. Removes an animal. Only the account that added it and operators may remove it, and only while no
   * order holds it. Needs the scope `pets:write`.
   *
   * `DELETE /pets/{petId}` (`deletePet` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `pet_not_found`, `pet_has_open_order`, `precondition_failed`
   */
  delete(petId: Int64, options?: Omit<ChangeOptions, 'idempotencyKey'>): Promise<void>;
  /**
   * Get the profile of an animal. Returns the profile of an animal. Absent members are unknown. `staff` is there only
   * for members of the organization that has the animal, or, without an organization, for the account that added it;
   * and for operators. Needs the scope `pets:read`.
   *
   * `GET /pets/{petId}/profile` (`getPetProfile` in the OpenAPI description).
   * @throws PetstoreError `pet_not_found`, `precondition_failed`
   */
  profile(petId: Int64, options?: CallOptions): Promise<PetProfile>;
  /**
   * Replace the profile of an animal. Replaces the profile of an animal, `staff` included. Only the account that added
   * the animal, its organization and operators may do that. Needs the scope `pets:write`.
   *
   * `PUT /pets/{petId}/profile` (`replacePetProfile` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `pet_not_found`, `pet_has_open_order`, `precondition_failed`
   */
  replaceProfile(petId: Int64, body: NewPetProfile, options?: Omit<ChangeOptions, 'idempotencyKey'>): Promise<PetProfile>;
  /**
   * Change the profile of an animal. Applies a JSON merge patch (RFC 7396): null removes a member, and a list replaces
   * the list. Only the account that added the animal, its organization and operators may do that. Needs the scope
   * `pets:write`.
   *
   * `PATCH /pets/{petId}/profile` (`updatePetProfile` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `pet_not_found`, `pet_has_open_order`, `precondition_failed`
   */
  updateProfile(petId: Int64, body: PetProfilePatch, options?: ChangeOptions): Promise<PetProfile>;
}

/** Names of species, breeds and colors, to complete while typing. */
export interface VocabulariesApi {
  /**
   * List the names of species. Returns the usual names of species. A profile may have any other. Needs the scope
   * `pets:read`.
   *
   * `GET /vocabularies/species` (`listSpecies` in the OpenAPI description).
   */
  species(options?: CallOptions): Promise<string[]>;
  /**
   * List the names of breeds. Returns the usual names of breeds, which Petfinder knows too. A profile may have any
   * other. Needs the scope `pets:read`.
   *
   * `GET /vocabularies/breeds` (`listBreeds` in the OpenAPI description).
   */
  breeds(query?: ListBreedsQuery, options?: CallOptions): Promise<string[]>;
  /**
   * List the names of colors. Returns the usual names of colors, which Petfinder knows too. A profile may have any
   * other. Needs the scope `pets:read`.
   *
   * `GET /vocabularies/colors` (`listColors` in the OpenAPI description).
   */
  colors(query?: ListColorsQuery, options?: CallOptions): Promise<string[]>;
}

/** Photos of animals. */
export interface PhotosApi {
  /**
   * List the photos of an animal. Returns all photos of the animal, at most 12, in their order. The first one is shown
   * in lists. Needs the scope `pets:read`.
   *
   * `GET /pets/{petId}/photos` (`listPhotos` in the OpenAPI description).
   * @throws PetstoreError `pet_not_found`, `precondition_failed`
   */
  list(petId: Int64, options?: CallOptions): Promise<Photo[]>;
  /**
   * Add a photo. The body is the image itself: JPEG, PNG, WebP, GIF, AVIF or HEIC, which its bytes decide, of up to 20
   * MiB and 50 megapixels; or a form (`multipart/form-data`) with this one file and nothing else. It is turned
   * upright, and only its pixels are kept: no place, camera or time. The photo comes behind the others; an animal has
   * at most 12. An image that the animal has already is not added again: the response is its photo. Needs the scope
   * `pets:write`.
   *
   * `POST /pets/{petId}/photos` (`addPhoto` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `pet_not_found`, `too_many_photos`
   */
  add(petId: Int64, body: Blob, options?: CreateOptions & AddPhotoQuery): Promise<Photo>;
  /**
   * Get a photo. Returns the data of the photo. Its `urls` name its files. Needs the scope `pets:read`.
   *
   * `GET /pets/{petId}/photos/{photoId}` (`getPhoto` in the OpenAPI description).
   * @throws PetstoreError `pet_not_found`, `photo_not_found`, `precondition_failed`
   */
  get(petId: Int64, photoId: Int64, options?: CallOptions): Promise<Photo>;
  /**
   * Describe, focus or move a photo. Applies a JSON merge patch (RFC 7396) to the description, the focus and the place
   * of the photo. A new focus replaces the old one whole. Needs the scope `pets:write`.
   *
   * `PATCH /pets/{petId}/photos/{photoId}` (`updatePhoto` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `pet_not_found`, `photo_not_found`, `precondition_failed`
   */
  update(petId: Int64, photoId: Int64, body: PhotoPatch, options?: ChangeOptions): Promise<Photo>;
  /**
   * Remove a photo. Removes the photo and its files. Browsers and caches that have seen a file may still have it.
   * Needs the scope `pets:write`.
   *
   * `DELETE /pets/{petId}/photos/{photoId}` (`deletePhoto` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `pet_not_found`, `photo_not_found`, `precondition_failed`
   */
  delete(petId: Int64, photoId: Int64, options?: Omit<ChangeOptions, 'idempotencyKey'>): Promise<void>;
}

/** Imports of files by the service itself. */
export interface ImportsApi {
  /**
   * List imports. Returns the files that your organization has imported in the console or with `petstore import pets
   * --direct`, newest first. Operators see all imports. Imports through the API are requests like any others, and not
   * in this list. Follow the `Link` header for the next page. Needs the scope `pets:write`.
   *
   * `GET /imports` (`listImports` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  list(query?: PageQuery, options?: CallOptions): Pages<Import, PageQuery>;
  /**
   * Undo an import. Removes the animals that the import has added, and forgets their references, so that they can be
   * imported again. It is refused, and nothing is removed, if anybody has changed one of the animals since, ordered
   * it, applied for it, asked about it, or added or changed its photos. Animals that were removed already do not
   * matter. Needs the scope `pets:write`.
   *
   * `POST /imports/{importId}/undo` (`undoImport` in the OpenAPI description).
   * @throws PetstoreError `import_not_found`, `import_touched`
   */
  undo(importId: Int64, options?: CreateOptions): Promise<Import>;
}

/** Categories of animals. */
export interface CategoriesApi {
  /**
   * List categories. Returns every category, the highest id first. A publishable key receives the categories of public
   * animals. Follow the `Link` header for the next page. Needs the scope `pets:read`.
   *
   * `GET /categories` (`listCategories` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  list(query?: PageQuery, options?: CallOptions): Pages<Category, PageQuery>;
  /**
   * Add a category. Adds a category. The service assigns an `id` unless the request gives one. An account that signed
   * up by itself may not give one until an operator approves it, or it joins an organization. Needs the scope
   * `pets:write`.
   *
   * `POST /categories` (`createCategory` in the OpenAPI description).
   * @throws PetstoreError `category_exists`
   */
  create(body: NewCategory, options?: CreateOptions): Promise<Category>;
  /**
   * Get a category. Returns one category. Needs the scope `pets:read`.
   *
   * `GET /categories/{categoryId}` (`getCategory` in the OpenAPI description).
   * @throws PetstoreError `category_not_found`, `precondition_failed`
   */
  get(categoryId: Int64, options?: CallOptions): Promise<Category>;
  /**
   * Change a category. Applies a JSON merge patch (RFC 7396). Only the account that added the category and operators
   * may change it. Needs the scope `pets:write`.
   *
   * `PATCH /categories/{categoryId}` (`updateCategory` in the OpenAPI description).
   * @throws PetstoreError `category_not_found`, `precondition_failed`
   */
  update(categoryId: Int64, body: CategoryPatch, options?: ChangeOptions): Promise<Category>;
  /**
   * Remove a category. Removes a category without animals. Only the account that added it and operators may remove it.
   * Needs the scope `pets:write`.
   *
   * `DELETE /categories/{categoryId}` (`deleteCategory` in the OpenAPI description).
   * @throws PetstoreError `category_not_found`, `category_in_use`, `precondition_failed`
   */
  delete(categoryId: Int64, options?: Omit<ChangeOptions, 'idempotencyKey'>): Promise<void>;
}

/** Organizations: shelters, rescues and shops that have animals. */
export interface OrganizationsApi {
  /**
   * List organizations. The organizations that visitors see, newest first; also your own and, for operators, all
   * others. Follow the `Link` header for the next page. Needs the scope `pets:read`.
   *
   * `GET /organizations` (`listOrganizations` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  list(query?: ListOrganizationsQuery, options?: CallOptions): Pages<Organization, ListOrganizationsQuery>;
  /**
   * Add an organization. Adds an organization. Visitors see it once it is `listed`. Needs an operator.
   *
   * `POST /organizations` (`createOrganization` in the OpenAPI description).
   */
  create(body: NewOrganization, options?: CreateOptions): Promise<Organization>;
  /**
   * Get an organization. Returns an organization that visitors see, your own or, for operators, any. Needs the scope
   * `pets:read`.
   *
   * `GET /organizations/{organizationId}` (`getOrganization` in the OpenAPI description).
   * @throws PetstoreError `organization_not_found`, `precondition_failed`
   */
  get(organizationId: Int64, options?: CallOptions): Promise<Organization>;
  /**
   * Change an organization. Applies a JSON merge patch (RFC 7396). Managers of the organization change what it says
   * about itself; only operators change `listed` and `suspended`. Unlisting or suspending it cancels the open orders
   * that its members have placed for animals of others, and withdraws such applications. Needs the scope `account`.
   *
   * `PATCH /organizations/{organizationId}` (`updateOrganization` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `precondition_failed`
   */
  update(organizationId: Int64, body: OrganizationPatch, options?: ChangeOptions): Promise<Organization>;
  /**
   * Set the logo of an organization. The body is the image itself: PNG, JPEG or WebP, which its first bytes decide, of
   * up to 256 KiB. For managers of the organization and for operators. Needs the scope `account`.
   *
   * `PUT /organizations/{organizationId}/logo` (`setLogo` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `precondition_failed`
   */
  setLogo(organizationId: Int64, body: Blob, options?: Omit<ChangeOptions, 'idempotencyKey'>): Promise<Organization>;
  /**
   * Remove the logo of an organization. For managers of the organization and for operators. Needs the scope `account`.
   *
   * `DELETE /organizations/{organizationId}/logo` (`removeLogo` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `logo_not_found`, `precondition_failed`
   */
  removeLogo(organizationId: Int64, options?: Omit<ChangeOptions, 'idempotencyKey'>): Promise<void>;
  /**
   * Get what the address of an organization is told of. What the address of the organization is told of by mail, if
   * none of its members is told at once. Needs the scope `account`.
   *
   * `GET /organizations/{organizationId}/notifications` (`getOrganizationNotifications` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`
   */
  notifications(organizationId: Int64, options?: CallOptions): Promise<OrganizationNotifications>;
  /**
   * Choose what the address of an organization is told of. Changes the given members, also what a link in a mail has
   * ended. Needs the scope `account`.
   *
   * `PATCH /organizations/{organizationId}/notifications` (`updateOrganizationNotifications` in the OpenAPI
   * description).
   * @throws PetstoreError `mirrored`, `organization_not_found`
   */
  updateNotifications(organizationId: Int64, body: OrganizationNotificationsPatch, options?: CreateOptions): Promise<OrganizationNotifications>;
  /**
   * Get the mails after an adoption. The mails that adopters with a `reservationUrl` get 3 and 30 days after an animal
   * came home. They are off until a manager turns them on. Needs the scope `account`.
   *
   * `GET /organizations/{organizationId}/follow-ups` (`getFollowUps` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`
   */
  followUps(organizationId: Int64, options?: CallOptions): Promise<FollowUps>;
  /**
   * Change the mails after an adoption. Applies a JSON merge patch (RFC 7396). Each mail is sent once, unless the
   * animal has come back or died, or the adopter wants no more. Needs the scope `account`.
   *
   * `PATCH /organizations/{organizationId}/follow-ups` (`updateFollowUps` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`
   */
  updateFollowUps(organizationId: Int64, body: FollowUpsPatch, options?: CreateOptions): Promise<FollowUps>;
  /**
   * List the members of an organization. The accounts that belong to the organization, newest first, for its members
   * and for operators. Needs the scope `account`.
   *
   * `GET /organizations/{organizationId}/members` (`listMembers` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`, `mirrored`, `organization_not_found`
   */
  members(organizationId: Int64, query?: PageQuery, options?: CallOptions): Pages<Member, PageQuery>;
  /**
   * Change the role of a member. Managers of the organization and operators change roles. Only an operator takes the
   * role from the last manager. Needs the scope `account`.
   *
   * `PATCH /organizations/{organizationId}/members/{accountId}` (`updateMember` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `member_not_found`, `last_manager`
   */
  updateMember(organizationId: Int64, accountId: Int64, body: MemberPatch, options?: CreateOptions): Promise<Member>;
  /**
   * Remove a member, or leave. Managers of the organization and operators remove any member; every member may leave.
   * What the account has added for the organization stays there, and its webhooks lose what they have of orders and
   * messages. Only an operator removes the last manager. Needs the scope `account`.
   *
   * `DELETE /organizations/{organizationId}/members/{accountId}` (`removeMember` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `member_not_found`, `last_manager`
   */
  removeMember(organizationId: Int64, accountId: Int64, options?: CallOptions): Promise<void>;
  /**
   * List the invitations of an organization. The invitations that nobody has accepted yet, newest first, without their
   * links, for managers of the organization and for operators. Needs the scope `account`.
   *
   * `GET /organizations/{organizationId}/invitations` (`listInvitations` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`, `mirrored`, `organization_not_found`
   */
  invitations(organizationId: Int64, query?: PageQuery, options?: CallOptions): Pages<Invitation, PageQuery>;
  /**
   * Invite somebody to an organization. Creates a link for joining the organization, which works once, for seven days,
   * and while the account that made it is a manager of the organization or an operator. It is shown only in this
   * response. With an `email` only the account with that address can accept it, and the service mails the link if it
   * can send mail. The key of the request must have all scopes, since a member who signs in has them too. Needs the
   * scope `account`.
   *
   * `POST /organizations/{organizationId}/invitations` (`createInvitation` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`
   */
  invite(organizationId: Int64, body: NewInvitation, options?: CreateOptions): Promise<InvitationWithLink>;
  /**
   * Withdraw an invitation. Withdraws the invitation: nobody can accept it any more. For managers of the organization
   * and for operators. Needs the scope `account`.
   *
   * `DELETE /organizations/{organizationId}/invitations/{invitationId}` (`withdrawInvitation` in the OpenAPI
   * description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `invitation_not_found`
   */
  withdrawInvitation(organizationId: Int64, invitationId: Int64, options?: CallOptions): Promise<void>;
  /**
   * Read the inbox of an organization. Returns the delivered messages about animals of the organization, newest first,
   * for its members and operators. Filter by `state` and `assignee`, and search with `q`. Follow the `Link` header for
   * the next page. Needs the scope `messages:read`.
   *
   * `GET /organizations/{organizationId}/messages` (`listOrganizationMessages` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`, `organization_not_found`
   */
  messages(organizationId: Int64, query?: ListOrganizationMessagesQuery, options?: CallOptions): Pages<InboxMessage, ListOrganizationMessagesQuery>;
  /**
   * Count the messages in the inbox of an organization. Returns how many messages in the inbox are in each state,
   * counted up to 1,000. Needs the scope `messages:read`.
   *
   * `GET /organizations/{organizationId}/messages/counts` (`countOrganizationMessages` in the OpenAPI description).
   * @throws PetstoreError `organization_not_found`
   */
  messageCounts(organizationId: Int64, options?: CallOptions): Promise<InboxCounts>;
}

/** Where the animals of an organization are listed as well: Petfinder, Adopt-a-Pet and RescueGroups. */
export interface ListingSitesApi {
  /**
   * List the sites that list your animals. The sites to which the animals of the organization are sent, and what each
   * is at. Needs the scope `account`.
   *
   * `GET /organizations/{organizationId}/listing-sites` (`listListingSites` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`
   */
  list(organizationId: Int64, options?: CallOptions): Promise<ListingSite[]>;
  /**
   * Get a listing site. What the site is at. The password is never shown. Needs the scope `account`.
   *
   * `GET /organizations/{organizationId}/listing-sites/{site}` (`getListingSite` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `listing_site_not_found`
   */
  get(organizationId: Int64, site: 'petfinder' | 'adopt-a-pet' | 'rescuegroups', options?: CallOptions): Promise<ListingSite>;
  /**
   * Set up a listing site. Says where the list of the organization's animals is sent from now on: every four hours if
   * it has changed, and within minutes after an adoption. The first list of an account waits for your consent, because
   * it replaces everything that the site holds. Settings that are left out get their default; the password stays.
   * Resumes the site unless it is `paused`. Needs the scope `account`.
   *
   * `PUT /organizations/{organizationId}/listing-sites/{site}` (`setListingSite` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `listing_site_not_found`
   */
  set(organizationId: Int64, site: 'petfinder' | 'adopt-a-pet' | 'rescuegroups', body: ListingSiteSettings, options?: CallOptions): Promise<ListingSite>;
  /**
   * Remove a listing site. Sends nothing more to the site, which keeps the last list, and forgets the password and all
   * runs. Needs the scope `account`.
   *
   * `DELETE /organizations/{organizationId}/listing-sites/{site}` (`removeListingSite` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `listing_site_not_found`
   */
  remove(organizationId: Int64, site: 'petfinder' | 'adopt-a-pet' | 'rescuegroups', options?: CallOptions): Promise<void>;
  /**
   * Try the connection to a listing site. Signs in at the server and lists the folder of the file. Sends nothing. Some
   * servers take most of a minute to answer. Needs the scope `account`.
   *
   * `POST /organizations/{organizationId}/listing-sites/{site}/test` (`testListingSite` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `listing_site_not_found`
   */
  test(organizationId: Int64, site: 'petfinder' | 'adopt-a-pet' | 'rescuegroups', options?: CreateOptions): Promise<ListingSiteTest>;
  /**
   * Run a listing site now. Makes the list, and sends it if it differs from the last one that the site took and needs
   * no consent. If a run is under way, another one follows it. Needs the scope `account`.
   *
   * `POST /organizations/{organizationId}/listing-sites/{site}/runs` (`startListingRun` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `listing_site_not_found`, `listing_site_paused`
   */
  startRun(organizationId: Int64, site: 'petfinder' | 'adopt-a-pet' | 'rescuegroups', body: NewListingRun, options?: CreateOptions): Promise<ListingSite>;
  /**
   * List the runs of a listing site. What was done, newest first. Runs are kept for 93 days. Needs the scope
   * `account`.
   *
   * `GET /organizations/{organizationId}/listing-sites/{site}/runs` (`listListingRuns` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`, `mirrored`, `organization_not_found`, `listing_site_not_found`
   */
  runs(organizationId: Int64, site: 'petfinder' | 'adopt-a-pet' | 'rescuegroups', query?: PageQuery, options?: CallOptions): Pages<ListingRun, PageQuery>;
  /**
   * List animals with what a listing site has of them. The available and pending animals of the organization, newest
   * first: since when the site lists each, and why the next list will not have it. With `listed`, a page may have
   * fewer than `limit`, even none, and a next one. Needs the scope `account`.
   *
   * `GET /organizations/{organizationId}/listing-sites/{site}/animals` (`listListingAnimals` in the OpenAPI
   * description).
   * @throws PetstoreError `invalid_cursor`, `mirrored`, `organization_not_found`, `listing_site_not_found`
   */
  animals(organizationId: Int64, site: 'petfinder' | 'adopt-a-pet' | 'rescuegroups', query?: ListListingAnimalsQuery, options?: CallOptions): Pages<ListingAnimal, ListListingAnimalsQuery>;
  /**
   * Agree to a list that waits. Agrees to exactly the list that `waiting.list` names, and begins a run that sends it.
   * If the animals have changed in between, the run sends nothing, and the new list waits. Needs the scope `account`.
   *
   * `POST /organizations/{organizationId}/listing-sites/{site}/consent` (`consentToList` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `listing_site_not_found`, `list_changed`,
   * `listing_site_paused`
   */
  consent(organizationId: Int64, site: 'petfinder' | 'adopt-a-pet' | 'rescuegroups', body: ListingConsent, options?: CreateOptions): Promise<ListingSite>;
}

/** Orders: each is one adoption and holds an animal. */
export interface OrdersApi {
  /**
   * List orders. Returns the orders that the account placed and the orders for the animals of the account and its
   * organization, newest first unless `sort` says otherwise. Orders of visitors with its publishable keys are not its
   * own. An operator sees every order. Follow the `Link` header for the next page. Needs the scope `orders:read`.
   *
   * `GET /store/orders` (`listOrders` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  list(query?: ListOrdersQuery, options?: CallOptions): Pages<Order, ListOrdersQuery>;
  /**
   * Place an order. Holds an `available` animal, which becomes `pending`. If several orders for an animal arrive at
   * the same time, exactly one succeeds. If nobody approves the order by `expiresAt`, it becomes `expired` and the
   * animal `available` again. The plan limits how many open orders an account has for animals of others. Where several
   * people may apply for an animal (`adoption` of its profile or organization), a publishable key submits an
   * application instead. An order with a publishable key needs `adopter`; so does an order of an account that signed
   * up by itself for an animal of a listed organization. An order with a publishable key is answered with
   * `reservationUrl`, a secret link for the adopter. For orders that need `adopter`, the operator limits how many are
   * open for each adopter and each client address. Needs the scope `orders:write`.
   *
   * `POST /store/orders` (`placeOrder` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `pet_not_found`, `pet_not_available`, `application_required`,
   * `too_many_open_orders`
   */
  place(body: NewOrder, options?: CreateOptions): Promise<PlacedOrder>;
  /**
   * Get an order. Returns one order. Only the account that placed it, the organization or account of the animal, and
   * operators can see it. Needs the scope `orders:read`.
   *
   * `GET /store/orders/{orderId}` (`getOrder` in the OpenAPI description).
   * @throws PetstoreError `order_not_found`, `precondition_failed`
   */
  get(orderId: Int64, options?: CallOptions): Promise<Order>;
  /**
   * Approve an order. Promises the animal to the adopter: the order no longer expires. Requires a secret key of the
   * organization or account of the animal or an operator. A key that lacks `orders:read` receives the order without
   * its adopter. Needs the scope `orders:write`.
   *
   * `POST /store/orders/{orderId}/approve` (`approveOrder` in the OpenAPI description).
   * @throws PetstoreError `order_not_found`, `invalid_status_transition`, `order_closed`, `precondition_failed`
   */
  approve(orderId: Int64, options?: ChangeOptions & OrderApproval): Promise<Order>;
  /**
   * Deliver an order. Records that the adopter has taken the animal home; the animal becomes `sold`. Requires a secret
   * key of the organization or account of the animal or an operator. A key that lacks `orders:read` receives the order
   * without its adopter. Needs the scope `orders:write`.
   *
   * `POST /store/orders/{orderId}/deliver` (`deliverOrder` in the OpenAPI description).
   * @throws PetstoreError `order_not_found`, `invalid_status_transition`, `order_closed`, `precondition_failed`
   */
  deliver(orderId: Int64, options?: ChangeOptions & OrderDecision): Promise<Order>;
  /**
   * Cancel an order. Cancels the adoption; the animal becomes `available` again. Requires a secret key of the account
   * that placed the order, the organization or account of the animal, or an operator. A key that lacks `orders:read`
   * receives the order without its adopter. Needs the scope `orders:write`.
   *
   * `POST /store/orders/{orderId}/cancel` (`cancelOrder` in the OpenAPI description).
   * @throws PetstoreError `order_not_found`, `invalid_status_transition`, `order_closed`, `precondition_failed`
   */
  cancel(orderId: Int64, options?: ChangeOptions & OrderDecision): Promise<Order>;
  /**
   * Return an order. Records that the adopter has brought the animal back; the animal becomes `available` again.
   * Requires a secret key of the organization or account of the animal or an operator. A key that lacks `orders:read`
   * receives the order without its adopter. Needs the scope `orders:write`.
   *
   * `POST /store/orders/{orderId}/return` (`returnOrder` in the OpenAPI description).
   * @throws PetstoreError `order_not_found`, `invalid_status_transition`, `order_closed`, `precondition_failed`
   */
  return(orderId: Int64, options?: ChangeOptions & OrderDecision): Promise<Order>;
  /**
   * Cancel all orders of a person. Cancels all open orders of an adopter at once: those for the animals of the account
   * and its organization, or for an operator those for all animals. The animals become `available` again. Orders whose
   * adopter the account may not read stay as they are. Needs the scope `orders:write`.
   *
   * `POST /store/orders/cancel-all` (`cancelAllOrders` in the OpenAPI description).
   */
  cancelAll(body: AdopterOfOrders, options?: CreateOptions): Promise<CancelledOrders>;
  /**
   * Mark an order as paid. Notes that the adopter has paid. The adopter's reservation says so and no longer asks for
   * the fee; the animal and the status of the order stay as they are. Nothing changes if the order is marked already.
   * Requires a secret key of the organization or account of the animal, or an operator. A key that lacks `orders:read`
   * receives the order without its adopter. Needs the scope `orders:write`.
   *
   * `PUT /store/orders/{orderId}/payment` (`markOrderPaid` in the OpenAPI description).
   * @throws PetstoreError `order_not_found`, `order_closed`, `precondition_failed`
   */
  markPaid(orderId: Int64, options?: Omit<ChangeOptions, 'idempotencyKey'>): Promise<Order>;
  /**
   * Take back that an order is paid. Whatever the status of the order, such as after a refund. Nothing changes if it
   * is not marked as paid. Requires a secret key of the organization or account of the animal, or an operator. Needs
   * the scope `orders:write`.
   *
   * `DELETE /store/orders/{orderId}/payment` (`markOrderUnpaid` in the OpenAPI description).
   * @throws PetstoreError `order_not_found`, `precondition_failed`
   */
  markUnpaid(orderId: Int64, options?: Omit<ChangeOptions, 'idempotencyKey'>): Promise<void>;
  /**
   * Change several orders. Approves, delivers, cancels or takes back up to 50 orders at once. Each is changed, or
   * refused as it would be on its own: the response says why. Those that can change do so together. Needs the scope
   * `orders:write`.
   *
   * `POST /store/orders/change-several` (`changeOrders` in the OpenAPI description).
   */
  changeSeveral(body: ChangeOrders, options?: CreateOptions): Promise<ChangedOrders>;
  /**
   * Count orders. Returns how many of the orders that the account placed and the orders for the animals of the account
   * and its organization have each status, counted up to 1,000. Orders of visitors with its publishable keys are not
   * its own. An operator sees every order. Needs the scope `orders:read`.
   *
   * `GET /store/order-counts` (`countOrders` in the OpenAPI description).
   */
  counts(query?: CountOrdersQuery, options?: CallOptions): Promise<OrderCounts>;
  /**
   * List the notes on an order. Returns what the people of the animal have noted about an order, newest first. The
   * account that placed the order never receives it. Follow the `Link` header for the next page. Needs the scope
   * `orders:read`.
   *
   * `GET /store/orders/{orderId}/notes` (`listOrderNotes` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`, `order_not_found`
   */
  notes(orderId: Int64, query?: PageQuery, options?: CallOptions): Pages<OrderNote, PageQuery>;
  /**
   * Add a note to an order. Notes something for the people of the animal, such as a telephone call. Neither the
   * account that placed the order nor the adopter ever receives it, and no event has it. Notes go when the adopter is
   * erased. Needs the scope `orders:write`.
   *
   * `POST /store/orders/{orderId}/notes` (`addOrderNote` in the OpenAPI description).
   * @throws PetstoreError `order_not_found`
   */
  addNote(orderId: Int64, body: NewOrderNote, options?: CreateOptions): Promise<OrderNote>;
  /**
   * Get an adopter. Returns the orders, applications, messages and alerts of the person with this email address: for
   * members of an organization those that concern it, for operators all. Orders and applications whose adopter the
   * organization may not read are left out. For an address that the organization does not know, the lists are empty.
   * Needs the scope `orders:read`. Needs the scope `messages:read`.
   *
   * `GET /store/adopter` (`getAdopter` in the OpenAPI description).
   */
  adopter(query: GetAdopterQuery, options?: CallOptions): Promise<KnownAdopter>;
  /**
   * Count the animals. Returns the number of animals with each status. A publishable key receives the numbers of the
   * animals of public organizations. Needs the scope `pets:read`.
   *
   * `GET /store/inventory` (`getInventory` in the OpenAPI description).
   */
  inventory(options?: CallOptions & GetInventoryQuery): Promise<Inventory>;
}

/** What a visitor does with the secret link to an order. The token of the link is the `apiKey` of the client. */
export interface ReservationsApi {
  /**
   * Get a reservation. Returns the order behind a `reservationUrl` as its visitor sees it: the state, whom to call,
   * and what the organization says. The token after the `#` of the URL is the credential. A link works until 30 days
   * after the order was closed or, if the organization sends mails after an adoption, after the last of them; then,
   * and for any other token, the answer is 404.
   *
   * `GET /reservation` (`getReservation` in the OpenAPI description).
   * @throws PetstoreError `reservation_not_found`
   */
  get(options?: CallOptions): Promise<Reservation>;
  /**
   * Cancel a reservation. Cancels the order behind a `reservationUrl`; the animal becomes `available` again. Nothing
   * changes if it is cancelled already.
   *
   * `POST /reservation/cancel` (`cancelReservation` in the OpenAPI description).
   * @throws PetstoreError `reservation_not_found`, `order_closed`
   */
  cancel(options?: CallOptions): Promise<Reservation>;
  /**
   * Write to the organization of a reservation. Accepts a message of the adopter of the order behind a
   * `reservationUrl` to the organization of the animal, such as an answer to a mail that asks how it goes. It is
   * delivered to the inbox, with the order, and the answer is mailed to the adopter.
   *
   * `POST /reservation/messages` (`writeAboutReservation` in the OpenAPI description).
   * @throws PetstoreError `reservation_not_found`
   */
  write(body: NewReservationMessage, options?: CallOptions): Promise<Message>;
  /**
   * End the mails after an adoption. Ends the mails of the organization that ask the adopter of the order behind a
   * `reservationUrl` how it goes.
   *
   * `POST /reservation/follow-ups/end` (`endFollowUps` in the OpenAPI description).
   * @throws PetstoreError `reservation_not_found`
   */
  endFollowUps(options?: CallOptions): Promise<Reservation>;
}

/** Applications: several people may apply for an animal, and its organization accepts one of them. */
export interface ApplicationsApi {
  /**
   * List applications. Returns the applications that the account submitted and those for the animals of the account
   * and its organization, newest first unless `sort` says otherwise. Applications of visitors with its publishable
   * keys are not its own. An operator sees every application. Follow the `Link` header for the next page. Needs the
   * scope `orders:read`.
   *
   * `GET /applications` (`listApplications` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  list(query?: ListApplicationsQuery, options?: CallOptions): Pages<Application, ListApplicationsQuery>;
  /**
   * Apply for an animal. Applies for an `available` animal that is adopted by application: see `adoption` of its
   * profile and of its organization. An application holds nothing; several people may apply for an animal, and its
   * organization accepts one of them. An adopter has one open application for an animal. An application with a
   * publishable key is answered with `applicationUrl`, a secret link for the applicant. For applications with a
   * publishable key, and of an account that signed up by itself, the operator limits how many are open for each
   * adopter and each client address. The plan limits how many open ones an account has for animals of others. Needs
   * the scope `orders:write`.
   *
   * `POST /applications` (`submitApplication` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `pet_not_found`, `pet_not_available`, `order_required`, `already_applied`,
   * `too_many_open_applications`
   */
  submit(body: NewApplication, options?: CreateOptions): Promise<SubmittedApplication>;
  /**
   * Get an application. Returns one application. Only the account that submitted it, the organization or account of
   * the animal, and operators can see it. Needs the scope `orders:read`.
   *
   * `GET /applications/{applicationId}` (`getApplication` in the OpenAPI description).
   * @throws PetstoreError `application_not_found`, `precondition_failed`
   */
  get(applicationId: Int64, options?: CallOptions): Promise<Application>;
  /**
   * Assign, note or approve an applicant. Changes what the animal's side keeps about an application: who takes care of
   * it, a note, and whether the adopter is approved for a year. The applicant is not told, and no event has it. A key
   * that lacks `orders:read` receives the application without its adopter. Needs the scope `orders:write`.
   *
   * `PATCH /applications/{applicationId}` (`updateApplication` in the OpenAPI description).
   * @throws PetstoreError `application_not_found`, `member_not_found`, `application_closed`, `precondition_failed`
   */
  update(applicationId: Int64, body: ApplicationPatch, options?: ChangeOptions): Promise<Application>;
  /**
   * Review an application. Begins to review an application: the applicant can no longer change it. Requires a secret
   * key of the organization or account of the animal or an operator. A key that lacks `orders:read` receives the
   * application without its adopter. Needs the scope `orders:write`.
   *
   * `POST /applications/{applicationId}/review` (`reviewApplication` in the OpenAPI description).
   * @throws PetstoreError `application_not_found`, `invalid_status_transition`, `application_closed`,
   * `precondition_failed`
   */
  review(applicationId: Int64, options?: ChangeOptions): Promise<Application>;
  /**
   * Accept an application. Chooses the applicant: makes an `approved` order for them, which holds the animal. The
   * animal must be `available`; of several acceptances at the same time exactly one succeeds. The other applications
   * for the animal stay open. Requires a secret key of the organization or account of the animal or an operator. A key
   * that lacks `orders:read` receives the application without its adopter. Needs the scope `orders:write`.
   *
   * `POST /applications/{applicationId}/accept` (`acceptApplication` in the OpenAPI description).
   * @throws PetstoreError `application_not_found`, `invalid_status_transition`, `application_closed`,
   * `pet_not_available`, `precondition_failed`
   */
  accept(applicationId: Int64, options?: ChangeOptions & OrderApproval): Promise<Application>;
  /**
   * Decline an application. Declines an application. The applicant is told by mail. Requires a secret key of the
   * organization or account of the animal or an operator. A key that lacks `orders:read` receives the application
   * without its adopter. Needs the scope `orders:write`.
   *
   * `POST /applications/{applicationId}/decline` (`declineApplication` in the OpenAPI description).
   * @throws PetstoreError `application_not_found`, `invalid_status_transition`, `application_closed`,
   * `precondition_failed`
   */
  decline(applicationId: Int64, options?: ChangeOptions & ApplicationDecision): Promise<Application>;
  /**
   * Withdraw an application. Withdraws an application, as the applicant wishes. Requires a secret key of the account
   * that submitted the application, the organization or account of the animal, or an operator. A key that lacks
   * `orders:read` receives the application without its adopter. Needs the scope `orders:write`.
   *
   * `POST /applications/{applicationId}/withdraw` (`withdrawApplication` in the OpenAPI description).
   * @throws PetstoreError `application_not_found`, `invalid_status_transition`, `application_closed`,
   * `precondition_failed`
   */
  withdraw(applicationId: Int64, options?: ChangeOptions): Promise<Application>;
  /**
   * Close applications, and tell the applicants. Closes up to 1,000 open applications at once, as after an adoption,
   * and mails each applicant the same message. Each is closed, or refused: the response says why. No applicant is told
   * twice: an application that has ended is refused. Needs the scope `orders:write`.
   *
   * `POST /applications/close` (`closeApplications` in the OpenAPI description).
   */
  close(body: CloseApplications, options?: CreateOptions): Promise<ClosedApplications>;
  /**
   * Count applications. Returns how many of the applications that the account submitted and those for the animals of
   * the account and its organization have each status, counted up to 1,000. Applications of visitors with its
   * publishable keys are not its own. An operator sees every application. Needs the scope `orders:read`.
   *
   * `GET /application-counts` (`countApplications` in the OpenAPI description).
   */
  counts(query?: CountApplicationsQuery, options?: CallOptions): Promise<ApplicationCounts>;
}

/** What an applicant does with the secret link to an application. The token of the link is the `apiKey` of the client. */
export interface OwnApplicationApi {
  /**
   * Get your application. Returns the application behind an `applicationUrl` as its applicant sees it: what was sent,
   * and what became of it. The token after the `#` of the URL is the credential. A link works until 30 days after the
   * application has ended; then, and for any other token, the answer is 404.
   *
   * `GET /application` (`getOwnApplication` in the OpenAPI description).
   * @throws PetstoreError `application_not_found`
   */
  get(options?: CallOptions): Promise<OwnApplication>;
  /**
   * Change your application. Changes what the application behind an `applicationUrl` says, until its review begins.
   * Members that are left out stay as they are. `answers` replaces the answers to the current questions of the
   * organization. Answers to questions that it no longer asks stay.
   *
   * `PATCH /application` (`changeOwnApplication` in the OpenAPI description).
   * @throws PetstoreError `application_not_found`, `invalid_status_transition`, `application_closed`
   */
  change(body: ApplicationChange, options?: CallOptions): Promise<OwnApplication>;
  /**
   * Withdraw your application. Withdraws the application behind an `applicationUrl`. Nothing changes if it is
   * withdrawn already.
   *
   * `POST /application/withdraw` (`withdrawOwnApplication` in the OpenAPI description).
   * @throws PetstoreError `application_not_found`, `application_closed`
   */
  withdraw(options?: CallOptions): Promise<OwnApplication>;
}

/** Messages to the operators of the service, or to the organization of an animal. Specification, part 4.4. */
export interface MessagesApi {
  /**
   * Submit a message. Accepts a message to the operators of the service or, with `petId`, to the organization of that
   * animal, if visitors may see that organization. `from` says who writes: only the receivers see it, and their answer
   * is mailed there. Once accepted, the message is stored safely and is delivered in the background: `GET
   * /messages/{messageId}` and the event `message.delivered` report the delivery. Needs the scope `messages:write`.
   *
   * `POST /messages` (`submitMessage` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `pet_not_found`
   */
  send(body: NewMessage, options?: CreateOptions): Promise<Message>;
  /**
   * List your messages. Returns the messages that the account sent, newest first, without the messages of visitors
   * with its publishable keys. Follow the `Link` header for the next page. Needs the scope `messages:read`.
   *
   * `GET /messages` (`listMessages` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  list(query?: PageQuery, options?: CallOptions): Pages<Message, PageQuery>;
  /**
   * Get a message. Returns one message that the account sent. Needs the scope `messages:read`.
   *
   * `GET /messages/{messageId}` (`getMessage` in the OpenAPI description).
   * @throws PetstoreError `message_not_found`
   */
  get(messageId: string, options?: CallOptions): Promise<Message>;
}

/** Received messages and their answers. */
export interface InboxApi {
  /**
   * Read a received message and its answers. Returns a delivered message with its answers, for the members of the
   * organization that received it, and for operators. Needs the scope `messages:read`.
   *
   * `GET /inbox/{messageId}` (`getThread` in the OpenAPI description).
   * @throws PetstoreError `message_not_found`
   */
  get(messageId: string, options?: CallOptions): Promise<Thread>;
  /**
   * Close, reopen or assign a received message. Applies a JSON merge patch (RFC 7396) to the state of a received
   * message, and to who takes care of it. A member who leaves the organization takes care of none of its messages any
   * more. The key needs `messages:read`, too. Needs the scope `messages:write`.
   *
   * `PATCH /inbox/{messageId}` (`updateThread` in the OpenAPI description).
   * @throws PetstoreError `message_not_found`, `member_not_found`, `precondition_failed`
   */
  update(messageId: string, body: ThreadPatch, options?: ChangeOptions): Promise<Thread>;
  /**
   * Answer a received message. Adds an answer, which makes the message `answered`, and mails it to the address in
   * `from` if there is one and the service sends mail. With `If-Match` it is refused if a colleague has answered
   * since. The key needs `messages:read`, too. Needs the scope `messages:write`.
   *
   * `POST /inbox/{messageId}/answers` (`answerMessage` in the OpenAPI description).
   * @throws PetstoreError `message_not_found`, `precondition_failed`
   */
  answer(messageId: string, body: NewMessageAnswer, options?: ChangeOptions): Promise<Thread>;
}

/** Texts that the members of an organization begin their answers with. */
export interface AnswerTemplatesApi {
  /**
   * List the templates of answers. Returns the texts that the members of the organization begin their answers with,
   * newest first. Follow the `Link` header for the next page. Needs the scope `messages:read`.
   *
   * `GET /organizations/{organizationId}/answer-templates` (`listAnswerTemplates` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`, `mirrored`, `organization_not_found`
   */
  list(organizationId: Int64, query?: PageQuery, options?: CallOptions): Pages<AnswerTemplate, PageQuery>;
  /**
   * Add a template of answers. Adds a text for the members of the organization to begin their answers with. Needs the
   * scope `messages:write`.
   *
   * `POST /organizations/{organizationId}/answer-templates` (`createAnswerTemplate` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `organization_not_found`
   */
  create(organizationId: Int64, body: NewAnswerTemplate, options?: CreateOptions): Promise<AnswerTemplate>;
  /**
   * Change a template of answers. Applies a JSON merge patch (RFC 7396). Needs the scope `messages:write`.
   *
   * `PATCH /organizations/{organizationId}/answer-templates/{templateId}` (`updateAnswerTemplate` in the OpenAPI
   * description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `template_not_found`
   */
  update(organizationId: Int64, templateId: Int64, body: AnswerTemplatePatch, options?: CreateOptions): Promise<AnswerTemplate>;
  /**
   * Remove a template of answers. Removes the template. The answers that began with it stay as they are. Needs the
   * scope `messages:write`.
   *
   * `DELETE /organizations/{organizationId}/answer-templates/{templateId}` (`deleteAnswerTemplate` in the OpenAPI
   * description).
   * @throws PetstoreError `mirrored`, `organization_not_found`, `template_not_found`
   */
  delete(organizationId: Int64, templateId: Int64, options?: CallOptions): Promise<void>;
}

/** Mails to visitors about new animals. */
export interface AlertsApi {
  /**
   * Ask for mails about new animals. Mails the address a link that confirms the alert, at most once a day, regardless
   * of the request, and not within 30 days of its refusal; the answer is the same either way. After that it mails, at
   * most once a day, which animals that visitors see have become available and match the filters. A client may ask for
   * 5 alerts a day. Needs the scope `messages:write`.
   *
   * `POST /alerts` (`createAlert` in the OpenAPI description).
   * @throws PetstoreError `too_many_alerts`
   */
  create(body: NewAlert, options?: CreateOptions): Promise<AcceptedAlert>;
  /**
   * Get an alert. Returns the alert behind a mailed link. The token after the `#` of the URL is the credential.
   *
   * `GET /alert` (`getAlert` in the OpenAPI description).
   * @throws PetstoreError `alert_not_found`
   */
  get(options?: CallOptions): Promise<Alert>;
  /**
   * Confirm or renew an alert. Begins the mails of an alert, which end a year later unless it is confirmed again.
   *
   * `POST /alert/confirm` (`confirmAlert` in the OpenAPI description).
   * @throws PetstoreError `alert_not_found`
   */
  confirm(options?: CallOptions): Promise<Alert>;
  /**
   * End an alert. Ends an alert for good, and deletes the address. After the end of one that was never confirmed,
   * nothing is mailed to the address for 30 days, regardless of who asks: only a keyed hash of it is kept.
   *
   * `POST /alert/end` (`endAlert` in the OpenAPI description).
   * @throws PetstoreError `alert_not_found`
   */
  end(options?: CallOptions): Promise<void>;
}

/** Events, in the order of the changes. */
export interface EventsApi {
  /**
   * Read events. The events with a `sequence` above `after`, in the order of the changes. With `Accept:
   * text/event-stream` the response is a live stream, which starts after `Last-Event-ID`, after `after`, or now.
   * Events are kept for 30 days, or for the `RETENTION_DAYS` of the service if these are fewer. A key receives only
   * the events of resources that its scopes may read; a publishable or partner key receives those of public animals,
   * their organizations and their categories.
   *
   * `GET /events` (`listEvents` in the OpenAPI description).
   * @throws PetstoreError `position_lost`, `too_many_streams`
   */
  list(query?: ListEventsQuery, options?: CallOptions): Pages<PetstoreEvent, ListEventsQuery>;
  /**
   * List who changed what. The events with their `actor`, newest first. Operators read the events of all accounts;
   * managers the events of their organization. With `petId`, the events about an animal, its orders and its
   * applications, and with `orderId` the events about one order, for everybody to whom the animal belongs. Of an
   * animal that another organization gave away, its orders and applications from before stay with that organization. A
   * key receives only the events of resources that its scopes may read. Needs the scope `account`.
   *
   * `GET /audit` (`listAudit` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`, `pet_not_found`, `order_not_found`
   */
  audit(query?: ListAuditQuery, options?: CallOptions): Pages<PetstoreEvent, ListAuditQuery>;
}

/** How many animals came, were in care, and left, and which of them visitors look at. */
export interface StatisticsApi {
  /**
   * Count intakes and outcomes. Returns how many animals came, were in care, were adopted, came back and left, by
   * month and by category, with live release rates, and how many applications were submitted and accepted, by month:
   * for members of an organization about its animals and the applications to it, for operators about all. Animals that
   * were removed do not count; applications for them do. With `Accept: text/csv`, a table: a row for each month, one
   * for all of them, and one for each category. Needs the scope `pets:read`.
   *
   * `GET /statistics` (`getStatistics` in the OpenAPI description).
   */
  get(query?: GetStatisticsQuery, options?: CallOptions): Promise<Statistics>;
  /**
   * Make the table of Shelter Animals Count. Returns the records that Shelter Animals Count asks for: one for each
   * month and species with an animal. Animals of other species are `other`. Nobody records where another agency is, so
   * transfers are `unknown`. Ages are as of the day on which an animal came or left. With `Accept: text/csv`, a table
   * with a row for each record. Needs the scope `pets:read`.
   *
   * `GET /statistics/shelter-animals-count` (`getShelterAnimalsCount` in the OpenAPI description).
   */
  shelterAnimalsCount(query?: GetShelterAnimalsCountQuery, options?: CallOptions): Promise<ShelterAnimalsCountRecord[]>;
  /**
   * Count a view or a heart of a visitor. Counts for the organization of the animal that a visitor has opened its
   * page, or has given it a heart. The pages of the board and the embedded board call it; call it from pages of your
   * own in the visitor’s browser, once for each page that somebody has opened. Nothing is stored but the number of the
   * day: no address, no browser, no cookie. What is not counted gets 204 as well: programs and robots that say so,
   * pages that a browser loads ahead of time, animals of other services, whose own pages count, browsers that are
   * signed in at the service, on the board itself, or that ask not to be tracked (`DNT`, `Sec-GPC`), and what an
   * address sends beyond 30 times a minute (beyond 600 it is refused).
   *
   * `POST /pets/{petId}/interest` (`noteInterest` in the OpenAPI description).
   * @throws PetstoreError `pet_not_found`
   */
  noteInterest(petId: Int64, body: NewInterest, options?: CallOptions): Promise<void>;
  /**
   * See how much visitors are interested in an animal. Returns how often visitors opened the page of the animal, gave
   * it a heart, asked about it, reserved it and applied for it, on each of the last 30 days. What other processes of
   * the service have counted appears within five seconds. Needs the scope `pets:read`.
   *
   * `GET /pets/{petId}/interest` (`getPetInterest` in the OpenAPI description).
   * @throws PetstoreError `pet_not_found`
   */
  petInterest(petId: Int64, options?: CallOptions): Promise<PetInterest>;
  /**
   * See which animals visitors look at. Returns how often visitors opened the pages of the animals that are looking
   * for a home, and what else they did with them, in the last 30 days: for members of an organization about its
   * animals, for operators about all. With `order=least`, the animals that nobody looks at come first. With `Accept:
   * text/csv`, a table with a row for each of these animals. Needs the scope `pets:read`.
   *
   * `GET /statistics/interest` (`getInterest` in the OpenAPI description).
   */
  interest(query?: GetInterestQuery, options?: CallOptions): Promise<Interest>;
}

/** Webhooks: the service sends them events as in Standard Webhooks 1.0.0. */
export interface WebhooksApi {
  /**
   * List your webhooks. The webhooks of the account, newest first. Needs the scope `webhooks`.
   *
   * `GET /webhooks` (`listWebhooks` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  list(query?: PageQuery, options?: CallOptions): Pages<Webhook, PageQuery>;
  /**
   * Get the health of your webhooks. Whether deliveries fail, for all webhooks of the account at once. Needs the scope
   * `webhooks`.
   *
   * `GET /webhooks/health` (`getWebhookHealth` in the OpenAPI description).
   */
  health(options?: CallOptions): Promise<WebhookHealth>;
  /**
   * Add a webhook. Sends each future event of the given types to the URL, signed with the secret, which is shown only
   * in this response. The key must have the scopes of these types. An account has at most as many webhooks as its plan
   * allows: 2 with `free`, 5 with `pro`, 20 with `business`, 50 with `enterprise`. If nobody has approved it and it
   * belongs to no organization, it receives only the events that concern it. Needs the scope `webhooks`.
   *
   * `POST /webhooks` (`createWebhook` in the OpenAPI description).
   */
  create(body: NewWebhook, options?: CreateOptions): Promise<WebhookWithSecret>;
  /**
   * Get a webhook. The webhook without its secret, which cannot be shown again. Needs the scope `webhooks`.
   *
   * `GET /webhooks/{webhookId}` (`getWebhook` in the OpenAPI description).
   * @throws PetstoreError `webhook_not_found`, `precondition_failed`
   */
  get(webhookId: Int64, options?: CallOptions): Promise<Webhook>;
  /**
   * Change a webhook. A JSON merge patch (RFC 7396). `disabled` switches the webhook off and on: afterwards waiting
   * deliveries continue, but events that occurred in between are not sent. Unless the patch only describes or disables
   * the webhook, the key must have the scopes of all its types of events. Needs the scope `webhooks`.
   *
   * `PATCH /webhooks/{webhookId}` (`updateWebhook` in the OpenAPI description).
   * @throws PetstoreError `webhook_not_found`, `precondition_failed`
   */
  update(webhookId: Int64, body: WebhookPatch, options?: ChangeOptions): Promise<Webhook>;
  /**
   * Delete a webhook. Deletes the webhook and its deliveries. Waiting deliveries are not sent. Needs the scope
   * `webhooks`.
   *
   * `DELETE /webhooks/{webhookId}` (`deleteWebhook` in the OpenAPI description).
   * @throws PetstoreError `webhook_not_found`, `precondition_failed`
   */
  delete(webhookId: Int64, options?: Omit<ChangeOptions, 'idempotencyKey'>): Promise<void>;
  /**
   * Roll the secret of a webhook. Makes a new secret, which is shown only in this response. For 24 hours the previous
   * secret signs too, so that a receiver can switch without refusing a request. The key must have the scopes of all
   * types of events of the webhook. Needs the scope `webhooks`.
   *
   * `POST /webhooks/{webhookId}/roll-secret` (`rollWebhookSecret` in the OpenAPI description).
   * @throws PetstoreError `webhook_not_found`, `precondition_failed`
   */
  rollSecret(webhookId: Int64, options?: ChangeOptions): Promise<WebhookWithSecret>;
  /**
   * Test a webhook. Sends an event of the type `webhook.test` to this webhook only, regardless of the types it
   * subscribes to. The key must have the scopes of these. Needs the scope `webhooks`.
   *
   * `POST /webhooks/{webhookId}/test` (`testWebhook` in the OpenAPI description).
   * @throws PetstoreError `webhook_not_found`
   */
  test(webhookId: Int64, options?: CreateOptions): Promise<Delivery>;
  /**
   * List deliveries. Sent and waiting deliveries of the webhook, newest first. They are kept as long as events. Needs
   * the scope `webhooks`.
   *
   * `GET /webhooks/{webhookId}/deliveries` (`listDeliveries` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`, `webhook_not_found`
   */
  deliveries(webhookId: Int64, query?: ListDeliveriesQuery, options?: CallOptions): Pages<Delivery, ListDeliveriesQuery>;
  /**
   * List the deliveries of all webhooks. Sent and waiting deliveries of all webhooks of the account, newest first.
   * They are kept as long as events. Needs the scope `webhooks`.
   *
   * `GET /webhooks/deliveries` (`listAllDeliveries` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  allDeliveries(query?: ListAllDeliveriesQuery, options?: CallOptions): Pages<Delivery, ListAllDeliveriesQuery>;
  /**
   * Get a delivery. The delivery with all its attempts: exactly what was sent, and what was answered. Needs the scope
   * `webhooks`.
   *
   * `GET /webhooks/{webhookId}/deliveries/{deliveryId}` (`getDelivery` in the OpenAPI description).
   * @throws PetstoreError `webhook_not_found`, `delivery_not_found`
   */
  delivery(webhookId: Int64, deliveryId: Int64, options?: CallOptions): Promise<DeliveryDetails>;
  /**
   * Send an event again. Starts a new delivery of the same event, with the same `webhook-id` and body and its own
   * retry schedule. The state of this delivery does not matter. The key must have the scope of its type, and of all
   * types of events of the webhook. Needs the scope `webhooks`.
   *
   * `POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver` (`redeliver` in the OpenAPI description).
   * @throws PetstoreError `webhook_not_found`, `delivery_not_found`
   */
  redeliver(webhookId: Int64, deliveryId: Int64, options?: CreateOptions): Promise<Delivery>;
  /**
   * Send several events again. Starts a new delivery for each of up to 50 deliveries to any webhooks of the account,
   * or refuses it as on its own: the response says why. Needs the scope `webhooks`.
   *
   * `POST /webhooks/deliveries/redeliver-several` (`redeliverSeveral` in the OpenAPI description).
   */
  redeliverSeveral(body: RedeliverSeveral, options?: CreateOptions): Promise<Redelivered>;
}

/** The account behind the API key. Specification, part 5. */
export interface AccountApi {
  /**
   * Sign up. Creates an account on the Free plan with its first API key, which is shown only in this response. If the
   * response has `awaiting`, the key works once the owner has followed the link in the mail (`confirmation`), or an
   * operator has approved the account (`approval`).
   *
   * `POST /accounts` (`createAccount` in the OpenAPI description).
   * @throws PetstoreError `weak_password`, `account_exists`
   */
  create(body: NewAccount, options?: CallOptions): Promise<AccountWithKey>;
  /**
   * Get your account. The account that the API key belongs to. Needs the scope `account`.
   *
   * `GET /account` (`getAccount` in the OpenAPI description).
   */
  get(options?: CallOptions): Promise<Account>;
  /**
   * Get what you are told of by mail. How you are told of what happens in your organization. Until you choose,
   * managers are told at once, and staff in the digest. What nobody is told of at once goes to the address of the
   * organization. Needs the scope `account`.
   *
   * `GET /account/notifications` (`getNotifications` in the OpenAPI description).
   */
  notifications(options?: CallOptions): Promise<Notifications>;
  /**
   * Choose what you are told of by mail. Changes the given members. The choices end with the membership. Needs the
   * scope `account`.
   *
   * `PATCH /account/notifications` (`updateNotifications` in the OpenAPI description).
   */
  updateNotifications(body: NotificationsPatch, options?: CreateOptions): Promise<Notifications>;
  /**
   * Change your account. Changes the name of the account. Its address and its password are changed on the site, at
   * `/portal/account`. Needs the scope `account`.
   *
   * `PATCH /account` (`updateOwnAccount` in the OpenAPI description).
   */
  update(body: OwnChanges, options?: CreateOptions): Promise<Account>;
  /**
   * See your usage. Both windows as they are now, and the last 30 days. The request does not count against the limits.
   * Needs the scope `account`.
   *
   * `GET /account/usage` (`getUsage` in the OpenAPI description).
   */
  usage(options?: CallOptions): Promise<Usage>;
  /**
   * See your usage by key and operation. How many requests each key has sent, and how many each operation got, on the
   * last 30 days. Counts each request once, regardless of its cost. Requests that other processes of the service have
   * answered appear within ten seconds. The request does not count against the limits. Needs the scope `account`.
   *
   * `GET /account/usage/breakdown` (`getUsageBreakdown` in the OpenAPI description).
   */
  usageBreakdown(query?: GetUsageBreakdownQuery, options?: CallOptions): Promise<UsageBreakdown>;
  /**
   * List your last requests. What your programs have requested with the keys of the account, newest first: the last
   * 10,000 requests, and none older than 7 days. Bodies, queries, headers and keys are not kept, except for the names
   * in `ignored`. Requests that other processes of the service have answered appear within a second. Reading the log
   * is not itself logged and does not count against the limits; it may be read 120 times a minute. Needs the scope
   * `account`.
   *
   * `GET /account/requests` (`listRequests` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  requests(query?: ListRequestsQuery, options?: CallOptions): Pages<LoggedRequest, ListRequestsQuery>;
}

/** The account's API keys. Specification, part 5. */
export interface KeysApi {
  /**
   * List your API keys. The keys that are neither revoked nor expired, newest first, without the keys themselves.
   * Needs the scope `account`.
   *
   * `GET /account/keys` (`listApiKeys` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  list(query?: PageQuery, options?: CallOptions): Pages<ApiKey, PageQuery>;
  /**
   * Create an API key. Creates a key, which is shown only in this response. Its scopes must be among the scopes of the
   * requesting key. Needs the scope `account`.
   *
   * `POST /account/keys` (`createApiKey` in the OpenAPI description).
   */
  create(body?: NewApiKey, options?: CreateOptions): Promise<ApiKeyWithSecret>;
  /**
   * Get an API key. The attributes of the key, without the key itself. Needs the scope `account`.
   *
   * `GET /account/keys/{keyId}` (`getApiKey` in the OpenAPI description).
   * @throws PetstoreError `api_key_not_found`
   */
  get(keyId: Int64, options?: CallOptions): Promise<ApiKey>;
  /**
   * Roll an API key. Creates a new key with the attributes of this one, which is revoked at once or after an overlap.
   * Limits and usage do not change. Needs the scope `account`.
   *
   * `POST /account/keys/{keyId}/roll` (`rollApiKey` in the OpenAPI description).
   * @throws PetstoreError `api_key_not_found`
   */
  roll(keyId: Int64, body?: RollApiKey, options?: CreateOptions): Promise<ApiKeyWithSecret>;
  /**
   * Revoke an API key. Revokes the key. This process refuses it at once, every other process of the service within one
   * second. Needs the scope `account`.
   *
   * `DELETE /account/keys/{keyId}` (`revokeApiKey` in the OpenAPI description).
   * @throws PetstoreError `api_key_not_found`
   */
  revoke(keyId: Int64, options?: CallOptions): Promise<void>;
}

/** Operations for operators: all accounts, the inbox, and the health of the service. */
export interface AdminApi {
  /**
   * List accounts. All accounts, newest first. With `awaiting=approval`: those that an operator still has to approve.
   * Needs an operator.
   *
   * `GET /admin/accounts` (`listAccounts` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  accounts(query?: ListAccountsQuery, options?: CallOptions): Pages<Account, ListAccountsQuery>;
  /**
   * Get an account. Returns any account. Needs an operator.
   *
   * `GET /admin/accounts/{accountId}` (`getAccountById` in the OpenAPI description).
   * @throws PetstoreError `account_not_found`, `precondition_failed`
   */
  account(accountId: Int64, options?: CallOptions): Promise<Account>;
  /**
   * Change an account. Changes the role, the plan or the custom limits (Enterprise only), approves the account, lets
   * it join or leave an organization, or suspends it, which cancels the open orders that it placed for animals of
   * others, and those that visitors placed with its publishable keys, and withdraws such applications. A change to
   * another plan removes custom limits. Requests already counted in a window stay counted. Operators can neither
   * suspend themselves nor give up the role, and one operator always remains. To make an operator, or to let an
   * account join an organization, the key must have all scopes. Needs an operator.
   *
   * `PATCH /admin/accounts/{accountId}` (`updateAccount` in the OpenAPI description).
   * @throws PetstoreError `mirrored`, `account_not_found`, `organization_not_found`, `account_closed`,
   * `precondition_failed`
   */
  updateAccount(accountId: Int64, body: AccountChanges, options?: ChangeOptions): Promise<Account>;
  /**
   * Close an account. Closes the account for good, such as a sign-up that you refuse: its address, name and password
   * are removed, its keys revoked, its webhooks and the animals that it owns alone removed, and its open orders and
   * applications for animals of others cancelled. Owners close their accounts on the site, at `/portal/account`. Needs
   * an operator.
   *
   * `POST /admin/accounts/{accountId}/close` (`closeAccount` in the OpenAPI description).
   * @throws PetstoreError `account_not_found`, `account_closed`
   */
  closeAccount(accountId: Int64, options?: CreateOptions): Promise<Account>;
  /**
   * Lift the bans of an account. Lifts the bans of all keys of the account and resets their ban levels. Needs an
   * operator.
   *
   * `POST /admin/accounts/{accountId}/lift-ban` (`liftBan` in the OpenAPI description).
   * @throws PetstoreError `account_not_found`
   */
  liftBan(accountId: Int64, options?: CreateOptions): Promise<void>;
  /**
   * Create a password link. Creates a link for setting the password of the account without the current one. It works
   * once, for a day, and is shown only in this response. Its use revokes all API keys of the account, and confirms its
   * address. The key of the request must have all scopes, since a session has them too. Needs an operator.
   *
   * `POST /admin/accounts/{accountId}/password-link` (`createPasswordLink` in the OpenAPI description).
   * @throws PetstoreError `account_not_found`, `account_closed`
   */
  passwordLink(accountId: Int64, options?: CreateOptions): Promise<PasswordLink>;
  /**
   * Replace the key of the board. Creates another publishable key for the service's own board, and revokes the
   * previous one. The board shows no animals between the revocation of its key and this. Pages that are open read with
   * the new key once they are reloaded. The key of the request must have all scopes of the new one. Needs an operator.
   *
   * `POST /admin/board-key` (`replaceBoardKey` in the OpenAPI description).
   */
  replaceBoardKey(options?: CreateOptions): Promise<ApiKeyWithSecret>;
  /**
   * List the partner keys. The partner keys that are not revoked, newest first, without the keys themselves. Needs an
   * operator.
   *
   * `GET /admin/partner-keys` (`listPartnerKeys` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  partnerKeys(query?: PageQuery, options?: CallOptions): Pages<ApiKey, PageQuery>;
  /**
   * Create a partner key. Creates a key with which another service, such as a directory of several shelters, reads
   * what visitors of this one see: animals, organizations, categories and their events. It works from servers only,
   * reads only, and has a limit of its own: 600 requests per minute. Only this response shows it. Responses to it name
   * this service in the header `X-Service-Id`, and in `X-Position` the position of the newest event whose effects they
   * may show. The key of the request must have all scopes of the new one. Needs an operator.
   *
   * `POST /admin/partner-keys` (`createPartnerKey` in the OpenAPI description).
   */
  createPartnerKey(body: NewPartnerKey, options?: CreateOptions): Promise<ApiKeyWithSecret>;
  /**
   * Revoke a partner key. Revokes the key. This process refuses it at once, every other process of the service within
   * one second. Needs an operator.
   *
   * `DELETE /admin/partner-keys/{keyId}` (`revokePartnerKey` in the OpenAPI description).
   * @throws PetstoreError `api_key_not_found`
   */
  revokePartnerKey(keyId: Int64, options?: CallOptions): Promise<void>;
  /**
   * List the sources of the directory. The services whose animals this one shows beside its own, the last one that was
   * added first. Needs an operator.
   *
   * `GET /admin/directory` (`listDirectorySources` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  directorySources(query?: PageQuery, options?: CallOptions): Pages<DirectorySource, PageQuery>;
  /**
   * Add a source to the directory. Shows the animals and organizations that visitors see at another service, with the
   * partner key that its operator has made. Everything is read at once, and then each change within seconds. Needs an
   * operator.
   *
   * `POST /admin/directory` (`addDirectorySource` in the OpenAPI description).
   * @throws PetstoreError `source_exists`
   */
  addDirectorySource(body: NewDirectorySource, options?: CreateOptions): Promise<DirectorySource>;
  /**
   * Get a source of the directory. Where the source stands, and what it has here. Needs an operator.
   *
   * `GET /admin/directory/{sourceId}` (`getDirectorySource` in the OpenAPI description).
   * @throws PetstoreError `source_not_found`, `precondition_failed`
   */
  directorySource(sourceId: Int64, options?: CallOptions): Promise<DirectorySource>;
  /**
   * Change a source of the directory. Gives the source another partner key, pauses it, or lets it go on. Needs an
   * operator.
   *
   * `PATCH /admin/directory/{sourceId}` (`updateDirectorySource` in the OpenAPI description).
   * @throws PetstoreError `source_not_found`, `precondition_failed`
   */
  updateDirectorySource(sourceId: Int64, body: DirectorySourcePatch, options?: ChangeOptions): Promise<DirectorySource>;
  /**
   * Remove a source of the directory. From the response on, visitors see nothing of the source. Its animals and
   * organizations are then removed, which takes a moment for many. Needs an operator.
   *
   * `DELETE /admin/directory/{sourceId}` (`removeDirectorySource` in the OpenAPI description).
   * @throws PetstoreError `source_not_found`, `precondition_failed`
   */
  removeDirectorySource(sourceId: Int64, options?: Omit<ChangeOptions, 'idempotencyKey'>): Promise<void>;
  /**
   * Read a person's data. Returns what is stored about the person with this email address. The address is found as a
   * whole, in fields and in texts. The key must also have the scopes `orders:read` and `messages:read`. Needs an
   * operator.
   *
   * `GET /admin/people` (`findPerson` in the OpenAPI description).
   */
  person(query: FindPersonQuery, options?: CallOptions): Promise<Person>;
  /**
   * Erase a person's data. Erases the person with this email address, in one transaction: cancels the open orders,
   * removes the adopter and the note of all orders, closes the accounts, and replaces texts that contain the address,
   * in every copy too. Returns how many rows changed. Backups and receivers of webhooks keep what they have, and what
   * a source of the directory says comes back until the source has erased it, too: see the guide to privacy. Needs an
   * operator.
   *
   * `POST /admin/people/erase` (`erasePerson` in the OpenAPI description).
   */
  erasePerson(body: ErasePerson, options?: CreateOptions): Promise<PersonCounts>;
  /**
   * Correct a person's data. Replaces the email address of a person, the name of the person, or both, in one
   * transaction: in orders, accounts and messages, and in every copy. A new name replaces the name of an adopter and
   * of an account with the address; a text is searched for the address only. Returns how many rows changed. A new
   * address needs a key with all scopes: its owner can sign in to the account. Needs an operator.
   *
   * `POST /admin/people/correct` (`correctPerson` in the OpenAPI description).
   * @throws PetstoreError `account_exists`
   */
  correctPerson(body: CorrectPerson, options?: CreateOptions): Promise<PersonCounts>;
  /**
   * Read the operators' inbox. Returns the delivered messages of all accounts, newest first. Filter by `state` and
   * `assignee`, and search with `q`. Follow the `Link` header for the next page. Needs an operator.
   *
   * `GET /admin/inbox` (`listInbox` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  inbox(query?: ListInboxQuery, options?: CallOptions): Pages<InboxMessage, ListInboxQuery>;
  /**
   * Count the messages in the operators' inbox. Returns how many delivered messages of all accounts are in each state,
   * counted up to 1,000. Needs an operator.
   *
   * `GET /admin/inbox/counts` (`countInbox` in the OpenAPI description).
   */
  inboxCounts(options?: CallOptions): Promise<InboxCounts>;
  /**
   * Get the health of the service. Requests, response times, refusals and queues of the process that responds, sampled
   * every ten seconds for the last half hour. The call does not count against the limits. Needs an operator.
   *
   * `GET /admin/health` (`getHealth` in the OpenAPI description).
   */
  health(options?: CallOptions): Promise<Health>;
  /**
   * Get the checklist of the setup. Returns what is done and what is missing between a first start and a shelter that
   * works, for your organization. It follows from what is there; animals of `petstore demo` do not count. The call
   * does not count against the limits. Needs an operator.
   *
   * `GET /admin/setup` (`getSetup` in the OpenAPI description).
   */
  setup(options?: CallOptions): Promise<Setup>;
  /**
   * Hide the checklist, or say whether the test mail has arrived. Applies a JSON merge patch (RFC 7396). It holds for
   * all operators of the environment. Needs an operator.
   *
   * `PATCH /admin/setup` (`updateSetup` in the OpenAPI description).
   */
  updateSetup(body: SetupPatch, options?: CreateOptions): Promise<Setup>;
  /**
   * Send yourself a test mail. Sends a mail to the address of your account. Say with `PATCH /admin/setup` whether it
   * has arrived. Nothing is sent in staging, or while the step `mail` misses the server or the mailbox. Needs an
   * operator.
   *
   * `POST /admin/setup/mail-test` (`sendTestMail` in the OpenAPI description).
   */
  sendTestMail(options?: CreateOptions): Promise<Setup>;
  /**
   * Check the public address. Visits `PUBLIC_URL` as a client would: whether it leads to this service, how long its
   * certificate is valid, and what a proxy passes on. It takes a second, and longer if nothing answers. Needs an
   * operator.
   *
   * `GET /admin/setup/address` (`checkAddress` in the OpenAPI description).
   */
  checkAddress(options?: CallOptions): Promise<AddressFinding[]>;
}

/** Staging's clock. Production has no such operations. */
export interface TestApi {
  /**
   * Get staging's clock. Returns the time of the environment. The request does not count against the limits.
   * Production has no such path.
   *
   * `GET /test/clock` (`getClock` in the OpenAPI description).
   */
  clock(options?: CallOptions): Promise<TestClock>;
  /**
   * Advance staging's clock. Moves the time of the whole environment forward, for every account. The response comes
   * after everything that was due on the way has happened, in order and each at its time: holds of orders end, and
   * webhooks are sent and sent again. If receivers of webhooks are slow, the response comes after 20 seconds: then it
   * is 202, says where the clock is going in `advancingTo`, and the clock goes on by itself until `GET /test/clock`
   * has no `advancingTo` any more. A request during an advance waits for its end, for up to 20 seconds; after them it
   * gets 503 and can be sent again. The clock never goes back. An account that signed up by itself advances it at most
   * to two hours after the next thing of its own that is due, unless an operator has approved it or it has joined an
   * organization. The request does not count against the limits, and can be sent when they are used up. Production has
   * no such path.
   *
   * `POST /test/clock/advance` (`advanceClock` in the OpenAPI description).
   */
  advanceClock(body: Advance, options?: CreateOptions): Promise<TestClock>;
  /**
   * See the mails that staging did not send. Returns the mails that production would have sent, as they would look,
   * newest first: to the account, and about what belongs to it or to its organization; for operators, all. The last
   * 1000 of the environment are kept, for 7 days of real time. Follow the `Link` header for the next page. Production
   * has no such path. Needs the scope `account`.
   *
   * `GET /test/mails` (`listMails` in the OpenAPI description).
   * @throws PetstoreError `invalid_cursor`
   */
  mails(query?: ListMailsQuery, options?: CallOptions): Pages<StagedMail, ListMailsQuery>;
}

/** The OpenAPI description of the service. */
export interface DescriptionApi {
  /**
   * Get this description. Returns the OpenAPI description of all operations, or of those with one of the tags, without
   * the webhooks. OpenAPI 3.0 lacks the webhooks too, and the scope that an operation needs: it is for generators
   * without 3.1.
   *
   * `GET /openapi.json` (`getDescription` in the OpenAPI description).
   * @throws PetstoreError `precondition_failed`
   */
  get(query?: GetDescriptionQuery, options?: CallOptions): Promise<Record<string, unknown>>;
}
