import { PLAN_NAMES } from '../../vocabulary/plans.ts';
import { type CliCommand, earlierName, environmentOption, choice, positiveInteger } from './command.ts';

/** These commands work on the database directly, whether or not the service is running. */
export function addAccounts(program: CliCommand): void {
  program.commandsGroup('Manage accounts, API keys and organizations, on the machine of the service:');

  const accounts = program
    .command('accounts')
    .description(
      'List accounts; change names, roles, memberships, plans and limits; approve, suspend, resume, unban and close accounts.',
    )
    .lazily(named);
  const accountCommand = (name: string, description: string) =>
    accounts
      .command(name)
      .description(description)
      .argument('<account>', 'the id or email of the account')
      .addOption(environmentOption())
      .json();

  accountCommand('show', 'Show an account with its keys, its bans, and its usage of the last seven days.')
    .example('petstore accounts show ann@shelter.example')
    .runsWithSettings(async () => (await import('../local/accounts.ts')).showAccount);

  accountCommand('unban', 'Lift the bans of all keys of an account. This asks the running service, if there is one.')
    .option('--base-url <url>', 'base URL of the running service; by default from HOST and PORT')
    .addOption(earlierName('--url <url>'))
    .example(
      'petstore accounts unban ann@shelter.example',
      'petstore accounts unban 7 --base-url http://10.0.0.5:8080/v1',
    )
    .runsWithSettings(async () => (await import('../local/unban.ts')).unban);

  addKeys(program);

  program
    .command('organizations')
    .description('List and show organizations; add, change, list and suspend them; see and invite their members.')
    .lazily(named);

  program.commandsGroup("Handle a person's data, on the machine of the service:");
  program.command('people').description("Show, erase and correct a person's data.").lazily(named);
}

const named = async (group: CliCommand) => (await import('../local/aliases.ts')).addNames(group);

function addKeys(program: CliCommand): void {
  const keys = program.command('keys').description("Create, list, roll and revoke API keys, and replace the board's.");
  const keyId = ['<key-id>', 'the id of the key', positiveInteger] as const;

  keys
    .command('create')
    .description('Create an API key, for a new account or for the one that --email names. The key is shown only once.')
    .addOption(choice('--plan <plan>', 'plan of the account', PLAN_NAMES).makeOptionMandatory())
    .addOption(environmentOption())
    .option('--email <address>', 'email of the account')
    .option('--per-minute <n>', 'custom limit of an Enterprise account', positiveInteger)
    .option('--per-day <n>', 'custom limit of an Enterprise account', positiveInteger)
    .option('--petfinder', "make a client_id and a client_secret for a client of Petfinder's API")
    .json()
    .example(
      'petstore keys create --plan pro --email ann@shelter.example',
      'petstore keys create --plan pro --petfinder',
      'export PETSTORE_API_KEY=$(petstore keys create --plan free --json | jq -r .key)',
    )
    .runsWithSettings(async () => (await import('../local/keys.ts')).createKey);

  keys
    .command('list')
    .description('List the keys of one account, or of all accounts, newest first.')
    .addOption(environmentOption())
    .option('--email <address>', 'email of the account')
    .json()
    .example('petstore keys list --email ann@shelter.example', 'petstore keys list --json | jq .id')
    .runsWithSettings(async () => (await import('../local/keys.ts')).listKeys);

  keys
    .command('roll')
    .description('Replace a key. The old key ends immediately, or after an overlap. The new key is shown only once.')
    .argument(...keyId)
    .addOption(environmentOption())
    .option('--overlap-days <n>', 'how long the old key keeps working: up to 7 days', positiveInteger)
    .json()
    .example('petstore keys roll 12 --overlap-days 1')
    .runsWithSettings(async () => (await import('../local/keys.ts')).rollKey);

  keys
    .command('revoke')
    .description('Revoke a key. A running service refuses it within a second.')
    .argument(...keyId)
    .addOption(environmentOption())
    .json()
    .example('petstore keys revoke 12')
    .runsWithSettings(async () => (await import('../local/keys.ts')).revokeKey);

  keys
    .command('board')
    .description(
      'Give the board another key, and revoke the previous one. A revoked key of the board stays so until then.',
    )
    .addOption(environmentOption())
    .json()
    .example('petstore keys board')
    .runsWithSettings(async () => (await import('../local/keys.ts')).replaceBoardKey);

  keys
    .command('partner')
    .description(
      'Create a key with which another service, such as a directory, reads what visitors see. The key is shown only once.',
    )
    .argument('<name>', 'who reads with the key')
    .addOption(environmentOption())
    .json()
    .example("petstore keys partner 'Directory of Ohio'")
    .runsWithSettings(async () => (await import('../local/keys.ts')).createPartnerKey);
}
