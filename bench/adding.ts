import { type Origin, senderOf } from './calls.ts';
import { BenchError } from './machine.ts';

/** A pet that the service has acknowledged. */
export interface Acknowledged {
  readonly id: number;
  readonly name: string;
}

interface Clients {
  readonly clients: number;
  /** What no other client has sent, as the end of a pet's name. */
  readonly of: string;
  /** A client sends its next request after this. */
  readonly record: (pet: Acknowledged) => Promise<unknown>;
}

/** Adds pets until the service is killed. @returns the names without a response */
export function addUntilKilled(service: Origin, key: string, { clients, of, record }: Clients): Promise<string[]> {
  const send = senderOf(service, key);
  const addPets = async (client: number): Promise<string> => {
    for (let i = 1; ; i++) {
      const name = `pet ${i} of client ${client} ${of}`;
      const id = await addPet(send, name);
      if (id === undefined) return name;
      await record({ id, name });
    }
  };
  return Promise.all(Array.from({ length: clients }, (_, client) => addPets(client)));
}

/** Returns the new id; undefined if the response was cut off. */
async function addPet(send: ReturnType<typeof senderOf>, name: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(10_000);
  const answer = await send('POST', '/v1/pets', { name, categoryId: 1 }, { signal }).then(
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
