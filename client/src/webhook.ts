import type { PetstoreEvent } from './api.ts';
import { PetstoreError } from './error.ts';
import { parseJson } from './json.ts';

/** Request headers: a `Headers` object, or an object with lower-case names as in Node.js. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The maximum age of a request, and how far in the future it may be, in seconds. */
const toleranceSeconds = 300;
const PREFIX = 'whsec_';
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Verifies that a webhook request is from the service and at most five minutes old, and returns its event. An event can be delivered more than
 * once, always with the same `id`. Standard Webhooks 1.0.0.
 *
 * @param secret `whsec_…`, or several of which one must match: the old and the new one while you roll the secret
 * @param headers the request's headers: `webhook-id`, `webhook-timestamp`, `webhook-signature`
 * @param body the request's body as received, as text or bytes
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
    throw invalid(`\`webhook-timestamp\` is not within ${toleranceSeconds / 60} minutes of now`);

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${header('webhook-id')}.${timestamp}.${text}`);
  const signatures = header('webhook-signature')
    .split(' ')
    .flatMap((signature) => (signature.startsWith('v1,') ? [signature.slice('v1,'.length)] : []));
  for (const one of [secret].flat()) {
    const bytes = bytesOf(one.replace(PREFIX, ''));
    if (bytes.length === 0) throw invalid('the secret is empty or not base64');
    const key = await crypto.subtle.importKey('raw', bytes, HMAC, false, ['verify']);
    for (const signature of signatures) {
      // Takes constant time.
      if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)) return parseJson(text) as PetstoreEvent;
    }
  }
  throw invalid('`webhook-signature` matches none of the secrets');
}

const invalid = (reason: string) =>
  new PetstoreError('invalid_signature', `The request is not from the webhook: ${reason}.`);

/** Decodes base64; empty if the text is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
