import { expect, test } from 'vitest';
import { textTables } from '../../src/people/text-tables.ts';
import { BACKENDS } from '../support/service.ts';
import { COLUMNS } from './scene.ts';

/** What stands in a column with text. */
interface Texts {
  /** What people write, or a copy of it. */
  readonly people?: readonly string[];
  /** Words, hashes and secrets of the service, in which no address can stand. They are searched all the same. */
  readonly service?: readonly string[];
}

const event: Texts = { people: ['data'], service: ['id', 'kind', 'actor'] };

/** Every column with text. Whoever adds one decides here what stands in it; `rewriting` has the rules for names, which are no addresses. */
const TEXTS: Readonly<Record<string, Texts>> = {
  meta: { service: ['name', 'value'] },
  accounts: {
    people: ['email', 'name'],
    service: ['password', 'role', 'plan', 'organization_role', 'awaiting', 'notifications'],
  },
  organizations: {
    people: [
      'name',
      'name_folded',
      'email',
      'phone',
      'address',
      'hours',
      'website',
      'payment_url',
      'donation_url',
      'mission',
      'adoption_policy',
      'translations',
      'application',
      'social',
      'follow_ups',
    ],
    service: ['adoption', 'time_zone', 'locale', 'languages', 'notifications'],
  },
  organization_logos: { service: ['hash', 'type', 'image'] },
  invitations: { people: ['email'], service: ['hash', 'role'] },
  api_keys: {
    people: ['name', 'origins'],
    service: ['hash', 'kind', 'prefix', 'last_four', 'scopes', 'published_key'],
  },
  sessions: { service: ['hash'] },
  password_links: { people: ['email'], service: ['hash', 'kind'] },
  categories: { people: ['name', 'description'] },
  pets: { people: ['name', 'name_folded'], service: ['status'] },
  pet_profiles: { people: ['shown', 'staff'] },
  // Values of profiles, but none with an address.
  pet_facets: { service: ['facet'] },
  pet_photos: { people: ['alt'], service: ['name', 'hash', 'thumbhash'] },
  photo_files: { service: ['name', 'file', 'bytes'] },
  pet_counts: { service: ['status'] },
  pet_stays: { service: ['stays'] },
  pet_stay_sums: { service: ['month', 'sums'] },
  // Numbers. What a name no longer has leaves them within an hour.
  pet_name_grams: { service: ['offsets'] },
  imports: { people: ['file'], service: ['actor'] },
  import_references: { people: ['reference'], service: ['written'] },
  id_counters: { service: ['name'] },
  orders: {
    people: ['adopter_name', 'adopter_email', 'adopter_phone', 'note', 'answers', 'message_to_adopter'],
    service: ['status', 'visitor', 'reservation_hash', 'locale'],
  },
  listing_sites: {
    people: ['host', 'username', 'file', 'error'],
    service: [
      'site',
      'security',
      'password',
      'next_cause',
      'resend',
      'taken_hash',
      'taken_map',
      'waiting_hash',
      'waiting_reason',
      'consent_hash',
    ],
  },
  directory_photos: { people: ['alt'], service: ['name'] },
  // Addresses of services, and what this one says of their answers.
  directory_sources: { service: ['url', 'key', 'service', 'position', 'reached', 'reading', 'stopped', 'error'] },
  directory_categories: { service: ['name_hash'] },
  directory_refusals: { service: ['reason'] },
  listing_runs: { people: ['error', 'steps'], service: ['site', 'cause', 'outcome'] },
  listing_animals: { service: ['site', 'period', 'status'] },
  applications: {
    people: ['adopter_name', 'adopter_email', 'adopter_phone', 'note', 'answers', 'message_to_adopter', 'staff_note'],
    service: ['status', 'visitor', 'link_hash', 'locale'],
  },
  mails: { service: ['kind', 'subject'] },
  staged_mails: { people: ['recipient', 'subject', 'body', 'html'], service: ['kind'] },
  notices: { service: ['kind', 'subject'] },
  order_notes: { people: ['note'] },
  // Of a response that shows a secret, the body is encrypted.
  idempotency_keys: { people: ['path', 'key', 'headers', 'body'], service: ['method', 'fingerprint'] },
  events: event,
  pending_events: event,
  messages: { people: ['message', 'from_name', 'from_email'], service: ['id', 'status', 'state', 'locale'] },
  message_answers: { people: ['message'], service: ['mail'] },
  alerts: { people: ['email', 'filters'], service: ['visitor', 'hash', 'end_hash', 'found', 'locale'] },
  answer_templates: { people: ['name', 'text'] },
  webhooks: {
    people: ['url', 'description'],
    service: ['events', 'gaps', 'disabled_reason', 'secret', 'previous_secret'],
  },
  deliveries: { people: ['body'], service: ['event_id', 'kind', 'status'] },
  delivery_attempts: {
    people: ['url', 'request_headers', 'response_headers', 'response_body', 'error'],
    service: ['address'],
  },
  test_clock: { service: ['actor'] },
  outbox_readers: { service: ['name'] },
  request_log: { service: ['lines'] },
  operation_days: { service: ['operation'] },
};

const NUMBERS = new Set(['integer', 'bigint', 'real', 'double precision', 'int4', 'int8', 'float8']);
/** Pictures, values of profiles, counters, the index of names, and what programs requested. */
const UNSEARCHED = new Set([
  'organization_logos',
  'photo_files',
  'pet_facets',
  'pet_counts',
  'pet_stays',
  'pet_stay_sums',
  'pet_name_grams',
  'request_log',
  'operation_days',
]);
const named = (table: string, columns: readonly string[] = []): string[] => columns.map((name) => `${table}.${name}`);

test.each(BACKENDS)('a search covers every column that can hold a text, on %s', async (_, start) => {
  const service = await start();
  const { database } = await service.beside();
  const tables = await database.read.introspection.getTables();
  const searched = (await textTables(database.read)).flatMap(({ table, texts }) => named(table, texts));
  await database.close();
  await service.close();

  const columns = tables.flatMap(({ name: table, columns: all }) =>
    all
      .filter(({ dataType }) => !NUMBERS.has(dataType.toLowerCase()))
      .map(({ name, dataType }) => ({ table, name: `${table}.${name}`, dataType: dataType.toLowerCase() })),
  );
  const bytes = columns.filter(({ dataType }) => dataType !== 'text').map(({ name }) => name);
  expect(bytes.filter((name) => name !== 'photo_files.bytes')).toEqual(['pet_name_grams.offsets']);
  const existing = new Set(columns.map(({ table }) => table));
  const decided = Object.entries(TEXTS).filter(([table]) => existing.has(table));
  const names = columns.map(({ name }) => name).toSorted();
  expect(
    decided.flatMap(([table, { people, service: own }]) => [...named(table, people), ...named(table, own)]).toSorted(),
  ).toEqual(names);
  expect(searched.toSorted()).toEqual(
    columns
      .filter(({ table }) => !UNSEARCHED.has(table))
      .map(({ name }) => name)
      .toSorted(),
  );
  const ofPeople = decided.flatMap(([table, { people }]) => named(table, people));
  expect(ofPeople).toEqual(expect.arrayContaining(COLUMNS));
});
