import { PetstoreError } from '../../../../client/src/petstore.ts';
import { type Answer, sendOnce } from '../../answers/answer.ts';
import { endSession } from '../../session.ts';
import type { Operation } from './catalogue.ts';
import { addressOf, type Filled, headersOf } from './samples/request.ts';

/** Whose permissions the request has: the session's, a key's, or none. */
export type Sender = { readonly kind: 'session' | 'nobody' } | { readonly kind: 'key'; readonly key: string };

const timeoutMs = 30_000;

/** Sends the request once, as it was filled in. A refusal is an answer too. @throws PetstoreError `network_error`, `unsendable` */
export async function send(operation: Operation, filled: Filled, sender: Sender): Promise<Answer> {
  const answer = await sendOnce(addressOf(operation, filled, location.origin), {
    method: operation.method,
    headers: requestHeaders(operation, filled, sender),
    ...(operation.body !== undefined && { body: filled.body }),
    credentials: sender.kind === 'session' ? 'same-origin' : 'omit',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (sender.kind === 'session' && answer.status === 401) endSession();
  return answer;
}

function requestHeaders(operation: Operation, filled: Filled, sender: Sender): Headers {
  try {
    return new Headers([
      ...headersOf(operation, filled),
      ...(operation.body === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
      ...credentials(sender),
    ]);
  } catch (cause) {
    throw new PetstoreError('unsendable', 'The key or a header has a character in it that HTTP does not allow there.', {
      cause,
    });
  }
}

function credentials(sender: Sender): [name: string, value: string][] {
  if (sender.kind === 'key') return [['authorization', `Bearer ${sender.key}`]];
  return sender.kind === 'session' ? [['x-petstore-page', '1']] : [];
}
