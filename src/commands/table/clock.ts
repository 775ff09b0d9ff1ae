import { InvalidArgumentError } from 'commander';
import { durationMs } from '../../vocabulary/duration.ts';
import { withAliases } from './aliases.ts';
import type { CliCommand } from './command.ts';

/** The commands for staging's clock. */
export function addClock(program: CliCommand): void {
  const clock = withAliases(program.command('clock').description("Show and advance staging's clock."));

  clock
    .command('advance')
    .description(
      "Move staging's time forward, for every account. Everything that is due on the way happens before the command ends.",
    )
    .argument('<duration>', 'how far, such as 48h, 7d, 1d12h, or PT48H as in ISO 8601', duration)
    .json()
    .example('petstore clock advance 48h', 'petstore clock advance P7D --json')
    .runs(async () => (await import('../remote/clock.ts')).advanceClock);
}

/** ISO 8601, or its short form: `48h`, `1d12h`. */
function duration(text: string): string {
  const [, days = '', time = ''] = /^((?:\d+w)?(?:\d+d)?)((?:\d+h)?(?:\d+m)?(?:\d+s)?)$/i.exec(text) ?? [];
  const iso = days + time === '' ? text : `P${days}${time === '' ? '' : `T${time}`}`.toUpperCase();
  if ((durationMs(iso) ?? 0) > 0) return iso;
  throw new InvalidArgumentError('It must be a duration such as 48h, 7d, 1d12h or PT48H.');
}
