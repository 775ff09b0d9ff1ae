import type { Terminal } from '../terminal.ts';
import { withAliases } from './aliases.ts';
import { addClock } from './clock.ts';
import { type CliCommand, earlierName } from './command.ts';
import { addEvents } from './events.ts';
import { addLogs } from './logs.ts';

/** These commands call the API of any service, with the user's API key. */
export function addRemote(program: CliCommand): void {
  program.commandsGroup('Call the API of any Petstore service:');
  addLogin(program);
  addApi(program);
  for (const [name, description] of GROUPS) withAliases(program.command(name).description(description));
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

function addApi(program: CliCommand): void {
  const api = program.command('api');
  api
    .description('Call any operation of the API by its name. Without a name, list all operations.')
    .usage('<operation> [options]')
    .argument('[operation]', 'the name of the operation, such as listPets')
    .example('petstore api', 'petstore api listPets --help', 'petstore api placeOrder --petId 42 --json')
    .lazily(async () => (await import('../api/commands.ts')).addOperations(api))
    .runs(async () => {
      const { listOperations } = await import('../api/commands.ts');
      return (_: Terminal, name: string | undefined) => listOperations(api, name);
    });
}

const GROUPS = [
  ['pets', 'List, add, show and remove animals, and set their status.'],
  ['orders', 'List, place and process orders. An order is one adoption.'],
  ['messages', 'Send messages to the operators of the service or to an organization, and list them.'],
] as const;
