import { join } from 'node:path';
import { runWithNumbers } from './command.ts';
import { allPets, audit, integrity } from './crash-audit.ts';
import { addUntilKilled, clients } from './crash-load.ts';
import { makeDatabase, temporaryFolder } from './database.ts';
import { type Acknowledged, openLedger } from './ledger.ts';
import { startPetstore } from './processes.ts';
import { median } from './rounds.ts';
import { table } from './table.ts';

const HELP = `npm run bench:crash -- [--kills N]

Kills the service with SIGKILL at random moments while clients add pets, and counts the acknowledged pets that are lost.
`;

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
    unknown.push(...(await addUntilKilled(service, key, kill, ledger)));
    if (kill % 10 === 0) process.stderr.write(`${kill} of ${kills} kills …\n`);
  }
  await ledger.close();

  await using service = await start();
  const pets = await allPets(service, key);
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
    `\n${clients} clients add pets without pause; each kill comes 20 to 400 ms after they start\n\n`,
  );
  process.stdout.write(`${table({ label: 'measurement', result: 'result' }, lines)}\n`);
  return lost.length === 0 && wrong.length === 0 && checked === 'ok';
}

await runWithNumbers('bench:crash', HELP, { kills: 100 }, crash);
