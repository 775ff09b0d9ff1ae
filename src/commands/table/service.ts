import { ENVIRONMENTS } from '../../vocabulary/environments.ts';
import { backupUrl, type CliCommand, environmentOption, choice, moment } from './command.ts';

export function addService(program: CliCommand): void {
  program.commandsGroup('Run the service:');

  program
    .command('serve')
    .description(
      'Run the service until Ctrl-C, SIGTERM or SIGHUP. Its settings are environment variables: see docs/settings.md.',
    )
    .addOption(choice('--environment <name>', 'serve only this environment', ENVIRONMENTS))
    .example('petstore serve', 'PORT=9000 DATA_DIR=/var/lib/petstore petstore serve --environment production')
    .runsWithSettings(async () => (await import('../local/serve.ts')).serve);

  program
    .command('migrate')
    .description('Migrate the databases to this version. `serve` does this at startup, too.')
    .addOption(choice('--environment <name>', 'migrate only this environment', ENVIRONMENTS))
    .example('petstore migrate', 'petstore migrate --environment staging')
    .runsWithSettings(async () => (await import('../local/environment.ts')).migrate);

  program
    .command('doctor')
    .description(
      'Check settings, databases, backups, photos, servers, mail, disk, memory, clock, ports and the public address, and say how to fix what is wrong.',
    )
    .option('--send-mail-to <address>', 'also send a test mail')
    .json()
    .example(
      'petstore doctor',
      'petstore doctor --send-mail-to ann@shelter.example',
      'petstore doctor --json | jq -r \'select(.level == "bad") | .says\'',
    )
    .runs(async () => (await import('../doctor/doctor.ts')).doctor);

  const mail = program.command('mail').description('Test the sending of mail.');
  mail
    .command('test')
    .description('Connect to the mail server of SMTP_URL, sign in, and send a test mail if there is an address.')
    .argument('[address]', 'where the mail goes')
    .example('petstore mail test', 'petstore mail test ann@shelter.example')
    .runsWithSettings(async () => (await import('../doctor/mail.ts')).mailTest);

  const demo = program
    .command('demo')
    .enablePositionalOptions()
    .description(
      'Fill an empty environment with a shelter to try things out on: 40 animals with photos, orders, applications, conversations, and a month of history.',
    )
    .addOption(demoEnvironment())
    .json()
    .example('petstore demo', 'petstore demo remove')
    .runsWithSettings(async () => (await import('../demo/demo.ts')).fill);
  demo
    .command('remove')
    .description('Take away what `petstore demo` has added. What people have added stays.')
    .addOption(demoEnvironment())
    .json()
    .example('petstore demo remove')
    .runsWithSettings(async () => (await import('../demo/demo.ts')).remove);

  program
    .command('backup')
    .description('Copy a database to a new file and verify the copy. The service may be running.')
    .argument('<file>', 'the file to create')
    .addOption(environmentOption())
    .option('--allow-missing-photos', 'make the backup although photos have no files')
    .json()
    .example(
      'petstore backup /backups/petstore-2026-11-21.sqlite',
      'petstore backup "/backups/staging-$(date +%F).sqlite" --environment staging',
    )
    .runsWithSettings(async () => (await import('../local/backup.ts')).backup);

  addBackups(program);

  program
    .command('restore')
    .description('Replace a database with a backup. The service must be stopped.')
    .argument('[file]', 'the backup, as `petstore backup` makes it')
    .option(
      '--from <url>',
      'take a backup that the service made by itself, from this place: as in BACKUP_URL',
      backupUrl,
    )
    .option('--at <time>', 'take the latest backup up to this day or time in UTC; by default the latest', moment)
    .addOption(environmentOption())
    .option('--force', 'replace a database that is not empty')
    .option('--replaces-owner', 'replace the database that has the photos and the backups, too')
    .json()
    .example(
      'petstore restore /backups/petstore-2026-11-21.sqlite --force',
      'petstore restore --from file:///backups/petstore --at 2026-11-21 --force',
    )
    .runsWithSettings(async () => (await import('../local/restore.ts')).restore);

  program
    .command('vacuum')
    .description(
      'Rebuild a database file, so that no deleted data is left in it. While the service is running, its writes wait.',
    )
    .addOption(environmentOption())
    .json()
    .example('petstore vacuum', 'petstore vacuum --environment staging')
    .runsWithSettings(async () => (await import('../local/vacuum.ts')).vacuum);

  program
    .command('transfer')
    .description(
      'Copy a whole environment to an empty database. To resume after an interruption, run the command again.',
    )
    .requiredOption('--from <database>', 'the source: sqlite:PATH, or the URL of a PostgreSQL database')
    .requiredOption('--to <database>', 'the target, in the same form')
    .addOption(environmentOption())
    .option('--allow-missing-photos', 'finish although photos have no files')
    .example('petstore transfer --from sqlite:./data/production.sqlite --to postgres://petstore@db/petstore')
    .runsWithSettings(async () => (await import('../local/transfer.ts')).transfer);
}

function addBackups(program: CliCommand): void {
  const backups = program.command('backups').description('Make and list the backups at BACKUP_URL.');

  backups
    .command('run')
    .description('Make a backup at BACKUP_URL now, as the service does by itself. The service may be running.')
    .addOption(environmentOption())
    .json()
    .example('petstore backups run', 'BACKUP_URL=file:///backups/petstore petstore backups run --environment staging')
    .runsWithSettings(async () => (await import('../local/backups.ts')).runBackup);

  backups
    .command('list')
    .description('List the backups, newest first.')
    .option('--from <url>', 'where they are, by default BACKUP_URL', backupUrl)
    .addOption(environmentOption())
    .json()
    .example('petstore backups list', 'petstore backups list --json | jq .settings')
    .runsWithSettings(async () => (await import('../local/backups.ts')).listBackups);
}

const demoEnvironment = () => environmentOption('staging');
