import { setTimeout } from 'node:timers/promises';
import type { Acknowledged, Ledger } from './ledger.ts';
import { BenchError } from './machine.ts';
import type { Server } from './processes.ts';

export const clients = 16;
const shortestMs = 20;
const longestMs = 400;

/** Adds pets from many clients until the service is killed at a random moment. Returns the names without a response. */
export async function addUntilKilled(
  service: Server,
  key: string,
  kill: number,
  ledger: Ledger<Acknowledged>,
): Promise<string[]> {
  const adding = Array.from({ length: clients }, (_, client) => addPets(service, key, kill, client, ledger));
  await setTimeout(shortestMs + Math.random() * (longestMs - shortestMs));
  await service.kill();
  return Promise.all(adding);
}

/** One client, which sends its next request after the ledger holds the previous response. Returns the name without a response. */
async function addPets(
  service: Server,
  key: string,
  kill: number,
  client: number,
  ledger: Ledger<Acknowledged>,
): Promise<string> {
  for (let i = 1; ; i++) {
    const name = `pet ${i} of client ${client} before kill ${kill}`;
    const id = await addPet(service, key, name);
    if (id === undefined) return name;
    await ledger.append({ id, name, kill });
  }
}

/** Returns the new id; undefined if the response was cut off. */
async function addPet(service: Server, key: string, name: string): Promise<number | undefined> {
  const answer = await fetch(`${service.origin}/v1/pets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 1 }),
    signal: AbortSignal.timeout(10_000),
  }).then(
    async (response) => ({ status: response.status, body: await response.json().catch(() => undefined) }),
    (error: unknown) => {
      if (error instanceof DOMException) throw new BenchError('A request had no response for ten seconds.');
    },
  );
  if (answer?.body === undefined) return undefined;
  const { id, name: stored } = answer.body as { id?: number; name?: string };
  if (answer.status === 201 && id !== undefined && stored === name) return id;
  throw new BenchError(`POST /v1/pets answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}
