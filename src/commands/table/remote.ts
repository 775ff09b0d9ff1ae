import { ORDER_STATUSES } from '../../vocabulary/order-lifecycle.ts';
import { PET_STATUSES } from '../../vocabulary/pet-lifecycle.ts';
import { addClock } from './clock.ts';
import { type CliCommand, earlierName, int64, choice, listOptions } from './command.ts';
import { addEvents } from './events.ts';
import { addLogs } from './logs.ts';
import { addPhotos } from './photos.ts';

/** These commands call the API of any service, with the user's API key. */
export function addRemote(program: CliCommand): void {
  program.commandsGroup('Call the API of any Petstore service:');
  addLogin(program);
  addPets(program);
  addOrders(program);
  addMessages(program);
  addEvents(program);
  addClock(program);
  addLogs(program);
}

function addLogin(program: CliCommand): void {
  program
    .command('login')
    .description(
      'Save an API key and the address of its service for the commands below. The key is read from the terminal or a pipe.',
    )
    .option('--base-url <url>', 'base URL of the service; by default the one on this machine')
    .addOption(earlierName('--url <url>'))
    .example('petstore login --base-url https://pets.example/v1', 'petstore login < key.txt')
    .runs(async () => (await import('../remote/login.ts')).login);

  program
    .command('logout')
    .description('Delete the saved API key.')
    .example('petstore logout')
    .runs(async () => (await import('../remote/login.ts')).logout);

  program
    .command('whoami')
    .description('Show the account, the service and the remaining limits of the API key in use.')
    .json()
    .example('petstore whoami')
    .runs(async () => (await import('../remote/login.ts')).whoami);
}

function addPets(program: CliCommand): void {
  const pets = program.command('pets').description('List, add, show and remove animals, and set their status.');
  const petId = ['<pet-id>', 'the id of the animal', int64] as const;
  const status = choice('--status <status>', 'status of the animal', PET_STATUSES);

  listOptions(
    pets
      .command('list')
      .description('List animals, newest first.')
      .addOption(choice('--status <status>', 'only this status', PET_STATUSES))
      .option('--category <name>', 'only this category, by name or number')
      .option('--name <text>', 'only names that contain this text')
      .option('--since <time>', 'only animals added or changed since this time, such as 2026-11-21T00:00:00Z'),
  )
    .example(
      'petstore pets list --status available --category dogs',
      'petstore pets list --all --json | jq -r .name | sort | uniq -c',
    )
    .runs(async () => (await import('../remote/pets.ts')).listPets);

  pets
    .command('add')
    .description('Add an animal.')
    .argument('<name>', 'name of the animal')
    .requiredOption('--category <name>', 'category of the animal, by name or number')
    .addOption(status)
    .option('--profile <file>', 'a JSON file with the profile of the animal, or - to read standard input')
    .json()
    .example(
      'petstore pets add Rex --category dogs',
      'petstore pets add Rex --category dogs --profile rex.json',
      'id=$(petstore pets add "Miss Kitty" --category 2 --json | jq .id)',
    )
    .runs(async () => (await import('../remote/pets.ts')).addPet);

  pets
    .command('get')
    .description('Show an animal.')
    .argument(...petId)
    .json()
    .example('petstore pets get 42')
    .runs(async () => (await import('../remote/pets.ts')).getPet);

  pets
    .command('profile')
    .description('Show what is known of an animal: its profile. With --file, change it first.')
    .argument(...petId)
    .option(
      '--file <file>',
      'a JSON file with the members to change, or - to read standard input; null removes a member',
    )
    .option('--replace', 'replace the whole profile by that of the file')
    .json()
    .example(
      'petstore pets profile 42',
      `echo '{"houseTrained": true}' | petstore pets profile 42 --file -`,
      'petstore pets profile 42 --file rex.json --replace',
    )
    .runs(async () => (await import('../remote/profile.ts')).showProfile);

  pets
    .command('set-status')
    .description("Set an animal's status. While the animal has an open order, the status follows the order.")
    .argument(...petId)
    .addArgument(program.createArgument('<status>', 'the new status').choices(PET_STATUSES))
    .json()
    .example('petstore pets set-status 42 sold')
    .runs(async () => (await import('../remote/pets.ts')).setStatus);

  pets
    .command('remove')
    .description('Delete an animal. This cannot be undone.')
    .argument(...petId)
    .json()
    .example('petstore pets remove 42')
    .runs(async () => (await import('../remote/pets.ts')).removePet);

  addPhotos(pets);
}

const ORDER_ACTIONS = [
  ['approve', 'Approve an order: promise the animal to the adopter. The order no longer expires.'],
  ['deliver', 'Deliver an order: record that the adopter has taken the animal home. The animal becomes sold.'],
  ['cancel', 'Cancel an order. The animal becomes available again.'],
  [
    'return',
    'Return an order: record that the adopter has brought the animal back. The animal becomes available again.',
  ],
] as const;

function addOrders(program: CliCommand): void {
  const orders = program.command('orders').description('List, place and process orders. An order is one adoption.');

  listOptions(
    orders
      .command('list')
      .description('List the orders that you placed and the orders for your animals, newest first.')
      .addOption(choice('--status <status>', 'only this status', ORDER_STATUSES))
      .option('--pet <pet-id>', 'only this animal', int64),
  )
    .example('petstore orders list --status placed')
    .runs(async () => (await import('../remote/orders.ts')).listOrders);

  orders
    .command('place')
    .description('Place an order for an available animal. The order holds the animal.')
    .argument('<pet-id>', 'the id of the animal', int64)
    .option('--adopter-name <name>', 'name of the adopter')
    .option('--adopter-email <address>', 'email of the adopter')
    .option('--note <text>', 'note for the organization of the animal')
    .json()
    .example('petstore orders place 42 --adopter-name "Ann Lee" --adopter-email ann@example.org')
    .runs(async () => (await import('../remote/orders.ts')).placeOrder);

  for (const [action, description] of ORDER_ACTIONS) {
    orders
      .command(action)
      .description(description)
      .argument('<order-id>', 'the id of the order', int64)
      .json()
      .example(`petstore orders ${action} 7`)
      .runs(async () => (await import('../remote/orders.ts')).changing(action));
  }

  orders
    .command('cancel-all')
    .description('Cancel all open orders of an adopter for your animals. The animals become available again.')
    .argument('<email>', 'email of the adopter')
    .json()
    .example('petstore orders cancel-all ann@example.org')
    .runs(async () => (await import('../remote/orders.ts')).cancelAll);
}

function addMessages(program: CliCommand): void {
  const messages = program
    .command('messages')
    .description('Send messages to the operators of the service or to an organization, and list them.');

  messages
    .command('send')
    .description('Send a message to the operators of the service, or about an animal to its organization.')
    .argument('<text>', 'the message, or - to read it from standard input')
    .option('--pet <pet-id>', 'the animal that the message is about', int64)
    .json()
    .example(
      'petstore messages send --pet 42 "Is Rex still looking for a home?"',
      'petstore messages send - < letter.txt',
    )
    .runs(async () => (await import('../remote/messages.ts')).sendMessage);

  listOptions(messages.command('list').description('List the messages that you sent, newest first.'))
    .example('petstore messages list')
    .runs(async () => (await import('../remote/messages.ts')).listMessages);

  messages
    .command('get')
    .description('Show a message and its status.')
    .argument('<message-id>', 'the id of the message')
    .json()
    .example('petstore messages get msg_01kap6q0v8d5m9r2t4w7x1y3z6')
    .runs(async () => (await import('../remote/messages.ts')).getMessage);
}
