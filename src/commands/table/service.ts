import type { Environment } from '../../vocabulary/environments.ts';
import { ENVIRONMENTS } from '../../vocabulary/environments.ts';
import type { BackupOptions, RestoreOptions } from '../local/backup.ts';
import type { TransferOptions } from '../local/transfer.ts';
import { type CliCommand, environmentOption, type CommandContext, choice } from './command.ts';

export function addService(program: CliCommand, { terminal, settings }: CommandContext): void {
  program.commandsGroup('Run the service:');

  program
    .command('serve')
    .description(
      'Run the service until Ctrl-C or SIGTERM. Its settings are environment variables: see docs/settings.md.',
    )
    .addOption(choice('--environment <name>', 'serve only this environment', ENVIRONMENTS))
    .example('petstore serve', 'PORT=9000 DATA_DIR=/var/lib/petstore petstore serve --environment production')
    .action(async (options: { environment?: Environment }) => {
      const read = settings(options.environment);
      const { serve } = await import('../local/serve.ts');
      await serve(terminal(), read);
    });

  program
    .command('migrate')
    .description('Migrate the databases to this version. `serve` does this at startup, too.')
    .example('petstore migrate')
    .action(async () => {
      const { migrate } = await import('../local/environment.ts');
      await migrate(terminal(), settings());
    });

  program
    .command('doctor')
    .description('Check settings, databases, disk, clock and ports, and say how to fix what is wrong.')
    .json()
    .example('petstore doctor', 'petstore doctor --json | jq -r \'select(.level == "bad") | .says\'')
    .action(async (options: { json?: boolean }) => {
      const { doctor } = await import('../doctor/doctor.ts');
      await doctor(terminal(), options);
    });

  program
    .command('backup')
    .description('Copy a database to a new file and verify the copy. The service may be running.')
    .argument('<file>', 'the file to create')
    .addOption(environmentOption())
    .json()
    .example(
      'petstore backup /backups/petstore-2026-11-21.sqlite',
      'petstore backup "/backups/staging-$(date +%F).sqlite" --environment staging',
    )
    .action(async (file: string, options: BackupOptions) => {
      const { backup } = await import('../local/backup.ts');
      await backup(terminal(), settings(options.environment), file, options);
    });

  program
    .command('restore')
    .description('Replace a database with a backup. The service must be stopped.')
    .argument('<file>', 'the backup')
    .addOption(environmentOption())
    .option('--force', 'replace a database that is not empty')
    .json()
    .example('petstore restore /backups/petstore-2026-11-21.sqlite --force')
    .action(async (file: string, options: RestoreOptions) => {
      const { restore } = await import('../local/backup.ts');
      await restore(terminal(), settings(options.environment), file, options);
    });

  program
    .command('transfer')
    .description(
      'Copy a whole environment to an empty database. To resume after an interruption, run the command again.',
    )
    .requiredOption('--from <database>', 'the source: sqlite:PATH, or the URL of a PostgreSQL database')
    .requiredOption('--to <database>', 'the target, in the same form')
    .addOption(environmentOption())
    .example('petstore transfer --from sqlite:./data/production.sqlite --to postgres://petstore@db/petstore')
    .action(async (options: TransferOptions) => {
      const { transfer } = await import('../local/transfer.ts');
      await transfer(terminal(), options);
    });
}
