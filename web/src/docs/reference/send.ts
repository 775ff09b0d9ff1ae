import { PetstoreError } from '../../../../client/src/petstore.ts';
import { noteSignedOut } from '../../session.ts';
import type { Operation } from './catalogue.ts';
import { addressOf, type Filled, headersOf } from './samples.ts';

/** With whose rights: of the session, of a key, or of nobody. */
export type Sender = { readonly kind: 'session' | 'nobody' } | { readonly kind: 'key'; readonly key: string };

/** What came back, as it came. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** From sending to the end of the body. */
  readonly ms: number;
}

const timeoutMs = 30_000;

/** Sends it once, as it was filled in: what the service refuses is shown as it refuses it. @throws PetstoreError `network_error`, `unsendable` */
export async function send(operation: Operation, filled: Filled, sender: Sender): Promise<Answer> {
  const headers = requestHeaders(operation, filled, sender);
  const startMs = performance.now();
  try {
    const response = await fetch(addressOf(operation, filled), {
      method: operation.method,
      headers,
      ...(operation.body !== undefined && { body: filled.body }),
      credentials: sender.kind === 'session' ? 'same-origin' : 'omit',
      signal: AbortSignal.timeout(timeoutMs),
      cache: 'no-store',
    });
    const text = await response.text();
    if (sender.kind === 'session' && response.status === 401) noteSignedOut();
    return {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      text,
      ms: performance.now() - startMs,
    };
  } catch (cause) {
    throw new PetstoreError('network_error', 'The service was not reached.', { cause });
  }
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
