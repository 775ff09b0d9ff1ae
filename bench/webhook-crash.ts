import { runWithNumbers } from './command.ts';
import { temporaryFolder } from './database.ts';
import { table } from './table.ts';
import { faultsOf, webhookStorm } from './webhook-storm.ts';

const HELP = `npm run bench:webhooks -- [--kills N]

Kills the service with SIGKILL at random moments while it sends events to receivers that fail at random, and counts the
events that a receiver never got.
`;

await runWithNumbers('bench:webhooks', HELP, { kills: 100 }, async ({ kills }) => {
  const report = await webhookStorm(temporaryFolder(), kills, (kill) => {
    if (kill % 10 === 0) process.stderr.write(`${kill} of ${kills} kills …\n`);
  });
  const rows = [
    ['kills with SIGKILL', report.kills],
    ['acknowledged pets', report.acknowledged],
    ['events, each for three receivers', report.events],
    ['requests', report.requests],
    ['of them repeated after acceptance', report.repeated],
    ['last start until all events were accepted', `${(report.caughtUpMs / 1_000).toFixed(1)} s`],
    ['acknowledged pets without an event', report.eventless],
    ['events never accepted by a receiver', report.lost],
    ['unknown ids, or ids with two bodies', report.wrong],
    ['invalid signatures', report.unsigned],
  ] as const;
  const lines = rows.map(([label, result]) => ({ label, result: result.toLocaleString('en') }));
  process.stdout.write(`\n${table({ label: 'measurement', result: 'result' }, lines)}\n`);
  return faultsOf(report).length === 0;
});
