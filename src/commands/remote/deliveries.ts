import type { AttemptDetails, Delivery, Int64, ListAllDeliveriesQuery } from '../../../client/src/petstore.ts';
import { EXITS } from '../../failure.ts';
import { printFacts, printRows } from '../rows.ts';
import { type JsonOption, sanitized, type Style, type Terminal } from '../terminal.ts';
import { withPetstore } from './connect.ts';
import { type ListOptions, printList } from './lists.ts';

interface ListDeliveriesOptions extends ListOptions {
  readonly failed?: boolean;
  readonly status?: Delivery['status'];
  readonly types?: Delivery['type'][];
  readonly since?: string;
}

const STYLES: Readonly<Record<Delivery['status'], Style>> = { pending: 'yellow', succeeded: 'green', failed: 'red' };

export async function listDeliveries(
  terminal: Terminal,
  webhookId: Int64 | undefined,
  options: ListDeliveriesOptions,
): Promise<void> {
  const { failed, status, types, since } = options;
  const query: ListAllDeliveriesQuery = {
    ...(failed === true && { hasFailed: true }),
    ...(status !== undefined && { status }),
    ...(types !== undefined && { types }),
    ...(since !== undefined && { createdSince: since }),
  };
  await withPetstore(({ webhooks }) =>
    printList(
      terminal,
      (page) =>
        webhookId === undefined
          ? webhooks.allDeliveries({ ...query, ...page })
          : webhooks.deliveries(webhookId, { ...query, ...page }),
      [
        { title: 'id', of: ({ id }) => id, right: true },
        { title: 'webhook', of: (delivery) => delivery.webhookId, right: true },
        { title: 'type', of: ({ type }) => type },
        { title: 'status', of: (delivery) => delivery.status, style: (delivery) => STYLES[delivery.status] },
        { title: 'attempts', of: ({ attempts }) => attempts, right: true },
        { title: 'answer', of: ({ lastAttempt }) => answerOf(lastAttempt), shrinks: true },
        { title: 'created', of: ({ createdAt }) => createdAt },
        { title: 'next', of: ({ nextAttemptAt }) => nextAttemptAt },
      ],
      { ...options, none: 'No deliveries.' },
    ),
  );
}

const answerOf = (attempt: Delivery['lastAttempt']): string | number | undefined =>
  attempt?.error ?? attempt?.responseStatus;

/** Prints each attempt as the messages that went over the wire. */
export async function showDelivery(
  terminal: Terminal,
  webhookId: Int64,
  deliveryId: Int64,
  { json = false }: JsonOption,
): Promise<void> {
  const delivery = await withPetstore((petstore) => petstore.webhooks.delivery(webhookId, deliveryId));
  if (json) return terminal.printJson(delivery);
  const { type, eventId, status, nextAttemptAt, attemptLog, body = '' } = delivery;
  printFacts(terminal, [
    ['Event', `${type} ${eventId}`],
    ['Delivery', status, STYLES[status]],
    ['Next attempt', nextAttemptAt],
  ]);
  for (const attempt of attemptLog) printAttempt(terminal, attempt, body);
}

function printAttempt(terminal: Terminal, attempt: AttemptDetails, body: string): void {
  const { number, at, durationMs, address, url, error, responseStatus, responseBody = '' } = attempt;
  /** Receivers choose what they answer: a terminal must not execute it. */
  const print = (text: string, style?: Style): void => {
    for (const line of text.split('\n'))
      terminal.print(style === undefined ? sanitized(line) : terminal.paint(style, sanitized(line)));
  };
  const printHeaders = (headers: AttemptDetails['requestHeaders'] = []): void => {
    for (const { name, value } of headers) print(`${name}: ${value}`);
    print('');
  };
  const where = address === undefined ? '' : ` to ${address}`;
  print('');
  print(`Attempt ${number} at ${at}${where}, ${durationMs} ms`, 'bold');
  if (url !== undefined) print(`POST ${url}`);
  printHeaders(attempt.requestHeaders);
  if (body !== '') print(`${body}\n`);
  if (error !== undefined) print(error, 'red');
  if (responseStatus === undefined) return;
  print(`HTTP ${responseStatus}`, error === undefined && responseStatus < 300 ? 'green' : 'red');
  printHeaders(attempt.responseHeaders);
  if (responseBody !== '') print(responseBody);
  if (attempt.responseTruncated === true) print('(the rest is not kept)', 'dim');
}

export async function redeliver(
  terminal: Terminal,
  deliveryIds: readonly Int64[],
  { json = false }: JsonOption,
): Promise<void> {
  const result = await withPetstore((petstore) =>
    petstore.webhooks.redeliverSeveral({ deliveryIds: [...deliveryIds] }),
  );
  if (result.refused.length > 0) process.exitCode = EXITS.failed.code;
  if (json) return terminal.printJson(result);
  printRows(terminal, result.deliveries, [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'webhook', of: ({ webhookId }) => webhookId, right: true },
    { title: 'type', of: ({ type }) => type },
  ]);
  for (const { deliveryId, message } of result.refused) terminal.note(`Delivery ${deliveryId}: ${message}`, 'red');
}
