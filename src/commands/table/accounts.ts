import { ORGANIZATION_ROLES, ROLES, SIGNUP_STEPS } from '../../vocabulary/organizations.ts';
import { PLAN_NAMES } from '../../vocabulary/plans.ts';
import { type CliCommand, earlierName, environmentOption, choice, positiveInteger } from './command.ts';

/** These commands work on the database directly, whether or not the service is running. */
export function addAccounts(program: CliCommand): void {
  program.commandsGroup('Manage accounts, API keys and organizations, on the machine of the service:');

  const accounts = program
    .command('accounts')
    .description(
      'List accounts; change names, roles, memberships, plans and limits; approve, suspend, resume, unban and close accounts.',
    );
  const accountCommand = (name: string, description: string) =>
    accounts
      .command(name)
      .description(description)
      .argument('<account>', 'the id or email of the account')
      .addOption(environmentOption())
      .json();

  accounts
    .command('list')
    .description('List the accounts, newest first.')
    .addOption(environmentOption())
    .addOption(choice('--awaiting <step>', 'only accounts that signed up and still need this', SIGNUP_STEPS))
    .option('--limit <n>', 'maximum number of rows', positiveInteger, 100)
    .json()
    .example(
      'petstore accounts list',
      'petstore accounts list --awaiting approval',
      'petstore accounts list --json | jq -r .email',
    )
    .runsWithSettings(async () => (await import('../local/accounts.ts')).listAccounts);

  accountCommand('show', 'Show an account with its keys, its bans, and its usage of the last seven days.')
    .example('petstore accounts show ann@shelter.example')
    .runsWithSettings(async () => (await import('../local/accounts.ts')).showAccount);

  accountCommand('approve', 'Approve an account that signed up by itself: its keys work from now on.')
    .example('petstore accounts approve ann@shelter.example')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).approveAccount);

  accountCommand('role', 'Make an account an operator, or a member again. One operator always remains.')
    .addArgument(program.createArgument('<role>', 'the role').choices(ROLES))
    .example('petstore accounts role ann@shelter.example operator')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).setRole);

  accountCommand('join', 'Let an account join an organization. It leaves the organization that it belongs to.')
    .argument('<organization>', 'the id of the organization', positiveInteger)
    .addOption(choice('--role <role>', 'its role there', ORGANIZATION_ROLES).default('staff'))
    .example('petstore accounts join ann@shelter.example 1', 'petstore accounts join 7 1 --role manager')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).joinOrganization);

  accountCommand('leave', 'End the membership of an account. What it has added for the organization stays there.')
    .example('petstore accounts leave ann@shelter.example')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).leaveOrganization);

  accountCommand('rename', 'Correct the name of an account.')
    .argument('<name>', 'the new name')
    .example('petstore accounts rename 7 "Riverside Shelter"')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).renameAccount);

  accountCommand('plan', 'Change the plan of an account. A running service applies it within a second.')
    .addArgument(program.createArgument('<plan>', 'the plan').choices(PLAN_NAMES))
    .example('petstore accounts plan ann@shelter.example pro')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).setPlan);

  accountCommand('limits', 'Set custom limits for an Enterprise account, or remove them.')
    .option('--per-minute <n>', 'requests per minute', positiveInteger)
    .option('--per-day <n>', 'requests per day', positiveInteger)
    .option('--default', "use the plan's limits again")
    .example('petstore accounts limits 7 --per-minute 5000 --per-day 2000000', 'petstore accounts limits 7 --default')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).limitAccount);

  accountCommand(
    'suspend',
    'Refuse all requests of an account until it is resumed, and cancel its open orders. A running service applies it within a second.',
  )
    .example('petstore accounts suspend 7')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).suspendAccount);

  accountCommand('resume', 'Lift the suspension of an account.')
    .example('petstore accounts resume 7')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).resumeAccount);

  accountCommand(
    'close',
    'Close an account for good: remove its address and name, its webhooks and the animals that it owns alone, and cancel its orders.',
  )
    .example('petstore accounts close ann@shelter.example')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).closeAccount);

  accountCommand(
    'reset-link',
    'Create a link for setting the password of an account. It works once, for 24 hours, and revokes all keys of the account.',
  )
    .example('petstore accounts reset-link operator@localhost')
    .runsWithSettings(async () => (await import('../local/account-changes.ts')).printResetLink);

  accountCommand('unban', 'Lift the bans of all keys of an account. This asks the running service, if there is one.')
    .option('--base-url <url>', 'base URL of the running service; by default from HOST and PORT')
    .addOption(earlierName('--url <url>'))
    .example(
      'petstore accounts unban ann@shelter.example',
      'petstore accounts unban 7 --base-url http://10.0.0.5:8080/v1',
    )
    .runsWithSettings(async () => (await import('../local/unban.ts')).unban);

  addKeys(program);
}

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
}
