import type { Environment } from '../../vocabulary/environments.ts';
import { ENVIRONMENTS } from '../../vocabulary/environments.ts';
import type { BackupOptions, RestoreOptions } from '../local/backup.ts';
import type { TransferOptions } from '../local/transfer.ts';
import { type Call, environment, type Means, oneOf } from './call.ts';

export function addService(program: Call, { terminal, settings }: Means): void {
  program.commandsGroup('Run the service:');

  program
    .command('serve')
    .description('Run the service until Ctrl-C or SIGTERM. Settings come from the environment: docs/settings.md.')
    .addOption(oneOf('--environment <name>', 'serve this environment alone', ENVIRONMENTS))
    .example('petstore serve', 'PORT=9000 DATA_DIR=/var/lib/petstore petstore serve --environment production')
    .action(async (options: { environment?: Environment }) => {
      const read = settings(options.environment);
      const { serve } = await import('../local/serve.ts');
      await serve(terminal(), read);
    });

  program
    .command('migrate')
    .description("Bring the stores' tables to this version. `serve` does so too when it starts.")
    .example('petstore migrate')
    .action(async () => {
      const { migrate } = await import('../local/migrate.ts');
      await migrate(terminal(), settings());
    });

  program
    .command('doctor')
    .description('Look whether all is well with settings, store, disk, clock and ports, and say what to do.')
    .json()
    .example('petstore doctor', 'petstore doctor --json | jq -r \'select(.level == "bad") | .says\'')
    .action(async (options: { json?: boolean }) => {
      const { doctor } = await import('../local/doctor.ts');
      await doctor(terminal(), options);
    });

  program
    .command('backup')
    .description('Copy a store into a new file, beside a running service or without one, and verify the copy.')
    .argument('<file>', 'the file to make')
    .addOption(environment())
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
    .description('Put a backup in the place of a store. The service must be stopped.')
    .argument('<file>', 'the backup')
    .addOption(environment())
    .option('--force', 'replace a store that holds something')
    .json()
    .example('petstore restore /backups/petstore-2026-11-21.sqlite --force')
    .action(async (file: string, options: RestoreOptions) => {
      const { restore } = await import('../local/backup.ts');
      await restore(terminal(), settings(options.environment), file, options);
    });

  program
    .command('transfer')
    .description('Copy a whole environment into an empty database. Run it again after a stop: it goes on.')
    .requiredOption('--from <place>', 'where it is: sqlite:PATH, or the URL of a PostgreSQL database')
    .requiredOption('--to <place>', 'where it goes, in the same way')
    .addOption(environment())
    .example('petstore transfer --from sqlite:./data/production.sqlite --to postgres://petstore@db/petstore')
    .action(async (options: TransferOptions) => {
      const { transfer } = await import('../local/transfer.ts');
      await transfer(terminal(), options);
    });
}
