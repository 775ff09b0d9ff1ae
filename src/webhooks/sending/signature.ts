import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
const secretBytes = 32;

/** How long the previous secret signs too after a new one was made. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000;

/** A secret in the form of Standard Webhooks 1.0.0: `whsec_` and base64. */
export const newSecret = (random: (size: number) => Uint8Array): string =>
  PREFIX + Buffer.from(random(secretBytes)).toString('base64');

/**
 * Signs a request: the headers that let a receiver verify its sender, by Standard Webhooks 1.0.0. `webhook-id` is the same in all
 * attempts, so that a receiver can recognize what it has received before.
 *
 * @param secrets each makes a signature; there are two for a day after a roll
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
