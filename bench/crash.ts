import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Acknowledged, addUntilKilled } from './adding.ts';
import { allItems } from './calls.ts';
import { runWithNumbers } from './command.ts';
import { audit, integrity } from './crash-audit.ts';
import { makeDatabase, temporaryFolder } from './database.ts';
import { openLedger } from './ledger.ts';
import { startPetstore } from './processes.ts';
import { median } from './rounds.ts';
import { table } from './table.ts';

const HELP = `npm run bench:crash -- [--kills N]

Kills the service with SIGKILL at random moments while clients add pets, and counts the acknowledged pets that are lost.
`;

const clients = 16;
const shortestMs = 20;
const longestMs = 400;

async function crash({ kills }: { readonly kills: number }): Promise<boolean> {
  const startMs = performance.now();
  const folder = temporaryFolder();
  const { dataDir, key } = makeDatabase(folder, 0);
  const ledger = await openLedger<Acknowledged>(join(folder, 'ledger.jsonl'));
  const unknown: string[] = [];
  const startsMs: number[] = [];

  const start = async () => {
    const beforeMs = performance.now();
    const service = await startPetstore(dataDir, { pinned: false });
    startsMs.push(performance.now() - beforeMs);
    return service;
  };

  for (let kill = 1; kill <= kills; kill++) {
    await using service = await start();
    const adding = addUntilKilled(service, key, {
      clients,
      of: `before kill ${kill}`,
      record: (pet) => ledger.append(pet),
    });
    await setTimeout(shortestMs + Math.random() * (longestMs - shortestMs));
    await service.kill();
    unknown.push(...(await adding));
    if (kill % 10 === 0) process.stderr.write(`${kill} of ${kills} kills …\n`);
  }
  await ledger.close();

  await using service = await start();
  const pets = await allItems<Acknowledged>(service, key, '/v1/pets?limit=100');
  await service.stop();

  const acknowledged = ledger.read();
  const { lost, wrong, storedUnanswered } = audit(acknowledged, unknown, pets);
  const checked = integrity(dataDir);
  for (const { id, name } of lost.slice(0, 10)) process.stdout.write(`lost: id ${id}, "${name}"\n`);
  for (const sentence of wrong.slice(0, 10)) process.stdout.write(`wrong: ${sentence}\n`);

  const rows = [
    ['kills with SIGKILL', kills],
    ['acknowledged pets, in the ledger', acknowledged.length],
    ['lost acknowledged pets', lost.length],
    ['duplicate ids or names, unknown pets', wrong.length],
    ['responses cut off by a kill', unknown.length],
    ['of them stored', storedUnanswered],
    ['PRAGMA integrity_check', checked],
    ['restart to first response, median', `${median(startsMs).toFixed(0)} ms`],
    ['restart to first response, longest', `${Math.max(...startsMs).toFixed(0)} ms`],
    ['duration', `${((performance.now() - startMs) / 1_000).toFixed(0)} s`],
  ] as const;
  const lines = rows.map(([label, result]) => ({ label, result: result.toLocaleString('en') }));
  process.stdout.write(
    `\n${clients} clients add pets without pause; each kill comes ${shortestMs} to ${longestMs} ms after they start\n\n`,
  );
  process.stdout.write(`${table({ label: 'measurement', result: 'result' }, lines)}\n`);
  return lost.length === 0 && wrong.length === 0 && checked === 'ok';
}

await runWithNumbers('bench:crash', HELP, { kills: 100 }, crash);
