import { PLAN_NAMES, type Plan } from '../../vocabulary/plans.ts';
import type { AccountOptions, LimitsOptions, ListAccountsOptions, UnbanOptions } from '../local/accounts.ts';
import type { CreateKeyOptions, KeyOptions, ListKeysOptions, RollKeyOptions } from '../local/keys.ts';
import { type Call, environment, type Means, oneOf, wholeNumber } from './call.ts';

const WHICH = ['<account>', 'the account, by its id or its email'] as const;

/** In the store itself: beside a running service or without one. */
export function addAccounts(program: Call, { terminal, settings }: Means): void {
  program.commandsGroup('Administer it, in the store itself:');

  const accounts = program
    .command('accounts')
    .description('Accounts: who they are, their plans and limits, and who may not call.');
  const account = (name: string, says: string) =>
    accounts
      .command(name)
      .description(says)
      .argument(...WHICH)
      .addOption(environment())
      .json();

  accounts
    .command('list')
    .description('List the accounts, newest first.')
    .addOption(environment())
    .option('--limit <n>', 'how many at most', wholeNumber, 100)
    .json()
    .example('petstore accounts list', 'petstore accounts list --json | jq -r .email')
    .action(async (options: ListAccountsOptions) => {
      const { listAccounts } = await import('../local/accounts.ts');
      await listAccounts(terminal(), settings(options.environment), options);
    });

  account('show', 'Show an account, with its keys, its bans and what it sent in the last days.')
    .example('petstore accounts show ann@shelter.example')
    .action(async (which: string, options: AccountOptions) => {
      const { showAccount } = await import('../local/accounts.ts');
      await showAccount(terminal(), settings(options.environment), which, options);
    });

  accounts
    .command('plan')
    .description('Put an account on another plan. A running service follows within a second.')
    .argument(...WHICH)
    .addArgument(program.createArgument('<plan>', 'the plan').choices(PLAN_NAMES))
    .addOption(environment())
    .json()
    .example('petstore accounts plan ann@shelter.example pro')
    .action(async (which: string, plan: Plan, options: AccountOptions) => {
      const { changeAccount } = await import('../local/accounts.ts');
      await changeAccount(terminal(), settings(options.environment), which, { plan }, options);
    });

  account('limits', 'Give an account on Enterprise limits of its own, or take them away.')
    .option('--per-minute <n>', 'requests a minute', wholeNumber)
    .option('--per-day <n>', 'requests in 24 hours', wholeNumber)
    .option('--default', "go back to the plan's own")
    .example('petstore accounts limits 7 --per-minute 5000 --per-day 2000000', 'petstore accounts limits 7 --default')
    .action(async (which: string, options: LimitsOptions) => {
      const { limitAccount } = await import('../local/accounts.ts');
      await limitAccount(terminal(), settings(options.environment), which, options);
    });

  account('suspend', 'Refuse every request of an account, from within a second on, until it is resumed.')
    .example('petstore accounts suspend 7')
    .action(async (which: string, options: AccountOptions) => {
      const { changeAccount } = await import('../local/accounts.ts');
      await changeAccount(terminal(), settings(options.environment), which, { suspended: true }, options);
    });

  account('resume', 'Let a suspended account call again.')
    .example('petstore accounts resume 7')
    .action(async (which: string, options: AccountOptions) => {
      const { changeAccount } = await import('../local/accounts.ts');
      await changeAccount(terminal(), settings(options.environment), which, { suspended: false }, options);
    });

  account('reset-link', 'Make a link that sets the password of an account: once, within 24 hours.')
    .example('petstore accounts reset-link operator@localhost')
    .action(async (which: string, options: AccountOptions) => {
      const { printResetLink } = await import('../local/reset-link.ts');
      await printResetLink(terminal(), settings(options.environment), which, options);
    });

  account('unban', 'Lift the bans of all keys of an account. A running service does it itself, asked at --url.')
    .option('--url <address>', 'where the running service is; without it, as HOST and PORT say')
    .example('petstore accounts unban ann@shelter.example', 'petstore accounts unban 7 --url http://10.0.0.5:8080')
    .action(async (which: string, options: UnbanOptions) => {
      const { unban } = await import('../local/unban.ts');
      await unban(terminal(), settings(options.environment), which, options);
    });

  addKeys(program, { terminal, settings });
}

function addKeys(program: Call, { terminal, settings }: Means): void {
  const keys = program.command('keys').description('API keys: make, list, roll and revoke them.');
  const keyId = ['<key-id>', 'the id of the key', wholeNumber] as const;

  keys
    .command('create')
    .description('Make an API key, for a new account or for the one that --email names. It is shown this once.')
    .addOption(oneOf('--plan <plan>', 'plan of the account', PLAN_NAMES).makeOptionMandatory())
    .addOption(environment())
    .option('--email <address>', 'the account, by its email')
    .option('--per-minute <n>', 'custom limit of an Enterprise account', wholeNumber)
    .option('--per-day <n>', 'custom limit of an Enterprise account', wholeNumber)
    .json()
    .example(
      'petstore keys create --plan pro --email ann@shelter.example',
      'export PETSTORE_API_KEY=$(petstore keys create --plan free --json | jq -r .key)',
    )
    .action(async (options: CreateKeyOptions) => {
      const { createKey } = await import('../local/keys.ts');
      await createKey(terminal(), settings(options.environment), options);
    });

  keys
    .command('list')
    .description('List the keys of the account that --email names, or of all, newest first.')
    .addOption(environment())
    .option('--email <address>', 'the account, by its email')
    .json()
    .example('petstore keys list --email ann@shelter.example', 'petstore keys list --json | jq .id')
    .action(async (options: ListKeysOptions) => {
      const { listKeys } = await import('../local/keys.ts');
      await listKeys(terminal(), settings(options.environment), options);
    });

  keys
    .command('roll')
    .description('Make a key like the old one, which ends at once or after an overlap. It is shown this once.')
    .argument(...keyId)
    .addOption(environment())
    .option('--overlap-days <n>', 'how long the old key goes on working: up to 7', wholeNumber)
    .json()
    .example('petstore keys roll 12 --overlap-days 1')
    .action(async (id: number, options: RollKeyOptions) => {
      const { rollKey } = await import('../local/keys.ts');
      await rollKey(terminal(), settings(options.environment), id, options);
    });

  keys
    .command('revoke')
    .description('Revoke a key by its id. A running service refuses it within a second.')
    .argument(...keyId)
    .addOption(environment())
    .json()
    .example('petstore keys revoke 12')
    .action(async (id: number, options: KeyOptions) => {
      const { revokeKey } = await import('../local/keys.ts');
      await revokeKey(terminal(), settings(options.environment), id, options);
    });
}
