import { setTimeout as sleep } from 'node:timers/promises';
import { openFile } from './database.ts';
import { type Attack, p99Of, shown, startVictim } from './hostile-victim.ts';
import { openReceiver, openVictim, type Receiver, waitsOf, webhooksEach } from './hostile-webhooks.ts';
import { processorMs } from './processes.ts';
import { percentile } from './rounds.ts';

const accounts = 60;
const animals = 200;
const intervalMs = 100;
/** What the attack may reach. */
const most = { timesSlower: 3, bytesEach: 5_000, deliveryMs: 1_000 };

/** Many webhooks that all get each animal's event, and animals that are added meanwhile. The victims read animals, and have one webhook. */
export async function listeners(folder: string): Promise<Attack[]> {
  const without = await measure(folder, undefined);
  const attacks: Attack[] = [];
  for (const [answer, open] of [
    ['answer after 14 s', () => openReceiver(14_000)],
    ['answer 500', () => openReceiver(0, 500)],
  ] as const) {
    process.stderr.write(`${accounts * webhooksEach} webhooks that ${answer} …\n`);
    const beside = await measure(folder, await open());
    const deliveryMs = percentile(beside.waitsMs, 0.99);
    attacks.push({
      attack: `${animals} animals, for ${accounts * webhooksEach} webhooks of ${accounts} accounts that ${answer}`,
      without: `${without.reads}; webhook ${shown(without.waitsMs)}`,
      beside: `${beside.reads}; webhook ${shown(beside.waitsMs)}`,
      figure: `${costOf(beside)} an animal (${costOf(without)} without)`,
      ok:
        p99Of(beside.reads) <= most.timesSlower * p99Of(without.reads) &&
        beside.bytesEach <= most.bytesEach &&
        deliveryMs <= most.deliveryMs,
    });
  }
  return attacks;
}

const costOf = ({ bytesEach, cpuMsEach }: Awaited<ReturnType<typeof measure>>): string =>
  `${(bytesEach / 1_000).toFixed(1)} kB, ${cpuMsEach.toFixed(1)} ms CPU`;

async function measure(folder: string, attacker: Receiver | undefined) {
  await using scene = await openVictim(folder, 1_000, attacker === undefined ? 0 : accounts);
  await scene.attack(attacker?.url ?? '');
  const before = bytesOf(scene.dataDir);
  const cpuBefore = processorMs(scene.service.pid);
  const victim = startVictim(scene.service, scene.key);
  const added = [];
  for (let i = 0; i < animals; i++) {
    added.push(await scene.addAnimal());
    await sleep(intervalMs);
  }
  const waitsMs = await waitsOf(scene.known, added);
  const reads = await victim.stop();
  const bytesEach = (bytesOf(scene.dataDir) - before) / animals;
  const cpuMsEach = (processorMs(scene.service.pid) - cpuBefore) / animals;
  attacker?.server.close().closeAllConnections();
  return { reads, waitsMs, bytesEach, cpuMsEach };
}

function bytesOf(dataDir: string): number {
  const file = openFile(dataDir);
  const pages =
    Number(file.pragma('page_count', { simple: true })) - Number(file.pragma('freelist_count', { simple: true }));
  const bytes = pages * Number(file.pragma('page_size', { simple: true }));
  file.close();
  return bytes;
}
