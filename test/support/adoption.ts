import { expect } from 'vitest';
import type { OrderStatus } from '../../src/vocabulary/order-lifecycle.ts';
import type { Answer, CallOptions, TestService } from './service.ts';

export const hourMs = 3_600_000;
/** The default of `ORDER_HOLD`: how long an order holds its animal. */
export const holdMs = 48 * hourMs;

/** The service, called with this key. */
export const withKey = (service: TestService, key: string): TestService => ({
  ...service,
  call: (method, path, options = {}) => service.call(method, path, { key, ...options }),
});

/** The service, called with the key of a new account. */
export const newCaller = async (service: TestService): Promise<TestService> =>
  withKey(service, (await service.newAccount()).key);

/** The same, and `addPet` adds animals of that account. */
export async function newOwner(service: TestService): Promise<TestService> {
  const { key } = await service.newAccount();
  return { ...withKey(service, key), operatorKey: key };
}

/** Places an order, asserts success, and returns its id. */
export async function placeOrder(caller: TestService, petId: number, order: object = {}): Promise<number> {
  const answer = await caller.call('POST', '/v1/store/orders', { body: { petId, ...order } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

export const moveOrder = (caller: TestService, id: number, move: string, options?: CallOptions): Promise<Answer> =>
  caller.call('POST', `/v1/store/orders/${id}/${move}`, options);

export const getOrder = (caller: TestService, id: number): Promise<Answer> =>
  caller.call('GET', `/v1/store/orders/${id}`);

export const changePet = (caller: TestService, id: number, body: object): Promise<Answer> =>
  caller.call('PATCH', `/v1/pets/${id}`, { body });

export async function petStatus(caller: TestService, id: number): Promise<string | undefined> {
  const { body } = await caller.call('GET', `/v1/pets?ids=${id}`);
  return body[0]?.status;
}

const MOVES_TO: Record<OrderStatus, readonly string[]> = {
  placed: [],
  approved: ['approve'],
  delivered: ['approve', 'deliver'],
  cancelled: ['cancel'],
  expired: [],
  returned: ['approve', 'deliver', 'return'],
};

/** Places an order and brings it to this status: through the API, or to `expired` by advancing the clock. */
export async function orderIn(
  status: OrderStatus,
  parts: { readonly caller: TestService; readonly petId: number; readonly advance: (ms: number) => void },
): Promise<number> {
  const id = await placeOrder(parts.caller, parts.petId);
  for (const move of MOVES_TO[status]) expect((await moveOrder(parts.caller, id, move)).status).toBe(200);
  if (status === 'expired') parts.advance(holdMs);
  expect((await getOrder(parts.caller, id)).body.status).toBe(status);
  return id;
}
