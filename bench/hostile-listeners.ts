import { setTimeout as sleep } from 'node:timers/promises';
import { makeDatabase, makeKey, openFile } from './database.ts';
import { adding, type Attack, startVictim } from './hostile-victim.ts';
import { openReceiver, percentile, type Receiver, shown } from './hostile-webhooks.ts';
import { petstoreEnv, startPetstore } from './processes.ts';

const accounts = 60;
const webhooksEach = 20;
const animals = 200;
const intervalMs = 100;
const patienceMs = 60_000;
/** What the attack may reach. */
const most = { timesSlower: 3, bytesEach: 5_000, deliveryMs: 1_000 };
/** What a webhook whose endpoint fails may cost beside, once: a few deliveries that are repeated. */
const bytesOfFailing = 10_000;

/** Many webhooks that all get each animal's event, and animals that are added meanwhile. The victims read animals, and have one webhook. */
export async function listeners(folder: string): Promise<Attack[]> {
  const without = await measure(folder, undefined);
  const attacks: Attack[] = [];
  for (const [answer, open, onceBytes] of [
    ['answer after 14 s', () => openReceiver(14_000), 0],
    ['answer 500', () => openReceiver(0, 500), (accounts * webhooksEach * bytesOfFailing) / animals],
  ] as const) {
    process.stderr.write(`${accounts * webhooksEach} webhooks that ${answer} …\n`);
    const beside = await measure(folder, await open());
    const deliveryMs = percentile(beside.waitsMs, 0.99);
    attacks.push({
      attack: `${animals} animals, for ${accounts * webhooksEach} webhooks of ${accounts} accounts that ${answer}`,
      without: `${without.reads}; webhook ${shown(without.waitsMs)}`,
      beside: `${beside.reads}; webhook ${shown(beside.waitsMs)}`,
      figure: `${(beside.bytesEach / 1_000).toFixed(1)} kB an animal (${(without.bytesEach / 1_000).toFixed(1)} without)`,
      ok:
        p99Of(beside.reads) <= most.timesSlower * p99Of(without.reads) &&
        beside.bytesEach <= most.bytesEach + onceBytes &&
        deliveryMs <= most.deliveryMs,
    });
  }
  return attacks;
}

const p99Of = (reads: string): number => Number(/\/([\d.]+)/.exec(reads)?.[1]);

async function measure(folder: string, attacker: Receiver | undefined) {
  const { dataDir, key } = makeDatabase(folder, 1_000);
  const keys = Array.from({ length: attacker === undefined ? 0 : accounts }, () => makeKey(petstoreEnv(dataDir)));
  await using service = await startPetstore(dataDir, { settings: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  const call = adding(service);
  const addAnimal = async () => ({
    id: await call('/pets', key, { name: 'Rex', categoryId: 1 }),
    sinceMs: performance.now(),
  });
  const known = await openReceiver(0);
  await call('/webhooks', key, { url: known.url, events: ['pet.created'] });
  const first = await addAnimal();
  while (!known.arrivedMs.has(first.id)) await sleep(10);
  for (const [i, by] of keys.entries()) {
    const url = attacker?.url.replace('127.0.0.1', `127.0.0.${i + 2}`);
    for (let nth = 0; nth < webhooksEach; nth++) await call('/webhooks', by, { url, events: ['pet.created'] });
  }

  const before = bytesOf(dataDir);
  const victim = startVictim(service, key);
  const added = [];
  for (let i = 0; i < animals; i++) {
    added.push(await addAnimal());
    await sleep(intervalMs);
  }
  const deadlineMs = performance.now() + patienceMs;
  while (added.some(({ id }) => !known.arrivedMs.has(id)) && performance.now() < deadlineMs) await sleep(50);
  const reads = await victim.stop();
  const waitsMs = added.map(({ id, sinceMs }) => Math.max(0, (known.arrivedMs.get(id) ?? deadlineMs) - sinceMs));
  const bytesEach = (bytesOf(dataDir) - before) / animals;
  await service.kill();
  for (const at of [attacker, known]) at?.server.close().closeAllConnections();
  return { reads, waitsMs, bytesEach };
}

function bytesOf(dataDir: string): number {
  const file = openFile(dataDir);
  const pages =
    Number(file.pragma('page_count', { simple: true })) - Number(file.pragma('freelist_count', { simple: true }));
  const bytes = pages * Number(file.pragma('page_size', { simple: true }));
  file.close();
  return bytes;
}
