import { type BinaryLike, createHmac, timingSafeEqual } from 'node:crypto';

/** A hash of the text that only those who have the secret can make. */
export const keyedHash = (secret: BinaryLike, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Whether somebody has given the right text, in a time that does not tell how much of it is right. */
export function isRight(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
