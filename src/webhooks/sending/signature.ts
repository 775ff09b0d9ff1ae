import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
const secretBytes = 32;

/** A secret in the form of Standard Webhooks 1.0.0: `whsec_` and base64. */
export const newSecret = (random: (size: number) => Uint8Array): string =>
  PREFIX + Buffer.from(random(secretBytes)).toString('base64');

/**
 * The headers that let a receiver check where a request comes from: Standard Webhooks 1.0.0. `webhook-id` stays the same over all
 * attempts, so that a receiver knows what it has had already.
 *
 * @param secrets each signs: two of them while a rolled one still counts
 */
export function signedHeaders(
  secrets: readonly string[],
  message: { readonly id: string; readonly body: string },
  nowMs: number,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(nowMs / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
