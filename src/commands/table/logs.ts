import { type CliCommand, positiveInteger } from './command.ts';

export function addLogs(program: CliCommand): void {
  program
    .command('logs')
    .description(
      'Show the last requests that were sent with the keys of your account, the newest at the end; with --follow also those that come, until Ctrl-C.',
    )
    .option('-f, --follow', 'print requests as they come')
    .option('--status <status>', 'only this status, such as 404, or this class, such as 4xx')
    .option('--method <method>', 'only this method, such as POST')
    .option('--code <code>', 'only this error code, such as pet_not_found')
    .option('--operation <id>', 'only this operation, such as listPets')
    .option('--key <key-id>', 'only this API key', positiveInteger)
    .option('--request-id <id>', 'only this X-Request-Id')
    .option('--since <time>', 'only requests answered since this time, such as 2026-11-21T09:30:00Z')
    .option('--limit <n>', 'maximum number of requests that were sent before', positiveInteger, 30)
    .json()
    .example(
      'petstore logs --status 4xx',
      'petstore logs --follow --operation createPet',
      'petstore logs --limit 10000 --json | jq -r .operation | sort | uniq -c',
    )
    .runs(async () => (await import('../remote/logs.ts')).showLogs);
}
