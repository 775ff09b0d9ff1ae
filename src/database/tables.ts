import type { Generated } from 'kysely';
import type { Int64 } from '../vocabulary/int64.ts';

/** Times in all tables are Unix milliseconds. Ids are assigned by the database, start at 1, and are never used again. */
export interface Tables {
  /** Facts about the database itself, one row per name, such as the secret that signs its cursors. */
  meta: { name: string; value: string };
  accounts: {
    id: Generated<number>;
    /** Lower case. */
    email: string;
    name: string | null;
    /** Argon2id in PHC form; null for an account made at the command line, which cannot sign in. */
    password: string | null;
    role: string;
    plan: string;
    /** Custom limits, for Enterprise only; null means the plan's own. */
    per_minute: number | null;
    per_day: number | null;
    suspended_at: number | null;
    created_at: number;
    organization_id: number | null;
    organization_role: string | null;
    /** When an operator made or approved the account; null for one that signed up by itself. */
    approved_at: number | null;
    /** What a sign-up still needs before its keys work; null if nothing. */
    awaiting: string | null;
    /** The owner's personal data is removed, and nobody can sign in. */
    closed_at: number | null;
    /** JSON: what a member of an organization chose to be told of; null if nothing. */
    notifications: string | null;
  };
  organizations: {
    id: Generated<number>;
    name: string;
    /** The name for searching: see `searchable`. */
    name_folded: string;
    email: string | null;
    phone: string | null;
    /** JSON. */
    address: string | null;
    /** JSON. */
    hours: string | null;
    /** IANA. */
    time_zone: string | null;
    /** BCP 47. */
    locale: string | null;
    /** JSON: the languages (BCP 47) that it offers visitors; null for all that there are. */
    languages: string | null;
    website: string | null;
    payment_url: string | null;
    donation_url: string | null;
    mission: string | null;
    adoption_policy: string | null;
    /** JSON: these two in other languages. */
    translations: string | null;
    /** How visitors adopt its animals; null for `reserve`. */
    adoption: string | null;
    /** JSON. */
    application: string | null;
    /** JSON. */
    social: string | null;
    /** As the organization says, or where its address is: see `located`. */
    latitude: number | null;
    longitude: number | null;
    /** See src/database/located.ts. */
    located: Generated<number>;
    /** Visitors see the animals of listed organizations only. */
    listed_at: number | null;
    suspended_at: number | null;
    version: number;
    created_at: number;
    updated_at: number;
    /** JSON: what the organization's own address is not told of. */
    notifications: string | null;
    /** When its members get the next digest; null before the first time. */
    digest_at: number | null;
    /** JSON: the texts of the mails after an adoption, as far as the organization has written its own. */
    follow_ups: string | null;
    /** Up to when these mails were made; null while they are off. */
    follow_ups_until: number | null;
    /** Of the directory, if the organization is of another service. */
    source_id: number | null;
  };
  /** `image` is in base64, `hash` its SHA-256 in base64url. */
  organization_logos: { organization_id: number; hash: string; type: string; image: string };
  /** Single-use links for joining an organization. `hash` is the token's SHA-256, in hex. */
  invitations: {
    id: Generated<number>;
    organization_id: number;
    /** Null for the command line. */
    invited_by: number | null;
    hash: string;
    role: string;
    /** Only this address may accept it; null for anybody who has the link. */
    email: string | null;
    created_at: number;
    expires_at: number;
  };
  api_keys: {
    id: Generated<number>;
    account_id: number;
    /** SHA-256 of the whole key, in hex. */
    hash: string;
    /** The key itself, if it is publishable and no part of a pair for Petfinder's clients. No other key is stored. */
    published_key: string | null;
    kind: string;
    name: string | null;
    /** Shown with the last four characters so that people recognize the key, such as `psk_live_`. */
    prefix: string;
    last_four: string;
    /** Separated by spaces. */
    scopes: string;
    origins: string;
    created_at: number;
    expires_at: number | null;
    revoked_at: number | null;
  };
  /** The open day window of each account. */
  quota_days: { account_id: number; used: number; resets_at: number };
  /** The last ban of each key that was ever banned; `level` counts from 1. */
  bans: { key_id: number; level: number; until: number };
  /** Requests of each account on each UTC day (days since 1970-01-01). */
  usage_days: { account_id: number; day: number; admitted: number; refused: number; strikes: number };
  pets: {
    id: Generated<number>;
    account_id: number;
    name: string;
    /** The name for searching: see `searchable`. */
    name_folded: string;
    category_id: Int64;
    status: string;
    /** The number of changes, for the ETag. */
    version: number;
    created_at: number;
    /** Also when the profile or the photos changed, which `version` does not count. */
    updated_at: number;
    organization_id: number | null;
    /** Null if the status is the first one. */
    status_changed_at: number | null;
    /** 1 if the pet was hidden when these columns were written: see `isHidden`. */
    is_hidden: Generated<number>;
    /** When the pet will be hidden; null if that is not known, or written already. */
    hidden_from: number | null;
    /** Until when a hold hides the pet; null if none does, and if the pet is hidden for good. */
    hidden_until: number | null;
    /** 1 if visitors see its page during the hold. */
    shows_page: Generated<number>;
    /** When the pet was last hidden no longer. */
    shown_at: number | null;
    /** Of the directory, if the pet is of another service. */
    source_id: number | null;
  };
  /** A pet's information beyond its name, category and status. A pet without any may have no row. */
  pet_profiles: {
    pet_id: number;
    version: number;
    updated_at: number;
    /** The first moment of the day, in UTC. */
    birth_date: number | null;
    /** The first moment of the day of the intake, in UTC; null if it is the day on which the pet was added. */
    waiting_since: number | null;
    /** Kept by triggers: `waiting_since`, or else the first moment of the day on which the pet was added, in UTC. */
    waits_since: Generated<number>;
    /** Kept by triggers: 1 if the pet is sold. */
    is_sold: Generated<number>;
    /** Where the pet itself is, to two decimals; null if where its organization is. */
    latitude: number | null;
    longitude: number | null;
    /** See src/database/located.ts. */
    located: Generated<number>;
    /** JSON: what everybody may know. */
    shown: string;
    /** JSON: what only the animal's own people and operators may know. */
    staff: string | null;
  };
  /** When the status of a pet became `sold`, or something else again, kept by triggers. Absent if it was added as `sold`. */
  pet_handovers: { id: Generated<number>; pet_id: number; at: number; is_sold: number };
  /** What the stays of a pet add to `pet_stay_sums`, in JSON; absent if nothing. Only src/statistics/store.ts writes here. */
  pet_stays: { pet_id: number; stays: string };
  /** How many pets came and left in a month such as `2026-05`, in JSON; of the organization 0, all pets. */
  pet_stay_sums: { organization_id: number; month: string; category_id: Int64; sums: string };
  /** Pets with changes that the sums of stays do not contain yet. Triggers note them. */
  pet_stay_changes: { id: Generated<number>; pet_id: number };
  /** How often visitors opened the page of a pet, and gave it a heart, on a day where its organization is. */
  pet_interest: { pet_id: number; day: number; views: number; hearts: number };
  /** Where pets themselves are, or were. */
  pet_places: { latitude: number; longitude: number };
  /** The values of pets that lists filter by, such as `sex:male`: see src/pets/profile/facets.ts. */
  pet_facets: { facet: string; pet_id: number };
  pet_photos: {
    id: Generated<number>;
    pet_id: number;
    /** Counted from 0, without gaps. */
    position: number;
    /** Of its files: see `PhotoFiles`. Random, so that nobody can guess the URL of a photo that is not public. */
    name: string;
    /** SHA-256 of the image that was sent, in base64url: an animal has the same image once. */
    hash: string;
    alt: string | null;
    /** The point that stays in view, in percent from the left and the top. */
    focus_x: number | null;
    focus_y: number | null;
    /** In pixels, of the largest file. */
    width: number;
    height: number;
    /** In base64. */
    thumbhash: string;
    created_at: number;
  };
  /** The files of photos, on PostgreSQL only. */
  photo_files: { name: string; file: string; put_at: number; bytes: Buffer };
  /**
   * How many pets there are with each stored status, kept by triggers. Several rows with the same key add up. Pets without an organization
   * are counted under the organization and the account 0, and those that are hidden under their status behind `hidden:`.
   */
  pet_counts: {
    organization_id: number;
    account_id: number;
    status: string;
    count: number;
    /** The order of the rows, on PostgreSQL only. */
    place: Generated<number>;
  };
  /** Id ranges whose names are fully indexed: see `indexNames`. A segment is 8,192 consecutive ids. */
  pet_name_segments: { segment: number };
  /** Which pets of a segment have a gram in their names: their offsets from the segment's first id, two bytes each. */
  pet_name_grams: { segment: number; gram: number; offsets: Buffer };
  /** Pets whose name has changed, or that were removed, since their segment was indexed. Triggers note them. */
  pet_name_changes: { id: Generated<number>; segment: number; pet_id: number };
  /** Imports of files by the service itself that have added animals. */
  imports: {
    id: Generated<number>;
    account_id: number;
    organization_id: number | null;
    /** JSON: who imported. */
    actor: string;
    /** The name of the file, if it had one. */
    file: string | null;
    /** How many it has added. */
    animals: number;
    created_at: number;
    undone_at: number | null;
  };
  /** The reference of an imported animal in its source file, and what the animal is owed. It stays when the animal is removed or given away. */
  import_references: {
    /** For whom it was imported: see `ownerKey`. */
    owner: number;
    reference: string;
    pet_id: number;
    /** Null if a version before imports could be undone has added it. */
    import_id: number | null;
    /** Of the reference itself: when an import last wrote the animal; null otherwise. */
    noted_at: number | null;
    /** Of the reference itself, in JSON: a fingerprint of each member that imports have written. */
    written: string | null;
  };
  categories: {
    id: Int64;
    name: string;
    description: string | null;
    /** Null for the built-in categories, and for those of sources. */
    account_id: number | null;
    organization_id: number | null;
    /** Of the directory, if the category was added for this source. */
    source_id: number | null;
  };
  /** The next id to assign, for tables where clients can choose ids too. */
  id_counters: { name: string; next: number };
  orders: {
    id: Generated<number>;
    pet_id: number;
    pet_account_id: number;
    account_id: number;
    status: string;
    adopter_name: string | null;
    adopter_email: string | null;
    adopter_phone: string | null;
    note: string | null;
    /** JSON: the questions as they were asked, with the answers. */
    answers: string | null;
    visit_at: number | null;
    /** What the animal's side said with the last change of the status. */
    message_to_adopter: string | null;
    expires_at: number;
    created_at: number;
    updated_at: number;
    version: number;
    /** The organization of the animal. */
    organization_id: number | null;
    /** 1 if a visitor placed it, with a publishable key: the account of the key then is no side of the order. */
    by_visitor: number | null;
    /** 1 if a member of the animal's organization placed it: the order stays the organization's when members leave. */
    by_member: number | null;
    /** 1 if the animal's side may not read who adopts. */
    is_withheld: number | null;
    /** A keyed hash of the client's address, while the order is open. */
    visitor: string | null;
    /** SHA-256 of the token of the visitor's link, in hex; null if there is none, or no longer. */
    reservation_hash: string | null;
    /** 1 if the adopter wants no mails after the adoption. */
    no_follow_ups: number | null;
    /** BCP 47: the language of the adopter. */
    locale: string | null;
    /** When staff marked it as paid. */
    paid_at: number | null;
  };
  applications: {
    id: Generated<number>;
    pet_id: number;
    pet_account_id: number;
    /** The organization of the animal. */
    organization_id: number | null;
    account_id: number;
    /** The same as of an order. */
    by_visitor: number | null;
    by_member: number | null;
    is_withheld: number | null;
    /** A keyed hash of the client's address, while the application is open. */
    visitor: string | null;
    status: string;
    adopter_name: string | null;
    adopter_email: string | null;
    adopter_phone: string | null;
    note: string | null;
    /** JSON: the questions as they were asked, with the answers. */
    answers: string | null;
    locale: string | null;
    message_to_adopter: string | null;
    /** The order that was made of it. */
    order_id: number | null;
    assignee_id: number | null;
    staff_note: string | null;
    /** Until when the organization keeps its approval of the adopter. */
    approved_until: number | null;
    /** SHA-256 of the token of the applicant's link, in hex; null if there is none, or no longer. */
    link_hash: string | null;
    /** 1 while it is open although its animal was removed, or given away; triggers note it. */
    pet_removed: number | null;
    /** When the animal's side first answered: it began the review, accepted, declined or closed. */
    answered_at: number | null;
    created_at: number;
    updated_at: number;
  };
  /** Mails to send: see `mailStore`. */
  mails: {
    id: Generated<number>;
    kind: string;
    /** Identifies what the mail is about, such as the id of an order. */
    subject: string;
    /** The number of claims so far. */
    attempts: number;
    /** When a process may claim it: the next attempt, or the end of a claim. */
    due_at: number;
    created_at: number;
  };
  /** What staging would have mailed, and to whom. */
  staged_mails: {
    id: Generated<number>;
    kind: string;
    /** The account that it concerns; operators see all. */
    account_id: number | null;
    organization_id: number | null;
    recipient: string;
    subject: string;
    /** The plain text. */
    body: string;
    html: string | null;
    /** By the clock of staging. */
    created_at: number;
    /** By the real time. */
    kept_at: number;
  };
  /** What members of organizations are told by mail: see src/notifications/store.ts. */
  notices: {
    id: Generated<number>;
    kind: string;
    /** 0 for the operators. */
    organization_id: number;
    subject: string;
    /** Only this member is told; null for all. */
    account_id: number | null;
    due_at: number;
    /** What is told in the same mail; null before. */
    batch_id: number | null;
  };
  notice_batches: { id: Generated<number>; organization_id: number; at: number };
  /** What the people of an animal note about an order. Never for the adopter. */
  order_notes: {
    id: Generated<number>;
    order_id: number;
    /** Who wrote it. */
    account_id: number;
    note: string;
    created_at: number;
  };
  /** The stored answer to a request with an `Idempotency-Key`. */
  idempotency_keys: {
    account_id: number;
    method: string;
    path: string;
    key: string;
    fingerprint: string;
    status: number;
    /** JSON. */
    headers: string;
    body: string;
    created_at: number;
  };
  /** The outbox. `sequence` follows the order of commits. */
  events: {
    sequence: Generated<number>;
    id: string;
    kind: string;
    at: number;
    /** JSON. */
    data: string;
    /** Whom the event concerns. The kind decides whether others receive it too. */
    account_id: number | null;
    other_account_id: number | null;
    organization_id: number | null;
    /** JSON: who caused it. Null for events of earlier versions. */
    actor: string | null;
    /** The animal that it is about, or whose order. */
    pet_id: number | null;
    /** 1 if the animal was hidden then: the event is not for visitors. */
    is_hidden: number | null;
  };
  /** Events without a number, on an engine that numbers them after the commit: see `EventOrder`. */
  pending_events: Omit<Tables['events'], 'sequence'> & { place: Generated<number> };
  messages: {
    /** The order of acceptance. */
    sequence: Generated<number>;
    id: string;
    account_id: number;
    message: string;
    status: string;
    /** The number of attempts to deliver it. */
    attempts: number;
    /** When the delivering process's claim ends; another process then takes over. */
    claimed_until: number | null;
    created_at: number;
    /** When it reached the inbox. */
    delivered_at: number | null;
    /** The organization that receives it; null for the operators. */
    organization_id: number | null;
    /** The animal that it is about. */
    pet_id: number | null;
    /** 1 if a visitor sent it, with a publishable key: the account of the key then may not read it. */
    by_visitor: number | null;
    /** Who writes, if the message says so: its answers are mailed there. */
    from_name: string | null;
    from_email: string | null;
    /** `open`, `answered` or `closed`. */
    state: Generated<string>;
    assignee_id: number | null;
    /** The adoption that it is about, if its adopter wrote it through the link to the order. */
    order_id: number | null;
    /** BCP 47: the language of the sender. */
    locale: string | null;
  };
  message_answers: {
    id: Generated<number>;
    message_sequence: number;
    account_id: number;
    message: string;
    created_at: number;
    /** `waiting`, `sent` or `failed`; null if it is not mailed. */
    mail: string | null;
  };
  /** What visitors want to be told by mail. */
  alerts: {
    id: Generated<number>;
    /** Lower case. Of a refused alert, a keyed hash. */
    email: string;
    /** JSON: filters of the list of animals. */
    filters: string;
    /** A keyed hash of the client's address. */
    visitor: string;
    /** SHA-256 of the tokens of its links, in hex; null if it was refused. */
    hash: string | null;
    end_hash: string | null;
    created_at: number;
    confirmed_at: number | null;
    /** Up to when was searched: animals that became available earlier are not told. */
    since: number;
    due_at: number;
    /** JSON: the ids of the animals of the next mail. */
    found: string;
    ends_at: number;
    /** BCP 47: the language of the visitor. */
    locale: string | null;
  };
  /** One row, in staging only: see src/staging/clock/store.ts. */
  test_clock: {
    id: number;
    ahead_ms: number;
    from_ms: number;
    target_ms: number | null;
    actor: string | null;
    from_at: number | null;
    after_sequence: number | null;
  };
  answer_templates: { id: Generated<number>; organization_id: number; name: string; text: string };
  webhooks: {
    id: Generated<number>;
    account_id: number;
    url: string;
    /** The subscribed kinds, separated by spaces. */
    events: string;
    /** See `Position`. */
    after_sequence: number;
    paused_after: Generated<number | null>;
    /** JSON; null if there are none. */
    gaps: Generated<string | null>;
    description: string | null;
    disabled_at: number | null;
    /** Why the service disabled it. */
    disabled_reason: string | null;
    secret: string;
    /** Signs as well until `previous_secret_until`. */
    previous_secret: string | null;
    previous_secret_until: number | null;
    /** The first of the latest uninterrupted failures. */
    failing_since: number | null;
    /** 1 after a quick 2xx of this URL, until an attempt takes long: see `fairShares`. */
    is_proven: number | null;
    /** How many notices its owner has had of the latest failures: see `endpointNotices`. Null if none. */
    notices: number | null;
    /** When the last mail about it was queued. */
    mailed_at: number | null;
    /** Hidden since then; the row is deleted after the last of its deliveries. */
    deleted_at: number | null;
    version: number;
    created_at: number;
    updated_at: number;
  };
  deliveries: {
    id: Generated<number>;
    webhook_id: number;
    /** The event's id; every attempt sends the same event. */
    event_id: string;
    kind: string;
    /** Null if an earlier version made the delivery. */
    event_sequence: number | null;
    /** The event, if an earlier version made the delivery; otherwise empty: the event is in `events`. */
    body: string;
    status: string;
    attempts: number;
    /** When the next attempt is due; null if there is none. */
    next_attempt_at: number | null;
    /** When the sending process's claim ends; another process then takes over. */
    claimed_until: number | null;
    created_at: number;
  };
  /** What was sent to a webhook and what it answered, in one attempt. The delivery has the body that was sent. */
  delivery_attempts: {
    delivery_id: number;
    /** From 1 on. */
    number: number;
    attempted_at: number;
    duration_ms: number;
    /** The webhook's URL at that time; null if it has been erased since. */
    url: string | null;
    /** The address and port to which a connection was made. */
    address: string | null;
    /** A JSON array of names and values in turns, as Node's `rawHeaders`. */
    request_headers: string | null;
    response_status: number | null;
    response_headers: string | null;
    response_body: string | null;
    /** 1 if more was received than is kept. */
    is_cut: number;
    error: string | null;
    /** The webhook, while the response takes more than a little: see `trimLongAnswers`. */
    long_of: number | null;
  };
  /** The webhooks that were behind no event up to this number when it was noted have no lower `after_sequence`. */
  outbox_readers: { name: string; sequence: number };
  sessions: {
    /** SHA-256 of the token, in hex. Only the browser's cookie has the token itself. */
    hash: string;
    account_id: number;
    /** The session ends then unless it is used before; never later than `ends_at`. */
    idle_until: number;
    ends_at: number;
  };
  /** Single-use links for setting an account's password or confirming its address. `hash` is the token's SHA-256, in hex. */
  password_links: {
    hash: string;
    account_id: number;
    expires_at: number;
    /** Null for links of earlier versions, which set the password. */
    kind: string | null;
    /** The address that the link confirms. */
    email: string | null;
  };
  /** The services whose animals this one shows: docs/decisions/0112-directory.md. */
  directory_sources: {
    id: Generated<number>;
    /** Its origin, such as `https://pets.shelter.example`. */
    url: string;
    /** The partner key, which may be sealed. */
    key: string;
    /** Which service it is, as it has said: see src/secrets/service-id.ts. Null until it is asked. */
    service: string | null;
    /** Up to where its events were read; null before the first time. */
    position: string | null;
    /** The position of the newest event whose effects may have been read, if it is after `position`. */
    reached: string | null;
    /** The path of the next page while all is read; `all` before the first one; null while the events are followed. */
    reading: string | null;
    /** Counts the times that all was read: what an ended one has not seen is gone. */
    round: number;
    /** Counts the changes of this row: two processes that work on one source do not both go on. */
    progress: number;
    paused_at: number | null;
    /** Why it is not asked any more, until somebody changes something. */
    stopped: string | null;
    /** The last failure, as a sentence; null once it answers. */
    error: string | null;
    /** When it last said that all is known here. */
    seen_at: number | null;
    /** Since when visitors do not see what it has, because it was silent for too long. */
    hidden_at: number | null;
    /** Since when it is being removed. */
    removed_at: number | null;
    created_at: number;
    updated_at: number;
    version: number;
  };
  /** `round` is the last reading of everything, or the one that goes on, in which it was seen. */
  directory_organizations: { source_id: number; their_id: number; organization_id: number; round: number };
  directory_animals: {
    source_id: number;
    their_id: number;
    pet_id: number;
    round: number;
    /** 1 if it is bonded with an animal that is not shown here, 0 if all are; null if it is bonded with none. */
    lacks_bonds: number | null;
  };
  /** Which category here stands for one of a source, as long as that one has the name with this SHA-256. */
  directory_categories: { source_id: number; their_id: Int64; name_hash: string; category_id: Int64 };
  /** Animals of sources that are not shown, and why, as a sentence. */
  directory_refusals: { source_id: number; their_id: number; reason: string; round: number };
  /** The first photos that an animal of a source has there: docs/decisions/0113-photos-of-sources.md. */
  directory_photos: {
    source_id: number;
    pet_id: number;
    /** Of its files at the source: see `pet_photos`. */
    name: string;
    /** Counted from 0 without gaps, as those that are not copied yet are. */
    position: number;
    focus_x: number | null;
    focus_y: number | null;
    /** Its copy; null while there is none. */
    photo_id: number | null;
    /** Of the copy's files; 0 while there is none. */
    bytes: number;
    /** How often it could not be copied. */
    tries: number;
    /** When to copy it: the position before the first try, so that first photos come first; null if it is copied, or will never be. */
    due_at: number | null;
    alt: string | null;
  };
  /** Where an organization's lists of animals are sent: docs/decisions/0103-listing-sites.md. Times are Unix milliseconds. */
  listing_sites: {
    organization_id: number;
    site: string;
    host: string;
    port: number;
    security: string;
    username: string;
    /** Sealed. */
    password: string;
    file: string;
    /** 0 or 1; null for sites that leave no choice. */
    header_line: number | null;
    sends_map: number | null;
    paused_at: number | null;
    next_at: number;
    /** Why the next run begins; null since a run has begun. */
    next_cause: string | null;
    next_by: number | null;
    resend: string | null;
    last_attempt_at: number | null;
    last_success_at: number | null;
    /** Of the last file that the site took, and of the map beside it. */
    taken_hash: string | null;
    taken_map: string | null;
    taken_animals: number | null;
    taken_available: number | null;
    /** 1 from before a file is sent until it is known to be whole: the server may hold a part of it. */
    in_doubt: number | null;
    waiting_hash: string | null;
    waiting_reason: string | null;
    waiting_since: number | null;
    waiting_animals: number | null;
    waiting_available: number | null;
    consent_hash: string | null;
    consent_by: number | null;
    /** In a row, and how many of the latest were refusals of the username or the password. */
    failures: number;
    refusals: number;
    failing_since: number | null;
    /** 1 once members were told. */
    failing_told: number | null;
    error: string | null;
    created_at: number;
    updated_at: number;
    /** Counts the changes by people. */
    version: number;
  };
  /** What was done for a site: kept for 93 days. */
  listing_runs: {
    id: Generated<number>;
    organization_id: number;
    site: string;
    started_at: number;
    ended_at: number | null;
    cause: string;
    asked_by: number | null;
    consent_by: number | null;
    outcome: string | null;
    animals: number | null;
    available: number | null;
    not_listed: number | null;
    bytes: number | null;
    error: string | null;
    /** A JSON array. */
    steps: string;
  };
  /** The animals of lists that a site has taken, or that were about to be sent. */
  listing_animals: {
    organization_id: number;
    site: string;
    pet_id: number;
    /** In the addresses of its photos: the run that listed it first, since it was away. */
    period: string;
    /** Its status in the last list that the site took, and since when such lists have it. Null if that one does not have it. */
    status: string | null;
    listed_since: number | null;
    /** 1 once a list without it may have reached the site. */
    is_leaving: number | null;
  };
  /** The last requests of accounts with their keys, many in one row. */
  request_log: {
    id: Generated<number>;
    account_id: number;
    /** When the first and the last response of the row ended. */
    first_at: number;
    last_at: number;
    /** How many requests the row holds. */
    count: number;
    /** One request a line, in the order in which their responses ended: see src/request-log/row.ts. */
    lines: string;
  };
  /** Requests of each account by UTC day (days since 1970-01-01), key and operation. */
  operation_days: {
    account_id: number;
    day: number;
    /** 0 for requests from the site, with a session. */
    key_id: number;
    operation: string;
    requests: number;
    /** How many of them got 400 or more. */
    errors: number;
  };
  /** When each key was last used, to ten seconds. */
  key_uses: { key_id: number; last_used_at: number };
}
