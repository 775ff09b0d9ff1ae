import type { Pace } from '../database/pace.ts';
import type { App } from '../http/app.ts';
import { type Lists, LONG_TEXTS } from '../http/paging.ts';
import { ownerOf, type Principal, principalOf } from '../http/principal.ts';
import { type Scans, searchPage } from '../http/scans.ts';
import type { Position } from '../vocabulary/int64.ts';
import { MOST_COUNTED_ORDERS } from '../vocabulary/order-lifecycle.ts';
import { positionOf } from './list.ts';
import { orderFor } from './reading.ts';
import { CountOrdersQuery, ListOrdersQuery, OrderCounts, type OrderFilters, Orders } from './schema.ts';
import type { OrderStore } from './store.ts';

interface ListRouteParts {
  readonly orders: OrderStore;
  readonly lists: Lists;
  readonly scans: Scans;
}

const CONCERNED =
  'the orders that the account placed and the orders for the animals of the account and its organization';
const OTHERS = 'Orders of visitors with its publishable keys are not its own. An operator sees every order.';

/** The side whose orders the principal sees; undefined stands for all. */
const sideOf = (principal: Principal) => (principal.operator ? undefined : ownerOf(principal));

/** The lists of orders. */
export function listRoutes(v1: App, { orders, lists, scans }: ListRouteParts): void {
  v1.get('/store/orders', {
    schema: {
      operationId: 'listOrders',
      summary: 'List orders',
      description: `Returns ${CONCERNED}, newest first unless \`sort\` says otherwise. ${OTHERS} Follow the \`Link\` header for the next page.`,
      querystring: ListOrdersQuery,
      response: { 200: Orders },
    },
    config: { access: 'orders:read', whose: 'account' },
    handler: (request, reply) => {
      const principal = principalOf(request);
      const side = sideOf(principal);
      const bound = { account: side?.accountId, organization: side?.organizationId };
      const page = (pace?: Pace) => {
        const read = async (filters: OrderFilters, count: number, after: Position | undefined) =>
          (await orders.list(side, filters, { count, after, pace })).map((found) => orderFor(principal, found));
        return lists.pageInOrder(request, reply, bound, read, (order) => positionOf(request.query, order), LONG_TEXTS);
      };
      return searchPage({ lists, scans }, request, reply, page);
    },
  });

  v1.get('/store/order-counts', {
    schema: {
      operationId: 'countOrders',
      summary: 'Count orders',
      description: `Returns how many of ${CONCERNED} have each status, counted up to 1,000. ${OTHERS}`,
      querystring: CountOrdersQuery,
      response: { 200: OrderCounts },
    },
    config: { access: 'orders:read', whose: 'account' },
    handler: (request) => orders.count(sideOf(principalOf(request)), request.query, MOST_COUNTED_ORDERS),
  });
}
