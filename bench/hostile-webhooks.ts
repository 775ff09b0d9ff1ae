import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerOf } from './calls.ts';
import { makeDatabase, makeKey } from './database.ts';
import { type Attack, shown } from './hostile-victim.ts';
import { petstoreEnv, startPetstore } from './processes.ts';
import { percentile } from './rounds.ts';

export const webhooksEach = 20;
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

/** A service whose victim has a webhook, which has received an event. */
export async function openVictim(folder: string, pets: number, accounts: number) {
  const { dataDir, key } = makeDatabase(folder, pets);
  const keys = Array.from({ length: accounts }, () => makeKey(petstoreEnv(dataDir)));
  const service = await startPetstore(dataDir, { settings: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  const subscribe = (by: string, url: string) =>
    callerOf(service, by)('POST', '/v1/webhooks', { url, events: ['pet.created'] });
  const call = callerOf(service, key);
  /** With the time of the response. */
  const addAnimal = async () => {
    const { id } = await call<{ id: number }>('POST', '/v1/pets', { name: 'Rex', categoryId: 1 });
    return { id, sinceMs: performance.now() };
  };
  const known = await openReceiver(0);
  await subscribe(key, known.url);
  await waitsOf(known, [await addAnimal()]);
  return {
    dataDir,
    key,
    service,
    subscribe,
    addAnimal,
    known,
    newKey: () => makeKey(petstoreEnv(dataDir)),
    /** Adds the webhooks of each of the other accounts, at a host of its own. */
    async attack(url: string) {
      for (const [i, by] of keys.entries())
        for (let nth = 0; nth < webhooksEach; nth++) await subscribe(by, url.replace('127.0.0.1', `127.0.0.${i + 2}`));
    },
    async [Symbol.asyncDispose]() {
      await service.kill();
      known.server.close().closeAllConnections();
    },
  };
}

/** From the responses to the POSTs that added pets, to the arrival of their events. */
export async function waitsOf(
  { arrivedMs }: Receiver,
  pets: readonly { readonly id: number; readonly sinceMs: number }[],
): Promise<number[]> {
  const deadlineMs = performance.now() + patienceMs;
  while (pets.some(({ id }) => !arrivedMs.has(id)) && performance.now() < deadlineMs) await sleep(50);
  return pets.map(({ id, sinceMs }) => Math.max(0, (arrivedMs.get(id) ?? deadlineMs) - sinceMs));
}

/** The time of each event at the known webhook, and of the first at a new one. */
async function measure(folder: string, attackers: number): Promise<{ known: number[]; fresh: number }> {
  await using victim = await openVictim(folder, 0, attackers);
  const freshKey = victim.newKey();
  const [slow, fresh] = [await openReceiver(slowMs), await openReceiver(0)];
  await victim.attack(slow.url);
  for (let i = 0; i < occupying; i++) await victim.addAnimal();
  await sleep(1_000);
  await victim.subscribe(freshKey, fresh.url);
  const pets = [];
  for (let i = 0; i < events; i++) {
    pets.push(await victim.addAnimal());
    await sleep(intervalMs);
  }
  const [first = 0] = await waitsOf(fresh, pets.slice(0, 1));
  const known = await waitsOf(victim.known, pets);
  for (const { server } of [slow, fresh]) server.close().closeAllConnections();
  return { known, fresh: first };
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
