import { text as textOf } from 'node:stream/consumers';
import type { Category, Int64 } from '../../../client/src/petstore.ts';
import { misuse } from '../../failure.ts';
import { WANTED_KINDS } from '../../vocabulary/event-kinds.ts';
import { parseInt64 } from '../../vocabulary/int64.ts';
import { addAliases, type Aliases, type Part } from '../api/aliases.ts';
import { atService, type Context } from '../api/run-operation.ts';
import type { CliCommand } from '../table/command.ts';

const category: Part<Context> = {
  to: 'categoryId',
  says: 'category of the animal, by name or number',
  read: async (text, { petstore }) => categoryIdOf(text, await Array.fromAsync(petstore.categories.list())),
};
const file = (to: string, says: string): Part<Context> => ({
  to,
  says,
  name: 'file',
  read: (text) => (text === '-' ? '-' : `@${text}`),
});
/** Given on the command line, others on the machine can read it. */
const secret: Part<Context>['read'] = async (text, { terminal }) =>
  text === '-' ? (await textOf(terminal.process.stdin)).trim() : text;
const partnerKey: Part<Context> = {
  to: 'key',
  name: 'text',
  says: 'the partner key that its operator has made, or - to read it from standard input',
  read: secret,
};

/** What all commands about listing sites take. */
const ofOrganization = {
  options: {
    organization: {
      to: 'organizationId',
      name: 'id',
      says: "the organization, by default the key's own",
      otherwise: 'own',
      async read(text, { petstore }) {
        if (text !== 'own') return text;
        const { organization } = await petstore.account.get();
        if (organization !== undefined) return organization.id;
        throw misuse('The account belongs to no organization: name one with --organization.');
      },
    } satisfies Part<Context>,
  },
};
const ofSite = { ...ofOrganization, args: ['site'] };

const ALIASES: Aliases<Context> = {
  'pets list': {
    operation: 'listPets',
    says: 'List animals, newest first.',
    options: {
      status: 'status',
      category: { ...category, says: 'only this category, by name or number' },
      name: { to: 'q', says: 'only names that contain this text' },
      since: {
        to: 'updatedSince',
        says: 'only animals added or changed since this time, such as 2026-11-21T00:00:00Z',
      },
    },
    examples: [
      'petstore pets list --status available --category dogs',
      'petstore pets list --all --json | jq -r .name | sort | uniq -c',
    ],
  },
  'pets add': {
    operation: 'createPet',
    args: ['name'],
    options: {
      category,
      status: 'status',
      profile: file('profile', 'a JSON file with the profile of the animal, or - to read standard input'),
    },
    examples: [
      'petstore pets add Rex --category dogs',
      'petstore pets add Rex --category dogs --profile rex.json',
      'id=$(petstore pets add "Miss Kitty" --category 2 --json | jq .id)',
    ],
  },
  // `getPet` is removed in 2030 (specification, part 4.3).
  'pets get': {
    operation: 'listPets',
    says: 'Show an animal.',
    args: [{ to: 'ids', name: 'pet-id', says: 'the id of the animal' }],
    shows: 'animal',
    examples: ['petstore pets get 42'],
  },
  'pets profile': {
    operation: {
      flagsOf: 'updatePetProfile',
      choose: (given) => {
        if (given.has('replace') && !given.has('body')) throw misuse('--replace needs --file, the new profile.');
        if (given.size === 1) return 'getPetProfile';
        return given.has('replace') ? 'replacePetProfile' : 'updatePetProfile';
      },
    },
    says: 'Show the profile of an animal. With --file, change it first.',
    options: {
      file: file('body', 'a JSON file with the members to change, or - to read standard input; null removes a member'),
      replace: { to: 'replace', says: "replace the whole profile by the file's" },
    },
    examples: [
      'petstore pets profile 42',
      `echo '{"houseTrained": true}' | petstore pets profile 42 --file -`,
      'petstore pets profile 42 --file rex.json --replace',
    ],
  },
  'pets set-status': {
    operation: 'updatePet',
    says: "Set an animal's status. While the animal has an open order, the status follows the order.",
    args: ['petId', 'status'],
  },
  'pets remove': {
    operation: 'deletePet',
    says: 'Delete an animal. This cannot be undone.',
    removes: 'animal',
  },
  'pets photos list': 'listPhotos',
  'pets photos add': {
    operation: 'addPhoto',
    says: 'Add a photo behind the others. Where and when it was taken is not kept.',
    args: ['petId', file('body', 'the image: JPEG, PNG, WebP, GIF, AVIF or HEIC')],
    options: { alt: { to: 'alt', says: 'what the photo shows, for people who cannot see it' } },
    examples: ['petstore pets photos add 42 rex.jpg --alt "A brown dog asleep on a red sofa"'],
  },
  'pets photos move': {
    operation: 'updatePhoto',
    says: 'Move a photo to another place. The first photo is the one that lists show.',
    args: ['petId', 'photoId', 'position'],
    examples: ['petstore pets photos move 42 7 0'],
  },
  'pets photos remove': {
    operation: 'deletePhoto',
    says: 'Remove a photo. This cannot be undone.',
    removes: 'photo',
    examples: ['petstore pets photos remove 42 7'],
  },
  'orders list': {
    operation: 'listOrders',
    says: 'List the orders that you placed and the orders for your animals, newest first.',
    options: { status: 'status', pet: 'petId' },
    examples: ['petstore orders list --status placed'],
  },
  'orders place': {
    operation: 'placeOrder',
    says: 'Place an order for an available animal. The order holds the animal.',
    args: ['petId'],
    options: { 'adopter-name': 'adopter.name', 'adopter-email': 'adopter.email', note: 'note' },
    examples: ['petstore orders place 42 --adopter-name "Ann Lee" --adopter-email ann@example.org'],
  },
  'orders approve': 'approveOrder',
  'orders deliver': 'deliverOrder',
  'orders cancel': 'cancelOrder',
  'orders return': 'returnOrder',
  'orders mark-paid': 'markOrderPaid',
  'orders mark-unpaid': { operation: 'markOrderUnpaid', removes: 'the payment of order' },
  'orders cancel-all': {
    operation: 'cancelAllOrders',
    says: 'Cancel all open orders of an adopter for your animals. The animals become available again.',
    args: [{ to: 'adopterEmail', name: 'email' }],
  },
  'applications list': {
    operation: 'listApplications',
    says: 'List the applications that you submitted and the applications for your animals, newest first.',
    options: { status: 'status', pet: 'petId', assignee: 'assignee' },
    examples: ['petstore applications list --status submitted,in_review', 'petstore applications list --pet 42'],
  },
  'applications show': 'getApplication',
  'applications review': 'reviewApplication',
  'applications accept': {
    operation: 'acceptApplication',
    options: { visit: 'visitAt', message: 'messageToAdopter' },
    examples: ['petstore applications accept 42 --message "Come and see Rex."'],
  },
  'applications decline': {
    operation: 'declineApplication',
    options: { message: 'messageToAdopter' },
    examples: ['petstore applications decline 42 --message "Rex needs a garden."'],
  },
  'applications withdraw': 'withdrawApplication',
  'applications close': {
    operation: 'closeApplications',
    args: ['applicationIds'],
    options: { message: 'messageToAdopter' },
    examples: ['petstore applications close 42,43 --message "Rex has found a home."'],
  },
  'listing-sites list': { ...ofOrganization, operation: 'listListingSites', args: [] },
  'listing-sites show': { ...ofSite, operation: 'getListingSite', examples: ['petstore listing-sites show petfinder'] },
  'listing-sites set': {
    ...ofSite,
    operation: 'setListingSite',
    says: "Set up a listing site. What is left out gets the site's rule; the password stays.",
    options: {
      username: 'username',
      password: {
        to: 'password',
        name: 'text',
        says: 'the password, or - to read it from standard input',
        read: secret,
      },
      file: 'file',
      map: {
        to: 'map',
        says: 'for adopt-a-pet: send import.cfg as well, in place of one that is there',
        not: 'for adopt-a-pet: keep the import.cfg that is there',
      },
      paused: { to: 'paused', says: 'send nothing until the site is set up again without it' },
      ...ofOrganization.options,
    },
    examples: [
      'petstore listing-sites set petfinder --username NJ94 --password - < password.txt',
      'petstore listing-sites set adopt-a-pet --username riverside --map --password - < password.txt',
      'petstore listing-sites set rescuegroups --username riverside --file import/pets.csv --password - < password.txt',
    ],
  },
  'listing-sites test': {
    ...ofSite,
    operation: 'testListingSite',
    examples: ['petstore listing-sites test petfinder'],
  },
  'listing-sites animals': {
    ...ofSite,
    operation: 'listListingAnimals',
    options: {
      listed: {
        to: 'listed',
        says: 'only animals that the next list will have',
        not: 'only animals that the next list will not have',
      },
      ...ofOrganization.options,
    },
    examples: ['petstore listing-sites animals petfinder --no-listed'],
  },
  'listing-sites agree': {
    ...ofSite,
    operation: 'consentToList',
    args: ['site', 'list'],
    examples: [
      'petstore listing-sites agree petfinder "$(petstore listing-sites show petfinder --json | jq -r .waiting.list)"',
    ],
  },
  'listing-sites run': {
    ...ofSite,
    operation: 'startListingRun',
    options: { resend: 'resend', ...ofOrganization.options },
    examples: ['petstore listing-sites run petfinder', 'petstore listing-sites run petfinder --resend photos'],
  },
  'listing-sites runs': {
    ...ofSite,
    operation: 'listListingRuns',
    examples: ['petstore listing-sites runs petfinder'],
  },
  'listing-sites remove': {
    ...ofSite,
    operation: 'removeListingSite',
    says: 'Remove a listing site. It keeps the last list.',
    removes: 'listing site',
    examples: ['petstore listing-sites remove petfinder'],
  },
  'directory list': { operation: 'listDirectorySources', says: 'List the sources of the directory, newest first.' },
  'directory show': { operation: 'getDirectorySource', examples: ['petstore directory show 3'] },
  'directory add': {
    operation: 'addDirectorySource',
    says: 'Show the animals of another service here. Everything is read at once, and then each change within seconds.',
    args: ['url'],
    options: { key: partnerKey },
    examples: ['petstore directory add https://pets.shelter.example --key - < key.txt'],
  },
  'directory replace-key': {
    operation: 'updateDirectorySource',
    says: 'Give a source another partner key. It is asked again, unless it is paused.',
    options: { key: partnerKey },
    examples: ['petstore directory replace-key 3 --key - < key.txt'],
  },
  'directory pause': {
    operation: 'updateDirectorySource',
    says: 'Leave a source alone. What it has is shown for three days as it was last seen.',
    sets: { paused: true },
    examples: ['petstore directory pause 3'],
  },
  'directory resume': {
    operation: 'updateDirectorySource',
    says: 'Ask a source again that is paused or stopped.',
    sets: { paused: false },
    examples: ['petstore directory resume 3'],
  },
  'directory remove': {
    operation: 'removeDirectorySource',
    says: 'Remove a source. From then on visitors see nothing of it.',
    removes: 'source',
    examples: ['petstore directory remove 3'],
  },
  'messages send': {
    operation: 'submitMessage',
    says: 'Send a message to the operators of the service, or about an animal to its organization.',
    args: [
      {
        to: 'message',
        name: 'text',
        says: 'the message, or - to read it from standard input',
        read: async (text, { terminal }) => (text === '-' ? (await textOf(terminal.process.stdin)).trimEnd() : text),
      },
    ],
    options: { pet: 'petId' },
    examples: [
      'petstore messages send --pet 42 "Is Rex still looking for a home?"',
      'petstore messages send - < letter.txt',
    ],
  },
  'messages list': {
    operation: 'listMessages',
    says: 'List the messages that you sent, newest first.',
  },
  'messages get': {
    operation: 'getMessage',
    says: 'Show a message and its status.',
  },
  'imports list': {
    operation: 'listImports',
    says: 'List the imports that the service has done for your organization, newest first.',
  },
  'imports undo': {
    operation: 'undoImport',
    says: 'Remove the animals that an import has added, unless somebody has touched them.',
  },
  'webhooks list': {
    operation: 'listWebhooks',
    says: 'List your webhooks, newest first.',
  },
  'webhooks add': {
    operation: 'createWebhook',
    says: 'Add a webhook. Its secret is shown only once.',
    args: ['url'],
    options: {
      events: { to: 'events', says: 'types of events, by default all', otherwise: WANTED_KINDS },
      description: 'description',
    },
    examples: ['petstore webhooks add https://shelter.example/hooks --events pet.created,pet.status_changed'],
  },
  'webhooks remove': {
    operation: 'deleteWebhook',
    says: 'Remove a webhook.',
    removes: 'webhook',
  },
  'webhooks deliveries': {
    operation: {
      flagsOf: 'listDeliveries',
      choose: (given) => (given.has('webhookId') ? 'listDeliveries' : 'listAllDeliveries'),
    },
    says: 'List deliveries to your webhooks, newest first.',
    args: [{ to: 'webhookId', says: 'only to this webhook', isOptional: true }],
    options: {
      failed: { to: 'hasFailed', says: 'only those whose last attempt failed, whether another one follows or not' },
      status: 'status',
      types: { to: 'types', says: 'only these types of events, separated by commas' },
      since: {
        to: 'createdSince',
        says: 'only those that began at or after this time, such as 2026-11-21T00:00:00Z',
      },
    },
    examples: ['petstore webhooks deliveries --failed', 'petstore webhooks deliveries 3 --types order.expired --json'],
  },
  'webhooks delivery': {
    operation: 'getDelivery',
    says: 'Show what was sent and answered in each attempt of a delivery.',
    examples: ['petstore webhooks delivery 3 981'],
  },
  'webhooks redeliver': {
    operation: 'redeliverSeveral',
    says: 'Send the events of up to 50 deliveries again, each as a new delivery.',
    args: ['deliveryIds'],
  },
  'clock show': {
    operation: 'getClock',
    says: "Show staging's time, and when the next thing is due.",
    isDefault: true,
    examples: ['petstore clock show', 'petstore clock show --json'],
  },
};

/** Adds the names of operations that a group calls at a service. */
export const addNames = (group: CliCommand): void => addAliases(group, ALIASES, atService);

/** Finds a category by its name, ignoring case, or by its number. */
function categoryIdOf(text: string, categories: readonly Category[]): Int64 {
  const folded = text.trim().toLowerCase();
  const id = categories.find(({ name }) => name.toLowerCase() === folded)?.id ?? parseInt64(text.trim());
  if (id !== undefined) return id;
  const names = categories.slice(0, 20).map(({ name }) => name);
  throw misuse(`There is no category ${JSON.stringify(text)}. Use one of ${names.join(', ')}, or a number.`);
}
