import type { Int64 } from '../../../client/src/petstore.ts';
import { ORDER_STATUSES, ORDER_TRANSITIONS } from '../../vocabulary/order-lifecycle.ts';
import { PET_STATUSES } from '../../vocabulary/pet-lifecycle.ts';
import type { ListOptions } from '../remote/lists.ts';
import type { LoginOptions } from '../remote/login.ts';
import type { ListOrdersOptions, PlaceOrderOptions } from '../remote/orders.ts';
import type { AddPetOptions, ListPetsOptions } from '../remote/pets.ts';
import { type CliCommand, int64, type CommandContext, choice, listOptions } from './command.ts';
import { addEvents } from './events.ts';

interface Json {
  readonly json?: boolean;
}

/** These commands call the API of any service, with the user's API key. */
export function addRemote(program: CliCommand, context: CommandContext): void {
  program.commandsGroup('Call the API of any Petstore service:');
  addLogin(program, context);
  addPets(program, context);
  addOrders(program, context);
  addMessages(program, context);
  addEvents(program, context);
}

function addLogin(program: CliCommand, { terminal }: CommandContext): void {
  program
    .command('login')
    .description(
      'Save an API key and the address of its service for the commands below. The key is read from the terminal or a pipe.',
    )
    .option('--base-url <url>', 'base URL of the service; by default the one on this machine')
    .example('petstore login --base-url https://pets.example/v1', 'petstore login < key.txt')
    .action(async (options: LoginOptions) => {
      const { login } = await import('../remote/login.ts');
      await login(terminal(), options);
    });

  program
    .command('logout')
    .description('Delete the saved API key.')
    .example('petstore logout')
    .action(async () => {
      const { logout } = await import('../remote/login.ts');
      await logout(terminal());
    });

  program
    .command('whoami')
    .description('Show the account, the service and the remaining limits of the API key in use.')
    .json()
    .example('petstore whoami')
    .action(async (options: Json) => {
      const { whoami } = await import('../remote/login.ts');
      await whoami(terminal(), options);
    });
}

function addPets(program: CliCommand, { terminal }: CommandContext): void {
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
    .action(async (options: ListPetsOptions) => {
      const { listPets } = await import('../remote/pets.ts');
      await listPets(terminal(), options);
    });

  pets
    .command('add')
    .description('Add an animal.')
    .argument('<name>', 'name of the animal')
    .requiredOption('--category <name>', 'category of the animal, by name or number')
    .addOption(status)
    .json()
    .example(
      'petstore pets add Rex --category dogs',
      'id=$(petstore pets add "Miss Kitty" --category 2 --json | jq .id)',
    )
    .action(async (name: string, options: AddPetOptions) => {
      const { addPet } = await import('../remote/pets.ts');
      await addPet(terminal(), name, options);
    });

  pets
    .command('get')
    .description('Show an animal.')
    .argument(...petId)
    .json()
    .example('petstore pets get 42')
    .action(async (id: Int64, options: Json) => {
      const { getPet } = await import('../remote/pets.ts');
      await getPet(terminal(), id, options);
    });

  pets
    .command('set-status')
    .description("Set an animal's status. While the animal has an open order, the status follows the order.")
    .argument(...petId)
    .addArgument(program.createArgument('<status>', 'the new status').choices(PET_STATUSES))
    .json()
    .example('petstore pets set-status 42 sold')
    .action(async (id: Int64, to: 'available' | 'pending' | 'sold', options: Json) => {
      const { setStatus } = await import('../remote/pets.ts');
      await setStatus(terminal(), id, to, options);
    });

  pets
    .command('remove')
    .description('Delete an animal. This cannot be undone.')
    .argument(...petId)
    .json()
    .example('petstore pets remove 42')
    .action(async (id: Int64, options: Json) => {
      const { removePet } = await import('../remote/pets.ts');
      await removePet(terminal(), id, options);
    });
}

function addOrders(program: CliCommand, { terminal }: CommandContext): void {
  const orders = program.command('orders').description('List, place and process orders. An order is one adoption.');

  listOptions(
    orders
      .command('list')
      .description('List the orders that you placed and the orders for your animals, newest first.')
      .addOption(choice('--status <status>', 'only this status', ORDER_STATUSES))
      .option('--pet <pet-id>', 'only this animal', int64),
  )
    .example('petstore orders list --status placed')
    .action(async (options: ListOrdersOptions) => {
      const { listOrders } = await import('../remote/orders.ts');
      await listOrders(terminal(), options);
    });

  orders
    .command('place')
    .description('Place an order for an available animal. The order holds the animal.')
    .argument('<pet-id>', 'the id of the animal', int64)
    .option('--adopter-name <name>', 'name of the adopter')
    .option('--adopter-email <address>', 'email of the adopter')
    .option('--note <text>', 'note for both sides')
    .json()
    .example('petstore orders place 42 --adopter-name "Ann Lee" --adopter-email ann@example.org')
    .action(async (petId: Int64, options: PlaceOrderOptions) => {
      const { placeOrder } = await import('../remote/orders.ts');
      await placeOrder(terminal(), petId, options);
    });

  for (const action of ['approve', 'deliver', 'cancel', 'return'] as const) {
    orders
      .command(action)
      .description(ORDER_TRANSITIONS[action].description)
      .argument('<order-id>', 'the id of the order', int64)
      .json()
      .example(`petstore orders ${action} 7`)
      .action(async (id: Int64, options: Json) => {
        const { changeOrder } = await import('../remote/orders.ts');
        await changeOrder(terminal(), id, action, options);
      });
  }
}

function addMessages(program: CliCommand, { terminal }: CommandContext): void {
  const messages = program.command('messages').description('Send messages to the shelter, and list them.');

  messages
    .command('send')
    .description('Send a message to the shelter.')
    .argument('<text>', 'the message, or - to read it from standard input')
    .json()
    .example('petstore messages send "Is Rex still looking for a home?"', 'petstore messages send - < letter.txt')
    .action(async (text: string, options: Json) => {
      const { sendMessage } = await import('../remote/messages.ts');
      await sendMessage(terminal(), text, options);
    });

  listOptions(messages.command('list').description('List the messages that you sent, newest first.'))
    .example('petstore messages list')
    .action(async (options: ListOptions) => {
      const { listMessages } = await import('../remote/messages.ts');
      await listMessages(terminal(), options);
    });

  messages
    .command('get')
    .description('Show a message and its status.')
    .argument('<message-id>', 'the id of the message')
    .json()
    .example('petstore messages get msg_01kap6q0v8d5m9r2t4w7x1y3z6')
    .action(async (id: string, options: Json) => {
      const { getMessage } = await import('../remote/messages.ts');
      await getMessage(terminal(), id, options);
    });
}
