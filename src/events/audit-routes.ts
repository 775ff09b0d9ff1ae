import type { App } from '../http/app.ts';
import { ApiError, existing } from '../http/errors.ts';
import { type Lists, LONG_TEXTS } from '../http/paging.ts';
import { isOnSideOf, isOwnedBy, type Principal, principalOf } from '../http/principal.ts';
import { sendJson } from '../http/respond.ts';
import type { OrderStore } from '../orders/store.ts';
import type { PetStore } from '../pets/store.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { readableKinds } from './routes.ts';
import { AuditQuery, Events } from './schema.ts';
import type { AuditFilter, EventStore } from './store.ts';

interface AuditRouteParts {
  readonly events: EventStore;
  readonly pets: Pick<PetStore, 'find'>;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly lists: Lists;
}

/** Who changed what: for operators, for managers about their organization, and for all its people about an animal or an order. */
export function auditRoutes(v1: App, { events, pets, orders, lists }: AuditRouteParts): void {
  /**
   * The owner of the events that the principal is limited to.
   *
   * @throws ApiError `forbidden`, `pet_not_found`
   */
  async function sideFor(
    principal: Principal,
    { petId, organizationId }: AuditQuery,
  ): Promise<Pick<AuditFilter, 'organizationId' | 'wishesOf'>> {
    const { operator, organization } = principal;
    if (operator) return { organizationId };
    if (organizationId !== undefined && organizationId !== organization?.id)
      throw new ApiError('forbidden', "The `organizationId` must be your organization's.");
    if (petId !== undefined) {
      const { owner } = existing(await pets.find(petId), 'pet_not_found', 'petId');
      // What happened to an animal before its account brought it into the organization names none. Orders and applications for it that another
      // side had, which gave it away, stay with that side, and so do the adopters.
      if (isOnSideOf(principal, owner)) return { organizationId, wishesOf: { organizationId: organization?.id } };
      throw new ApiError(
        'forbidden',
        'Only the account or the organization that it belongs to, or an operator, may read who changed this animal.',
      );
    }
    if (organization?.role === 'manager') return { organizationId: organization.id };
    throw new ApiError('forbidden', 'Only operators and the managers of an organization may read who changed what.');
  }

  /**
   * The order whose history the principal may read.
   *
   * @throws ApiError `order_not_found`, and `forbidden` for who placed it
   */
  async function orderFor(principal: Principal, orderId: number) {
    const found = await orders.find(orderId);
    if (found !== undefined && isOwnedBy(principal, found.petOwner)) return found.order;
    if (found?.placerId !== principal.accountId)
      throw new ApiError('order_not_found', 'The account has no order with this `orderId`.');
    throw new ApiError(
      'forbidden',
      'Only the organization or account that the animal belongs to, or an operator, may read who changed this order.',
    );
  }

  v1.get('/audit', {
    schema: {
      operationId: 'listAudit',
      summary: 'List who changed what',
      description:
        'The events with their `actor`, newest first. Operators read the events of all accounts; managers the events of their organization. With `petId`, the events about an animal, its orders and its applications, and with `orderId` the events about one order, for everybody to whom the animal belongs. Of an animal that another organization gave away, its orders and applications from before stay with that organization. A key receives only the events of resources that its scopes may read.',
      querystring: AuditQuery,
      response: { 200: Events },
    },
    config: { access: 'account', whose: 'managers', errors: ['forbidden', 'pet_not_found', 'order_not_found'] },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { accountId: actor, petId, orderId, types } = request.query;
      const kinds = readableKinds(principal, types);
      const order = orderId === undefined ? undefined : await orderFor(principal, orderId);
      const filter =
        order === undefined
          ? { kinds, actor, petId, ...(await sideFor(principal, request.query)) }
          : { kinds, actor, petId: petId ?? order.petId, orderId, organizationId: request.query.organizationId };
      const read = async (_: unknown, count: number, before: Int64 | undefined) =>
        (await events.audit(filter, count, before)).map(({ sequence, body }) => ({ id: sequence, body }));
      const found = await lists.page(request, reply, { account: principal.accountId }, read, LONG_TEXTS);
      sendJson(reply, `[${found.map(({ body }) => body).join(',')}]`);
      return undefined;
    },
  });
}
