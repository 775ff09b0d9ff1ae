import { expect } from 'vitest';
import { withKey } from '../support/adoption.ts';
import type { Answer, TestService } from '../support/service.ts';

/** The first address of each client, by X-Forwarded-For: the service must trust the proxy at 127.0.0.1. */
export const behindProxy = { trustedProxies: ['127.0.0.1'] };

/** The same caller, at this address. */
export const at = (address: string, caller: TestService): TestService => ({
  ...caller,
  call: (method, path, { headers, ...options } = {}) =>
    caller.call(method, path, { ...options, headers: { 'x-forwarded-for': address, ...headers } }),
});

let signedUp = 0;

/** An account that signs up by itself. Its plan allows as many requests as a test sends. */
export async function signUp(service: TestService): Promise<TestService> {
  signedUp += 1;
  const body = { email: `stranger-${signedUp}@mail.example`, password: 'seven quiet otters' };
  const answer = await service.call('POST', '/v1/accounts', { key: null, body });
  expect(answer.status, answer.text).toBe(201);
  const { id, apiKey } = answer.body;
  await service.call('PATCH', `/v1/admin/accounts/${id}`, { body: { plan: 'enterprise' } });
  return withKey(service, apiKey.key);
}

/** The visitors of a web page with a publishable key of this account. */
export async function visitorsOf(account: TestService): Promise<TestService> {
  const body = {
    kind: 'publishable',
    origins: ['https://shelter.example'],
    scopes: ['pets:read', 'orders:write', 'messages:write'],
  };
  const answer = await account.call('POST', '/v1/account/keys', { body });
  expect(answer.status, answer.text).toBe(201);
  return withKey(account, answer.body.key);
}

/** That many turns of the event loop. */
export const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/**
 * Sends the requests one after the other, in an order that changes by round: each some turns of the event loop after the one before, and in the
 * first rounds after its answer, so that each of them comes first once, however slow the machine is.
 */
export async function race<const Requests extends readonly (() => Promise<Answer>)[]>(
  round: number,
  requests: Requests,
) {
  const answers: Promise<Answer>[] = [];
  for (let place = 0; place < requests.length; place += 1) {
    const index = (place + round) % requests.length;
    answers[index] = requests[index]!();
    if (round < requests.length) await answers[index];
    else await turns(round - requests.length);
  }
  return Promise.all(answers) as Promise<{ [Name in keyof Requests]: Answer }>;
}
