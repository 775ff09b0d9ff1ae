import { parseArgs } from 'node:util';
import { runCommand } from './command.ts';
import { temporaryFolder } from './database.ts';
import { listeners } from './hostile-listeners.ts';
import { metrics } from './hostile-metrics.ts';
import { photos } from './hostile-photos.ts';
import { readers } from './hostile-readers.ts';
import { search } from './hostile-search.ts';
import type { Attack } from './hostile-victim.ts';
import { webhooks } from './hostile-webhooks.ts';
import { BenchError, machine, pinToLoadCore, requireTools } from './machine.ts';
import { table } from './table.ts';

/** Each section attacks a service of its own, and returns what its attacks did to a victim. */
const SECTIONS: Readonly<Record<string, (folder: string) => Promise<Attack[]>>> = {
  readers,
  search,
  webhooks,
  listeners,
  metrics,
  photos,
};
const NAMES = Object.keys(SECTIONS);

const HELP = `npm run bench:hostile -- [--only ${NAMES.join(',')}]

Attacks the service, and measures what a victim notices of it: how long it waits, beside how long it waits without attack.
`;

const TITLES = { attack: 'attack', without: 'victim p50/p99 without', beside: 'beside', figure: 'reached', ok: 'ok?' };

await runCommand('bench:hostile', async () => {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: NAMES.join(',') }, help: { type: 'boolean' } },
  });
  if (values.help === true) return void process.stdout.write(HELP);
  const only = values.only.split(',');
  const unknown = only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new BenchError(`${unknown} is not a section. --only accepts ${NAMES.join(', ')}.`);
  requireTools();
  const machineLine = machine();
  pinToLoadCore();
  const folder = temporaryFolder();
  const attacks: Attack[] = [];
  for (const name of only) attacks.push(...(await SECTIONS[name]!(folder)));
  const rows = attacks.map((attack) => ({ ...attack, ok: attack.ok ? 'yes' : 'NO' }));
  process.stdout.write(`\n${machineLine}\n\n${table(TITLES, rows)}\n`);
  return attacks.every(({ ok }) => ok);
});
