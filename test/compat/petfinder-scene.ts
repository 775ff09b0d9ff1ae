import { Client } from '@petfinder/petfinder-js';
import { expect } from 'vitest';
import { PETFINDER_KEY } from '../../src/accounts/keys/store.ts';
import { petfinderPair, type PetfinderPair } from '../../src/secrets/api-key.ts';
import { withKey } from '../support/adoption.ts';
import type { Answer, CallOptions, TestService } from '../support/service.ts';

/** A pair as `petstore keys create --petfinder` makes it. */
export interface Pair extends PetfinderPair {
  readonly key: string;
  readonly keyId: number;
  readonly accountId: number;
}

/** Makes a pair beside the running service. */
export async function newPair(
  service: TestService,
  limits?: { readonly perMinute: number; readonly perDay: number },
): Promise<Pair> {
  const { accounts, database } = await service.beside();
  const made = await accounts.createKey({ plan: 'enterprise', settings: PETFINDER_KEY, limits });
  await database.close();
  return { ...made, ...petfinderPair(made.key) };
}

export const requestToken = (service: TestService, { clientId, clientSecret }: PetfinderPair): Promise<Answer> =>
  service.call('POST', '/v2/oauth2/token', {
    key: null,
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  });

/** Petfinder's own client of 2020, unchanged: only `baseUrl` is set. */
export function newClient({ origin }: Pick<TestService, 'origin'>, { clientId, clientSecret }: PetfinderPair): Client {
  const made = new Client({ apiKey: clientId, secret: clientSecret, baseUrl: `${origin}/v2` });
  // This version of axios has the same headers for all clients of a process.
  delete made.http.defaults.headers.common.Authorization;
  return made;
}

/** The service, called with a token of the pair. */
export async function petfinderClient(service: TestService, pair: PetfinderPair): Promise<TestService> {
  const answer = await requestToken(service, pair);
  expect(answer.status, answer.text).toBe(200);
  return withKey(service, answer.body.access_token);
}

/** The parsed body of a problem document. */
export const problemOf = (answer: Answer): Record<string, unknown> => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  return JSON.parse(answer.text) as Record<string, unknown>;
};

/** Asserts success. */
export async function get(client: TestService, path: string, options?: CallOptions): Promise<Answer['body']> {
  const answer = await client.call('GET', path, options);
  expect(answer.status, `${path} ${answer.text}`).toBe(200);
  return answer.body;
}
