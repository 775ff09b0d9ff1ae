import { petstore } from '../../api.ts';

/** When each key was banned last, by the key's id: ISO 8601. The events reach back 30 days. */
export async function lastBans(signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const bans = new Map<number, string>();
  for await (const event of petstore.events.list({ types: ['api_key.banned'] }, { signal })) {
    if (event.type === 'api_key.banned') bans.set(event.data.id, event.timestamp);
  }
  return bans;
}
