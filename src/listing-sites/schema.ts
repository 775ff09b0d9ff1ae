import { type Static, Type } from 'typebox';
import { AssignedId, OneOf, PageQuery, PathId, PlainText, Timestamp, Flag, Text } from '../http/shapes.ts';
import { PetStatus } from '../pets/query/schema.ts';
import {
  FTP_SECURITY,
  LISTING_SITES,
  RESENDING,
  RUN_CAUSES,
  RUN_OUTCOMES,
  SITE_STATES,
  WAITING_REASONS,
  WHY_NOT_LISTED,
} from '../vocabulary/listing-sites.ts';

const texts = (record: Readonly<Record<string, string>>): string =>
  Object.entries(record)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join('; ');

const site = OneOf(LISTING_SITES, { title: 'ListingSiteName', description: 'The site.' });
const reason = OneOf(WHY_NOT_LISTED, { title: 'WhyNotListed' });

const connection = {
  host: Type.String({
    maxLength: 253,
    pattern: '^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:[.][A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$',
    description: "The server that takes the file. By default the site's own.",
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'The port of the server. By default 21.' }),
  security: OneOf(FTP_SECURITY, {
    title: 'FtpSecurity',
    description: `How the connection is protected. ${texts(FTP_SECURITY)}. Encryption that the server does not offer is never left out silently: the run fails. By default \`none\`: these sites are not known to offer encryption.`,
  }),
  username: PlainText(1, 100, 'The user of the account for uploads at the site.'),
  file: Type.String({
    maxLength: 200,
    pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$',
    description:
      "Where the file is put. By default the site's rule: `import/USERNAME.csv` in capitals for `petfinder`, `pets.csv` for `adopt-a-pet`. Required for `rescuegroups`: the name in the Import Account, such as `import/pets.csv`.",
  }),
};
const forAdoptAPet = {
  headerLine: Flag(
    "For `adopt-a-pet`: whether the file begins with the names of its columns. It must be what the site's account says. By default true.",
  ),
  map: Flag(
    'For `adopt-a-pet`: whether `import.cfg` is sent as well, which says what columns and words mean. It replaces one that somebody has put there. Required for `adopt-a-pet`.',
  ),
};
const paused = Flag('Whether nothing is sent.');

const example = {
  site: 'petfinder' as const,
  host: 'members.petfinder.com',
  port: 21,
  security: 'none' as const,
  username: 'NJ94',
  file: 'import/NJ94.csv',
  photosFrom: 'https://pets.shelter.example',
  paused: false,
  state: 'waiting' as const,
  running: false,
  waiting: {
    list: '4f7c1f0a9b2d4e55a3cbb9a6c9d6c2b7a1e0f3d4c5b6a7988766554433221100',
    reason: 'first' as const,
    since: '2026-11-26T09:30:00.000Z',
    animals: 41,
    available: 38,
    agreed: false,
  },
  lastAttemptAt: '2026-11-26T09:30:00.000Z',
  nextRunAt: '2026-11-26T13:30:00.000Z',
  createdAt: '2026-11-26T09:29:40.000Z',
  updatedAt: '2026-11-26T09:29:40.000Z',
};

const listHash = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'Names exactly one list: SHA-256 of the file, in hexadecimal.',
});
const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ListingSite = Type.Object(
  {
    site,
    ...connection,
    headerLine: Type.Optional(forAdoptAPet.headerLine),
    map: Type.Optional(forAdoptAPet.map),
    photosFrom: Type.Optional(
      Text('Where the site fetches photos: `PUBLIC_URL` of the service. Without it, the lists have no photos.'),
    ),
    paused,
    state: OneOf(SITE_STATES, { title: 'ListingSiteState', description: `${texts(SITE_STATES)}.` }),
    running: Flag('Whether a run is under way.'),
    waiting: Type.Optional(
      Type.Object(
        {
          list: listHash,
          reason: OneOf(WAITING_REASONS, {
            title: 'WaitingReason',
            description: `Why: ${texts(WAITING_REASONS)}.`,
          }),
          since: Timestamp('Since when a list waits.'),
          animals: count('How many animals are in the list.'),
          available: count('How many of them are available.'),
          availableBefore: Type.Optional(count('How many available animals the last list had that the site took.')),
          agreed: Flag('Whether a manager has agreed to it: the next run sends it unless the animals change.'),
        },
        { title: 'WaitingList', description: 'The list that is sent only after a manager has agreed to it.' },
      ),
    ),
    error: Type.Optional(
      Type.Object(
        {
          since: Timestamp('When the first of the failures in a row happened.'),
          message: Text('Why the last run failed.'),
          refused: Flag('Whether the server refused the username or the password.'),
        },
        { title: 'ListingSiteError' },
      ),
    ),
    animals: Type.Optional(count('How many animals are in the last list that the site took.')),
    lastAttemptAt: Type.Optional(Timestamp('When the last run began.')),
    lastSuccessAt: Type.Optional(Timestamp('When the site last took a list.')),
    nextRunAt: Type.Optional(Timestamp('When the next run begins.')),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { title: 'ListingSite', examples: [example] },
);
export type ListingSite = Static<typeof ListingSite>;

export const ListingSites = Type.Array(ListingSite, { title: 'ListingSites', examples: [[example]] });

export const ListingSiteSettings = Type.Object(
  {
    host: Type.Optional(connection.host),
    port: Type.Optional(connection.port),
    security: Type.Optional(connection.security),
    username: connection.username,
    password: Type.Optional(
      PlainText(
        1,
        200,
        'The password of the account for uploads. It is kept encrypted, and no response shows it. Without it, the password stays; it is required when the host, the port or the username changes.',
      ),
    ),
    file: Type.Optional(connection.file),
    headerLine: Type.Optional(forAdoptAPet.headerLine),
    map: Type.Optional(forAdoptAPet.map),
    paused: Type.Optional(paused),
  },
  { title: 'ListingSiteSettings', examples: [{ username: 'NJ94', password: 'correct horse' }] },
);
export type ListingSiteSettings = Static<typeof ListingSiteSettings>;

export const ListingSiteTest = Type.Object(
  {
    succeeded: Flag('Whether the server let the service in, and listed the folder.'),
    error: Type.Optional(Text('Why not.')),
    names: Type.Optional(
      Type.Array(Type.String(), { description: 'What the folder of the file holds, up to 100 names.' }),
    ),
    offersEncryption: Type.Optional(Flag('Whether the server offers an encrypted connection (AUTH TLS).')),
  },
  {
    title: 'ListingSiteTest',
    examples: [{ succeeded: true, names: ['NJ94.csv', 'photos'], offersEncryption: false }],
  },
);
export type ListingSiteTest = Static<typeof ListingSiteTest>;

export const NewListingRun = Type.Object(
  {
    resend: Type.Optional(
      OneOf(RESENDING, {
        title: 'Resending',
        description: `What is sent although the site has taken the same list before. ${texts(RESENDING)}.`,
      }),
    ),
  },
  { title: 'NewListingRun', examples: [{}] },
);
export type NewListingRun = Static<typeof NewListingRun>;

const runExample = {
  id: 12,
  startedAt: '2026-11-26T09:30:00.000Z',
  endedAt: '2026-11-26T09:30:04.100Z',
  cause: 'schedule' as const,
  outcome: 'sent' as const,
  animals: 41,
  available: 38,
  notListed: 2,
  bytes: 48_211,
  steps: [{ at: '2026-11-26T09:30:03.900Z', text: 'The server holds import/NJ94.csv: 48,211 bytes.' }],
};

export const ListingRun = Type.Object(
  {
    id: AssignedId('Assigned by the service.'),
    startedAt: Timestamp(),
    endedAt: Type.Optional(Timestamp('Absent while it runs.')),
    cause: OneOf(RUN_CAUSES, { title: 'ListingRunCause', description: `Why it began. ${texts(RUN_CAUSES)}.` }),
    askedBy: Type.Optional(AssignedId('The account that asked for it.')),
    consentBy: Type.Optional(AssignedId('The account that agreed to the list that was sent.')),
    outcome: Type.Optional(
      OneOf(RUN_OUTCOMES, {
        title: 'ListingRunOutcome',
        description: `How it ended. ${texts(RUN_OUTCOMES)}. Whether the site shows the animals only the site knows.`,
      }),
    ),
    animals: Type.Optional(count('How many animals are in the list.')),
    available: Type.Optional(count('How many of them are available.')),
    notListed: Type.Optional(count('How many available or pending animals could not be listed.')),
    bytes: Type.Optional(count('The length of the file.')),
    error: Type.Optional(Text('Why it failed.')),
    steps: Type.Array(Type.Object({ at: Timestamp(), text: Type.String() }, { title: 'ListingRunStep' }), {
      description: 'What was done, in order.',
    }),
  },
  { title: 'ListingRun', examples: [runExample] },
);
export type ListingRun = Static<typeof ListingRun>;

export const ListingRuns = Type.Array(ListingRun, { title: 'ListingRuns', examples: [[runExample]] });

const animalExample = { petId: 7, name: 'Rex', status: 'available' as const, reasons: ['sex' as const] };

const ListingAnimal = Type.Object(
  {
    petId: AssignedId(),
    name: Type.String(),
    status: PetStatus,
    listedSince: Type.Optional(Timestamp('Since when the lists that the site took have it, without a break.')),
    reasons: Type.Array(reason, {
      description: `Why the next list will not have it; empty if it will. ${texts(WHY_NOT_LISTED)}.`,
    }),
  },
  { title: 'ListingAnimal', examples: [animalExample] },
);

export const ListingAnimals = Type.Array(ListingAnimal, { title: 'ListingAnimals', examples: [[animalExample]] });

export const ListingAnimalsQuery = Type.Object({
  petId: Type.Optional(AssignedId('Only this animal.')),
  listed: Type.Optional(Flag('Only animals that the next list will have, or that it will not have.')),
  ...PageQuery.properties,
});

export const ListingConsent = Type.Object(
  { list: listHash },
  { title: 'ListingConsent', examples: [{ list: example.waiting.list }] },
);
export type ListingConsent = Static<typeof ListingConsent>;

const organizationId = PathId('organization_not_found', 'The identifier of the organization.');

export const ListingSiteParams = Type.Object({
  organizationId,
  site: OneOf(LISTING_SITES, { 'x-not-found': 'listing_site_not_found', description: 'The site.' }),
});
export const OrganizationParams = Type.Object({ organizationId });
