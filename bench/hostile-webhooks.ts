import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDatabase, makeKey } from './database.ts';
import { adding, type Attack } from './hostile-victim.ts';
import { petstoreEnv, startPetstore } from './processes.ts';

const webhooksEach = 20;
const slowMs = 14_000;
/** So many events come first: more than the requests to one webhook that may be in flight, so that attackers use all they can get. */
const occupying = 5;
const events = 40;
const targetMs = 1_000;
const intervalMs = 250;
/** An event that has not arrived by then has taken so long. */
const patienceMs = 90_000;

/** When each pet's event arrived, by the pet's id. */
export interface Receiver {
  readonly url: string;
  readonly arrivedMs: ReadonlyMap<number, number>;
  readonly server: Server;
}

/** Webhooks that answer after 14 s. The victim waits for the deliveries to its own webhook. */
export async function webhooks(folder: string): Promise<Attack[]> {
  const without = await measure(folder, 0);
  const attacks: Attack[] = [];
  for (const attackers of [2, 10]) {
    process.stderr.write(`${attackers * webhooksEach} slow webhooks …\n`);
    const { known, fresh } = await measure(folder, attackers);
    attacks.push({
      attack: `${attackers * webhooksEach} webhooks of ${attackers} accounts that answer after ${slowMs / 1_000} s`,
      without: shown(without.known),
      beside: shown(known),
      figure: `${fresh.toFixed(0)} ms to a new webhook (${without.fresh.toFixed(0)} ms without)`,
      ok: percentile(known, 0.99) <= targetMs && fresh <= targetMs,
    });
  }
  return attacks;
}

export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;
export const shown = (values: readonly number[]): string =>
  `${percentile(values, 0.5).toFixed(1)}/${percentile(values, 0.99).toFixed(1)} ms`;

/** From the response to the POST that adds a pet, to the arrival of its event: each at the known webhook, the first at a new one. */
async function measure(folder: string, attackers: number): Promise<{ known: number[]; fresh: number }> {
  const { dataDir, key } = makeDatabase(folder, 0);
  const keyOf = () => makeKey(petstoreEnv(dataDir));
  const [attackerKeys, freshKey] = [Array.from({ length: attackers }, keyOf), keyOf()];
  await using service = await startPetstore(dataDir, { settings: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  const call = adding(service);
  const subscribe = (by: string, url: string) => call('/webhooks', by, { url, events: ['pet.created'] });
  const addPet = async () => ({
    id: await call('/pets', key, { name: 'Rex', categoryId: 1 }),
    sinceMs: performance.now(),
  });

  const slow = await openReceiver(slowMs);
  const [known, fresh] = [await openReceiver(0), await openReceiver(0)];
  const waits = async (
    { arrivedMs }: Receiver,
    pets: readonly { id: number; sinceMs: number }[],
  ): Promise<number[]> => {
    const deadlineMs = performance.now() + patienceMs;
    while (pets.some(({ id }) => !arrivedMs.has(id)) && performance.now() < deadlineMs) await sleep(50);
    return pets.map(({ id, sinceMs }) => Math.max(0, (arrivedMs.get(id) ?? deadlineMs) - sinceMs));
  };

  await subscribe(key, known.url);
  await waits(known, [await addPet()]);
  for (const [i, by] of attackerKeys.entries())
    for (let nth = 0; nth < webhooksEach; nth++) await subscribe(by, slow.url.replace('127.0.0.1', `127.0.0.${i + 2}`));
  for (let i = 0; i < occupying; i++) await addPet();
  await sleep(1_000);
  await subscribe(freshKey, fresh.url);
  const pets = [];
  for (let i = 0; i < events; i++) {
    pets.push(await addPet());
    await sleep(intervalMs);
  }
  const [first = 0] = await waits(fresh, pets.slice(0, 1));
  const result = { known: await waits(known, pets), fresh: first };
  await service.kill();
  for (const { server } of [slow, known, fresh]) server.close().closeAllConnections();
  return result;
}

/**
 * Listens on all addresses of the machine, so that 127.0.0.2 and so on are hosts of their own.
 *
 * @param status how it answers
 */
export async function openReceiver(delayMs: number, status = 204): Promise<Receiver> {
  const arrivedMs = new Map<number, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as { data: { id: number } };
      if (!arrivedMs.has(event.data.id)) arrivedMs.set(event.data.id, performance.now());
      setTimeout(() => response.writeHead(status).end(), delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, arrivedMs, server };
}
