import type { Int64, NewOrder, Order } from '../../../client/src/petstore.ts';
import { Failure } from '../../failure.ts';
import { printFacts } from '../rows.ts';
import type { JsonOption, Style, Terminal } from '../terminal.ts';
import { withPetstore } from './connect.ts';
import { type ListOptions, printList } from './lists.ts';

interface ListOrdersOptions extends ListOptions {
  readonly status?: Order['status'];
  readonly pet?: Int64;
}

interface PlaceOrderOptions extends JsonOption {
  readonly adopterName?: string;
  readonly adopterEmail?: string;
  readonly note?: string;
}

const STYLES: Readonly<Record<Order['status'], Style>> = {
  placed: 'yellow',
  approved: 'cyan',
  delivered: 'green',
  cancelled: 'dim',
  expired: 'dim',
  returned: 'dim',
};

export async function listOrders(terminal: Terminal, options: ListOrdersOptions): Promise<void> {
  const { status, pet } = options;
  const query = { ...(status !== undefined && { status }), ...(pet !== undefined && { petId: pet }) };
  await withPetstore((petstore) =>
    printList(
      terminal,
      (page) => petstore.orders.list({ ...query, ...page }),
      [
        { title: 'id', of: ({ id }) => id, right: true },
        { title: 'animal', of: ({ petId }) => petId, right: true },
        { title: 'status', of: (order) => order.status, style: (order) => STYLES[order.status] },
        { title: 'adopter', of: adopterOf, shrinks: true },
        { title: 'placed', of: ({ createdAt }) => minuteOf(createdAt) },
        { title: 'held until', of: ({ status, expiresAt }) => (status === 'placed' ? minuteOf(expiresAt) : undefined) },
        { title: 'note', of: ({ note }) => note, shrinks: true },
      ],
      { ...options, none: 'No orders.' },
    ),
  );
}

export async function placeOrder(terminal: Terminal, petId: Int64, options: PlaceOrderOptions): Promise<void> {
  const { adopterName: name, adopterEmail: email, note, json = false } = options;
  if ((name === undefined) !== (email === undefined))
    throw new Failure('--adopter-name and --adopter-email go together.', { exit: 'usage' });
  const wanted: NewOrder = {
    petId,
    ...(name !== undefined && email !== undefined && { adopter: { name, email } }),
    ...(note !== undefined && { note }),
  };
  const order = await withPetstore((petstore) => petstore.orders.place(wanted));
  show(terminal, order, json);
}

/** The command that changes an order's status with `action`. */
export const changing =
  (action: 'approve' | 'deliver' | 'cancel' | 'return') =>
  async (terminal: Terminal, id: Int64, { json = false }: JsonOption): Promise<void> =>
    show(terminal, await withPetstore((petstore) => petstore.orders[action](id)), json);

export async function cancelAll(terminal: Terminal, adopterEmail: string, { json = false }: JsonOption): Promise<void> {
  const { orderIds } = await withPetstore((petstore) => petstore.orders.cancelAll({ adopterEmail }));
  if (json) return terminal.printJson({ orderIds });
  terminal.print(orderIds.length === 0 ? 'No open orders.' : `Cancelled: ${orderIds.join(', ')}`);
}

function show(terminal: Terminal, order: Order, json: boolean): void {
  if (json) return terminal.printJson(order);
  const { id, petId, status, note, answers = [], visitAt, messageToAdopter, expiresAt } = order;
  printFacts(terminal, [
    ['Order', id],
    ['Animal', petId],
    ['Status', status, STYLES[status]],
    ['Held until', status === 'placed' ? expiresAt : undefined],
    ['Adopter', adopterOf(order)],
    ['Phone', order.adopter?.phone],
    ['Note', note],
    ...answers.map(({ question, answer }): [string, string] => [question, answer]),
    ['Visit', visitAt],
    ['Message to adopter', messageToAdopter],
  ]);
}

const adopterOf = ({ adopter, adopterWithheld }: Order): string | undefined =>
  adopterWithheld === true ? 'withheld' : adopter && `${adopter.name} <${adopter.email}>`;

const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ');
