import type { PetstoreEvent } from './api.ts';
import { PetstoreError } from './error.ts';
import { parseJson } from './json.ts';

/** The headers of a request: those of fetch, or an object with names in lower case as Node gives it. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How old or how far in the future a request may be, in seconds. */
const toleranceSeconds = 300;
const PREFIX = 'whsec_';
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Checks that a request to your webhook comes from the service and is no older than five minutes, and gives its event. An event may come more
 * than once: its `id` stays the same. Standard Webhooks 1.0.0.
 *
 * @param secret `whsec_…`, or several, of which one must fit: the old and the new one while you change over
 * @param headers of the request: `webhook-id`, `webhook-timestamp`, `webhook-signature`
 * @param body the request's body exactly as it came, as text or bytes
 * @throws PetstoreError `invalid_signature`
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
): Promise<PetstoreEvent> {
  const header = (name: string) => String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  const timestamp = header('webhook-timestamp');
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp || NaN)) <= toleranceSeconds))
    throw invalid(`Its time, \`webhook-timestamp\`, is not within ${toleranceSeconds / 60} minutes of now`);

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${header('webhook-id')}.${timestamp}.${text}`);
  const signatures = header('webhook-signature')
    .split(' ')
    .flatMap((signature) => (signature.startsWith('v1,') ? [signature.slice('v1,'.length)] : []));
  for (const one of [secret].flat()) {
    const bytes = bytesOf(one.replace(PREFIX, ''));
    if (bytes.length === 0) throw invalid('What is given as its secret is none');
    const key = await crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify']);
    for (const signature of signatures) {
      // It takes as long wherever the signature differs.
      if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)) return parseJson(text) as PetstoreEvent;
    }
  }
  throw invalid('Its signature, `webhook-signature`, fits none of the secrets');
}

const invalid = (reason: string) =>
  new PetstoreError('invalid_signature', `The request is not from the webhook: ${reason}.`);

/** The bytes of base64; none of what is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
