import { runWithNumbers } from './command.ts';
import { temporaryFolder } from './store.ts';
import { table } from './table.ts';
import { faultsOf, webhookStorm } from './webhook-storm.ts';

const HELP = `npm run bench:webhooks -- [--kills N]

Kills the service with SIGKILL at random moments while it tells receivers that fail at random, and counts the events that they never got.
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
    ['of them once more after they were accepted', report.repeated],
    ['last start until every receiver had everything', `${(report.caughtUpMs / 1_000).toFixed(1)} s`],
    ['acknowledged pets without an event', report.eventless],
    ['events that a receiver never accepted', report.lost],
    ['ids nobody knows, or with two bodies', report.wrong],
    ['signatures that the oracle refuses', report.unsigned],
  ] as const;
  const lines = rows.map(([what, found]) => ({ what, found: found.toLocaleString('en') }));
  process.stdout.write(`\n${table({ what: 'what', found: 'found' }, lines)}\n`);
  return faultsOf(report).length === 0;
});
