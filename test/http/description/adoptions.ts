import { test } from 'vitest';
import type { DescribedCalls } from './described-calls.ts';

interface Scene extends Pick<DescribedCalls, 'expectDescribed'> {
  /** The key of an account that is no side of the orders. */
  readonly member: string;
}

/** Calls the operations on orders and reservations. @param scene is called when the tests run */
export function adoptionTests(scene: () => Scene): void {
  test('orders', async () => {
    const { expectDescribed, member } = scene();
    const { body: pet } = await expectDescribed('createPet', 201, { body: { name: 'Ida', categoryId: 1 } });
    const adopter = { name: 'Ann', email: 'ann@example.org' };
    const place = { body: { petId: pet.id, adopter, note: 'On Saturday' }, headers: { 'idempotency-key': 'place' } };
    const { body: order } = await expectDescribed('placeOrder', 201, place);
    await expectDescribed('placeOrder', 201, place);
    await expectDescribed('placeOrder', 422, { ...place, body: { petId: pet.id } });
    await expectDescribed('placeOrder', 400, { ...place, headers: { 'idempotency-key': 'x'.repeat(256) } });
    await expectDescribed('placeOrder', 409, { body: { petId: pet.id } });
    await expectDescribed('placeOrder', 404, { body: { petId: 999 } });
    const params = { orderId: order.id };
    await expectDescribed('listOrders', 200, { query: '?status=placed&sort=expires&q=ann' });
    for (const operation of ['countOrders', 'getInventory']) await expectDescribed(operation, 200);
    await expectDescribed('addOrderNote', 201, { params, body: { note: 'A garden.' } });
    await expectDescribed('listOrderNotes', 200, { params });
    const { headers } = await expectDescribed('getOrder', 200, { params });
    await expectDescribed('getOrder', 304, { params, headers: { 'if-none-match': headers.get('etag')! } });
    await expectDescribed('getOrder', 404, { key: member, params });
    await expectDescribed('deliverOrder', 409, { params });
    for (const move of ['approveOrder', 'deliverOrder', 'returnOrder']) await expectDescribed(move, 200, { params });
    await expectDescribed('cancelOrder', 409, { params });
    const { body: again } = await expectDescribed('placeOrder', 201, { body: { petId: pet.id } });
    await expectDescribed('cancelOrder', 200, { params: { orderId: again.id } });
    await expectDescribed('cancelAllOrders', 200, { body: { adopterEmail: adopter.email } });
    await expectDescribed('cancelAllOrders', 400, { body: {} });
    await expectDescribed('changeOrders', 200, { body: { action: 'cancel', orderIds: [again.id] } });
  });

  test('reservations', async () => {
    const { expectDescribed } = scene();
    const { body: key } = await expectDescribed('createApiKey', 201, {
      body: { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read', 'orders:write'] },
    });
    const { body: pet } = await expectDescribed('createPet', 201, { body: { name: 'Rex', categoryId: 1 } });
    const adopter = { name: 'Ann', email: 'ann@x.example', phone: '555' };
    const { body: placed } = await expectDescribed('placeOrder', 201, {
      key: key.key,
      body: { petId: pet.id, adopter },
    });
    const headers = { authorization: `Bearer ${placed.reservationUrl.split('#')[1]}` };
    await expectDescribed('approveOrder', 200, { params: { orderId: placed.id }, body: {} });
    await expectDescribed('getReservation', 200, { key: null, headers });
    await expectDescribed('cancelReservation', 200, { key: null, headers });
    await expectDescribed('cancelReservation', 404, { key: null });
  });
}
