#!/usr/bin/env node
import { Command, Option } from 'commander';
import type { CreateKeyOptions, KeyOptions, ListKeysOptions } from './commands/keys.ts';
import type { TransferOptions } from './commands/transfer.ts';
import { PLAN_NAMES } from './limits/plans.ts';
import { readSettings, SettingsError } from './settings.ts';
import { StartError } from './start-error.ts';

/** The command table. What a command does is loaded when it is called. */
const program = new Command('petstore')
  .description('The adoption API that a shelter or a pet shop runs itself.')
  .version('1.0.0')
  .showHelpAfterError('Run with --help to see how it is called.');

const environment = () =>
  new Option('--environment <name>', 'which environment').choices(['production', 'staging']).default('production');

program
  .command('serve')
  .description('Run the service. Settings come from the environment: docs/settings.md.')
  .addOption(new Option('--environment <name>', 'serve this environment alone').choices(['production', 'staging']))
  .action(async (options: { environment?: 'production' | 'staging' }) => {
    const settings = readSettings(undefined, options.environment);
    const { serve } = await import('./commands/serve.ts');
    await serve(settings);
  });

program
  .command('migrate')
  .description("Bring the stores' tables to this version. `serve` does so too when it starts.")
  .action(async () => {
    const { migrate } = await import('./commands/migrate.ts');
    await migrate(readSettings());
  });

const keys = program
  .command('keys')
  .description('API keys, made in the store itself: beside a running service or without one.');

keys
  .command('create')
  .description('Make an API key, for a new account or for the one that --email names. It is shown this once.')
  .addOption(new Option('--plan <plan>', 'plan of the account').choices(PLAN_NAMES).makeOptionMandatory())
  .addOption(environment())
  .option('--email <address>', 'the account, by its email')
  .option('--per-minute <n>', 'custom limit of an Enterprise account', wholeNumber)
  .option('--per-day <n>', 'custom limit of an Enterprise account', wholeNumber)
  .option('--json', 'print one line of JSON')
  .addHelpText('after', '\nExample:\n  petstore keys create --plan pro --email ann@shelter.example')
  .action(async (options: CreateKeyOptions) => {
    const { createKey } = await import('./commands/keys.ts');
    await createKey(readSettings(undefined, options.environment), options);
  });

keys
  .command('list')
  .description('List the keys of the account that --email names.')
  .addOption(environment())
  .requiredOption('--email <address>', 'the account, by its email')
  .option('--json', 'print one line of JSON for each key')
  .action(async (options: ListKeysOptions) => {
    const { listKeys } = await import('./commands/keys.ts');
    await listKeys(readSettings(undefined, options.environment), options);
  });

keys
  .command('revoke')
  .description('Revoke a key by its id. A running service refuses it within a second.')
  .argument('<keyId>', 'the id of the key', wholeNumber)
  .addOption(environment())
  .action(async (keyId: number, options: KeyOptions) => {
    const { revokeKey } = await import('./commands/keys.ts');
    await revokeKey(readSettings(undefined, options.environment), keyId, options);
  });

program
  .command('transfer')
  .description('Copy a whole environment into another, empty database: ids, keys and the sequence of events included.')
  .requiredOption('--from <place>', 'where it is: sqlite:PATH, or the URL of a PostgreSQL database')
  .requiredOption('--to <place>', 'where it goes: the same')
  .addOption(environment())
  .addHelpText(
    'after',
    `\nExample:\n  petstore transfer --from sqlite:./data/production.sqlite --to postgres://petstore@db/petstore`,
  )
  .action(async (options: TransferOptions) => (await import('./commands/transfer.ts')).transfer(options));

program
  .command('openapi')
  .description('Print the OpenAPI description.')
  .action(async () => {
    const { printDescription } = await import('./commands/openapi.ts');
    await printDescription();
  });

program
  .command('settings')
  .description('Print the page of all settings, in Markdown.')
  .action(async () => {
    const { settingsPage } = await import('./settings.ts');
    process.stdout.write(settingsPage());
  });

program
  .command('errors')
  .description('Print the page of all errors, in Markdown.')
  .action(async () => {
    const { errorsPage } = await import('./http/errors-page.ts');
    process.stdout.write(errorsPage());
  });

program
  .command('events')
  .description('Print the page of all events, in Markdown.')
  .action(async () => {
    const { eventsPage } = await import('./events/events-page.ts');
    process.stdout.write(eventsPage());
  });

program
  .command('lifecycle')
  .description("Print the page of what an animal's and an order's status may become, in Markdown.")
  .action(async () => {
    const { lifecyclePage } = await import('./commands/lifecycle.ts');
    process.stdout.write(lifecyclePage());
  });

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1)
    throw new StartError(`${JSON.stringify(text)} must be a whole number of at least 1.`);
  return Number(text);
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingsError)) throw error;
  process.stderr.write(`petstore: ${error.message}\n`);
  process.exitCode = 1;
}
