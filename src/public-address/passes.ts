import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { isRight } from '../secrets/keyed-hash.ts';

/** The clocks of two machines may differ by some of it. */
const lifeMs = 120_000;

export type Passes = ReturnType<typeof openPasses>;

/**
 * Passes for the checks of the public address, and proofs that the answers are the service's. Only the service and those who can read its
 * database make them: everybody else gets 404, as for any other path.
 *
 * @param secret of the service; the key is derived from it and serves nothing else
 * @param now Unix milliseconds
 */
export function openPasses(secret: Buffer, now: () => number) {
  const key = Buffer.from(hkdfSync('sha256', secret, 'petstore', 'checks of the public address', 32));
  const proofOf = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  const isProof = (given: string, text: string): boolean => isRight(given, proofOf(text));

  return {
    /** When it was made, a nonce, and the proof that a holder of the secret made it: it fits into a path. */
    make(): string {
      const claim = `check-${String(Math.floor(now())).padStart(13, '0')}-${randomBytes(16).toString('hex')}`;
      return `${claim}-${proofOf(claim)}`;
    },

    isGood(pass: string): boolean {
      const [, claim = '', at = '', proof = ''] = /^(check-(\d{13})-[0-9a-f]{32})-([0-9a-f]{64})$/.exec(pass) ?? [];
      return isProof(proof, claim) && Math.abs(now() - Number(at)) <= lifeMs;
    },

    /** A message in answer to a pass, as text with its proof. */
    sign(pass: string, message: object): string {
      const json = JSON.stringify(message);
      return `${proofOf(`${pass} ${json}`)} ${json}`;
    },

    /** The message; undefined if another service wrote it, or nobody. */
    read(pass: string, text = ''): unknown {
      const json = text.slice(text.indexOf(' ') + 1);
      return isProof(text.slice(0, -json.length - 1), `${pass} ${json}`) ? JSON.parse(json) : undefined;
    },
  };
}
