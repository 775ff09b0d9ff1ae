import { expect } from 'vitest';
import { allEvents } from '../events/streams.ts';
import { withKey } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import type { Answer, TestService } from '../support/service.ts';
import { addWebhook, deliveriesOf, type MadeWebhook, openReceiver } from '../webhooks/receiver.ts';

export interface Adopter {
  readonly name: string;
  readonly email: string;
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** The columns in which the scene writes the person's address. */
export const COLUMNS = [
  'accounts.email',
  'api_keys.name',
  'categories.description',
  'delivery_attempts.response_body',
  'delivery_attempts.response_headers',
  'delivery_attempts.url',
  'events.data',
  'idempotency_keys.body',
  'idempotency_keys.key',
  'import_references.reference',
  'imports.file',
  'invitations.email',
  'messages.from_email',
  'messages.message',
  'order_notes.note',
  'orders.adopter_email',
  'orders.answers',
  'orders.message_to_adopter',
  'orders.note',
  'organizations.email',
  'organizations.mission',
  'password_links.email',
  'pets.name',
  'pets.name_folded',
  'webhooks.description',
  'webhooks.url',
];

/**
 * Places orders and sends messages as visitors and accounts do, with webhooks whose receiver quotes what it receives, and names keys,
 * animals and webhooks after the person.
 */
export async function openScene(service: TestService, { name, email }: Adopter) {
  const kept: (() => Promise<Answer>)[] = [];

  /** Sends a request with an `Idempotency-Key` of its own. */
  async function call(caller: TestService, method: string, path: string, body?: object): Promise<Answer['body']> {
    const headers = { 'idempotency-key': `kept ${kept.length}` };
    const send = () => caller.call(method, `/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });
    const answer = await send();
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    kept.push(send);
    return answer.body;
  }
  const scopes = ['pets:read', 'orders:write', 'messages:write'];
  const published = { kind: 'publishable', origins: [service.origin], scopes };
  const visitor = withKey(service, (await call(service, 'POST', '/account/keys', published)).key);
  const { key, accountId } = await service.newAccount({ email });
  const own = withKey(service, key);
  const other = withKey(service, (await service.newAccount()).key);

  const receiver = await openReceiver((response, { body }) => {
    const [address = ''] = /[\w.-]+@[\w.-]+/.exec(body) ?? [];
    response.writeHead(200, { 'x-about': address }).end(body);
  });
  const events = ['order.placed', 'order.approved', 'order.delivered', 'order.cancelled', 'message.delivered'];
  const webhooks: Record<'described' | 'withUrl', MadeWebhook> = {
    described: await addWebhook(service, { url: receiver.url, events, description: `For ${email}` }),
    withUrl: await addWebhook(service, { url: `${receiver.url}?for=${email}`, events: ['message.failed'] }),
  };
  const pets = {
    named: await addPet(service, { name: `Rex, ask ${email.toUpperCase()}` }),
    adopted: await addPet(service, {}),
    ofAnother: await addPet(service, {}),
  };
  const place = async (caller: TestService, petId: number, order: object): Promise<number> =>
    (await call(caller, 'POST', '/store/orders', { petId, ...order })).id;
  const bob = { name: 'Bob', email: 'bob@y.example' };
  const orders = {
    open: await place(visitor, pets.named, {
      adopter: { name, email, phone: '555 0100' },
      note: `I am ${name}, ${email}, 555-0100`,
      locale: 'es-MX',
    }),
    delivered: await place(own, pets.adopted, { adopter: { name, email: email.toUpperCase() }, note: 'Saturday' }),
    ofAnother: await place(other, pets.ofAnother, {
      adopter: { ...bob, phone: '555 0199' },
      note: `${name} <${email}> comes along`,
    }),
  };
  const headers = { 'idempotency-key': `approved for ${email}` };
  const approval = { visitAt: '2099-01-01T10:00:00Z', messageToAdopter: `Bring a box, ${name}. We write to ${email}.` };
  const approved = await service.call('POST', `/v1/store/orders/${orders.delivered}/approve`, {
    headers,
    body: approval,
  });
  expect(approved.status, approved.text).toBe(200);
  await service.call('PUT', `/v1/store/orders/${orders.delivered}/payment`);
  await call(service, 'POST', `/store/orders/${orders.delivered}/deliver`, { messageToAdopter: `Bye, ${email}` });
  await call(service, 'POST', `/store/orders/${orders.delivered}/notes`, { note: 'She has a garden.' });
  await call(service, 'POST', `/store/orders/${orders.ofAnother}/notes`, { note: `${email} called, ${name}.` });
  const { id: messageId } = await call(own, 'POST', '/messages', { message: `Is Rex there? ${name}, ${email}` });
  const { id: threadId } = await call(visitor, 'POST', '/messages', {
    message: 'Is he there?',
    from: { name, email },
    locale: 'pl',
  });
  await eventually(async () => (await service.call('GET', `/v1/inbox/${threadId}`)).status === 200);
  await call(service, 'POST', `/inbox/${threadId}/answers`, { message: `Dear ${name}, yes.` });
  await call(service, 'POST', '/messages', { message: `${name} (${email}) will call` });

  await call(own, 'POST', '/account/keys', { name: `${email}'s laptop` });
  const { id: keyId } = await call(service, 'POST', '/account/keys', { name: `Website of ${email}` });
  const { id: categoryId } = await call(service, 'POST', '/categories', {
    name: 'Fosters',
    description: `Ask ${email}`,
  });
  await call(service, 'PATCH', '/organizations/1', { email, mission: `Homes. ${email}` });
  await call(service, 'PATCH', `/admin/accounts/${accountId}`, { plan: 'pro' });
  await addRows(service, email);
  await call(service, 'POST', `/webhooks/${webhooks.withUrl.id}/test`);
  // All messages have arrived, and all events of the one webhook and the test of the other.
  await eventually(async () => {
    const { body: inbox } = await service.call('GET', '/v1/admin/inbox');
    const told = (await allEvents(service)).filter(({ type }) => events.includes(type));
    const log = [
      ...(await deliveriesOf(service, webhooks.described)),
      ...(await deliveriesOf(service, webhooks.withUrl)),
    ];
    const isDone = log.every(({ status }) => status === 'succeeded');
    return inbox.length === 3 && log.length === told.length + 1 && isDone;
  });
  return {
    visitor,
    own,
    ids: { accountId, keyId, categoryId, messageId, threadId },
    orders,
    pets,
    webhooks,
    /** Repeats the requests with an `Idempotency-Key` that does not name the person. */
    async replay(): Promise<Answer[]> {
      const answers: Answer[] = [];
      for (const send of kept) answers.push(await send());
      return answers;
    },
    close: () => receiver.close(),
  };
}

/** What needs a file or a mail to be written through the API. */
async function addRows(service: TestService, email: string): Promise<void> {
  const { database } = await service.beside();
  const endsMs = Date.now() + 86_400_000;
  await database.transaction(async (tx) => {
    const invitation = { organization_id: 1, hash: 'hash', role: 'staff', email, created_at: 1, expires_at: endsMs };
    await tx.insertInto('invitations').values(invitation).execute();
    const link = { hash: 'hash', account_id: 1, expires_at: endsMs, kind: 'confirm', email };
    await tx.insertInto('password_links').values(link).execute();
    // Questions are asked by organizations.
    await tx
      .updateTable('orders')
      .set({ answers: JSON.stringify([{ question: 'Who comes?', answer: `${email} does` }]) })
      .where('adopter_email', '!=', email)
      .execute();
    const reference = { owner: 1, reference: `${email} 7`, pet_id: 1 };
    await tx.insertInto('import_references').values(reference).execute();
    const made = { account_id: 1, organization_id: 1, actor: '{}', animals: 1, created_at: 1 };
    await tx
      .insertInto('imports')
      .values({ ...made, file: `${email} 7.csv` })
      .execute();
  });
  await database.close();
}
