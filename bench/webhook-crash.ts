import { parseArgs } from 'node:util';
import { BenchError } from './machine.ts';
import { temporaryFolder } from './store.ts';
import { table } from './table.ts';
import { faultsOf, webhookStorm } from './webhook-storm.ts';

const HELP = `npm run bench:webhooks -- [--kills N]

Kills the service with SIGKILL at random moments while it tells receivers that fail at random, and counts the events that they never got.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { kills: { type: 'string', default: '100' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (!/^[1-9]\d{0,5}$/.test(values.kills)) throw new BenchError('--kills must be a whole number of at least 1.');
  const kills = Number(values.kills);
  const report = await webhookStorm(temporaryFolder(), kills, (kill) => {
    if (kill % 10 === 0) process.stderr.write(`${kill} of ${kills} kills …\n`);
  });
  const rows = [
    ['kills with SIGKILL', report.kills],
    ['acknowledged pets', report.acknowledged],
    ['events, each for three receivers', report.events],
    ['requests', report.requests],
    ['of them once more after they were accepted', report.repeated],
    ['last start until every receiver had everything', `${(report.caughtUpMs / 1_000).toFixed(1)} s`],
    ['acknowledged pets without an event', report.eventless],
    ['events that a receiver never accepted', report.lost],
    ['ids nobody knows, or with two bodies', report.wrong],
    ['signatures that the oracle refuses', report.unsigned],
  ] as const;
  const lines = rows.map(([what, found]) => ({ what, found: found.toLocaleString('en') }));
  process.stdout.write(`\n${table({ what: 'what', found: 'found' }, lines)}\n`);
  if (faultsOf(report).length > 0) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  process.stderr.write(
    `bench:webhooks: ${error instanceof BenchError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
});
