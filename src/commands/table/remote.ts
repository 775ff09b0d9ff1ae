import type { Int64 } from '../../../client/src/petstore.ts';
import { MOVES, ORDER_STATUSES } from '../../vocabulary/order-lifecycle.ts';
import { TRANSITIONS } from '../../vocabulary/pet-lifecycle.ts';
import type { ListOptions } from '../remote/lists.ts';
import type { LoginOptions } from '../remote/login.ts';
import type { ListOrdersOptions, PlaceOrderOptions } from '../remote/orders.ts';
import type { AddPetOptions, ListPetsOptions } from '../remote/pets.ts';
import { type Call, int64, type Means, oneOf, pages } from './call.ts';
import { addFollowing } from './following.ts';

interface Json {
  readonly json?: boolean;
}

/** Through the API, as whoever has the key, against any service. */
export function addRemote(program: Call, means: Means): void {
  program.commandsGroup('Call the API, here or anywhere:');
  addLogin(program, means);
  addPets(program, means);
  addOrders(program, means);
  addMessages(program, means);
  addFollowing(program, means);
}

function addLogin(program: Call, { terminal }: Means): void {
  program
    .command('login')
    .description(
      'Keep an API key and the address of its service, for the commands below. It asks for the key, or reads it from a pipe.',
    )
    .option('--base-url <url>', "the service's base address; without it, this machine's own")
    .example('petstore login --base-url https://pets.example/v1', 'petstore login < key.txt')
    .action(async (options: LoginOptions) => {
      const { login } = await import('../remote/login.ts');
      await login(terminal(), options);
    });

  program
    .command('logout')
    .description('Forget the key that was kept.')
    .example('petstore logout')
    .action(async () => {
      const { logout } = await import('../remote/login.ts');
      await logout(terminal());
    });

  program
    .command('whoami')
    .description('Show whose key is used, at which service, and what is left of its limits.')
    .json()
    .example('petstore whoami')
    .action(async (options: Json) => {
      const { whoami } = await import('../remote/login.ts');
      await whoami(terminal(), options);
    });
}

function addPets(program: Call, { terminal }: Means): void {
  const pets = program.command('pets').description('Animals: list, add, look at and remove them, set their status.');
  const petId = ['<pet-id>', 'the id of the animal', int64] as const;
  const statuses = Object.keys(TRANSITIONS);
  const status = oneOf('--status <status>', 'its status', statuses);

  pages(
    pets
      .command('list')
      .description('List animals, newest first.')
      .addOption(oneOf('--status <status>', 'only with this status', statuses))
      .option('--category <name>', 'only of this category, by its name or number')
      .option('--name <text>', 'only those whose name contains this')
      .option('--since <time>', 'only those added or changed since, such as 2026-11-21T00:00:00Z'),
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
    .argument('<name>', 'what it is called')
    .requiredOption('--category <name>', 'its category, by name or number')
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
    .description("Set an animal's status. While an order holds it, the order decides.")
    .argument(...petId)
    .addArgument(program.createArgument('<status>', 'its new status').choices(statuses))
    .json()
    .example('petstore pets set-status 42 sold')
    .action(async (id: Int64, to: 'available' | 'pending' | 'sold', options: Json) => {
      const { setStatus } = await import('../remote/pets.ts');
      await setStatus(terminal(), id, to, options);
    });

  pets
    .command('remove')
    .description('Remove an animal for good.')
    .argument(...petId)
    .json()
    .example('petstore pets remove 42')
    .action(async (id: Int64, options: Json) => {
      const { removePet } = await import('../remote/pets.ts');
      await removePet(terminal(), id, options);
    });
}

function addOrders(program: Call, { terminal }: Means): void {
  const orders = program.command('orders').description('Orders, each of which is one adoption.');

  pages(
    orders
      .command('list')
      .description('List orders, newest first: yours, and those of your animals.')
      .addOption(oneOf('--status <status>', 'only with this status', ORDER_STATUSES))
      .option('--pet <pet-id>', 'only of this animal', int64),
  )
    .example('petstore orders list --status placed')
    .action(async (options: ListOrdersOptions) => {
      const { listOrders } = await import('../remote/orders.ts');
      await listOrders(terminal(), options);
    });

  orders
    .command('place')
    .description('Place an order, which holds an available animal.')
    .argument('<pet-id>', 'the id of the animal', int64)
    .option('--adopter-name <name>', 'who adopts')
    .option('--adopter-email <address>', 'where the adopter is reached')
    .option('--note <text>', 'anything that both sides should know')
    .json()
    .example('petstore orders place 42 --adopter-name "Ann Lee" --adopter-email ann@example.org')
    .action(async (petId: Int64, options: PlaceOrderOptions) => {
      const { placeOrder } = await import('../remote/orders.ts');
      await placeOrder(terminal(), petId, options);
    });

  for (const move of ['approve', 'deliver', 'cancel', 'return'] as const) {
    orders
      .command(move)
      .description(MOVES[move].says)
      .argument('<order-id>', 'the id of the order', int64)
      .json()
      .example(`petstore orders ${move} 7`)
      .action(async (id: Int64, options: Json) => {
        const { moveOrder } = await import('../remote/orders.ts');
        await moveOrder(terminal(), id, move, options);
      });
  }
}

function addMessages(program: Call, { terminal }: Means): void {
  const messages = program.command('messages').description('Messages to the store.');

  messages
    .command('send')
    .description('Send a message to the store.')
    .argument('<text>', 'what to say; - takes it from standard input')
    .json()
    .example('petstore messages send "Is Rex still looking for a home?"', 'petstore messages send - < letter.txt')
    .action(async (text: string, options: Json) => {
      const { sendMessage } = await import('../remote/messages.ts');
      await sendMessage(terminal(), text, options);
    });

  pages(messages.command('list').description('List the messages that you sent, newest first.'))
    .example('petstore messages list')
    .action(async (options: ListOptions) => {
      const { listMessages } = await import('../remote/messages.ts');
      await listMessages(terminal(), options);
    });

  messages
    .command('get')
    .description('Show a message, and what became of it.')
    .argument('<message-id>', 'the id of the message')
    .json()
    .example('petstore messages get msg_01kap6q0v8d5m9r2t4w7x1y3z6')
    .action(async (id: string, options: Json) => {
      const { getMessage } = await import('../remote/messages.ts');
      await getMessage(terminal(), id, options);
    });
}
