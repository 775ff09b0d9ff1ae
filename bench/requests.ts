import { type IncomingMessage, request, type RequestOptions } from 'node:http';

/** Sends a request; `fetch` would take longer than many that are measured. Resolves with the response after its last byte. */
export function exchange(url: string, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      response.resume().on('error', reject);
      response.on('end', () => resolve(response));
    });
    sent.on('error', reject).end(body);
  });
}

/**
 * Sends requests on so many connections, one after the other on each, for some seconds.
 *
 * @param ask sends the n-th one, and resolves with the response's status
 * @returns how many responses had each status
 */
export async function repeat(
  connections: number,
  seconds: number,
  ask: (connection: number, n: number) => Promise<number>,
): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  const endMs = performance.now() + seconds * 1_000;
  const askOn = async (connection: number) => {
    for (let n = 0; performance.now() < endMs; n += 1) {
      const status = await ask(connection, n);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => askOn(connection)));
  return statuses;
}
