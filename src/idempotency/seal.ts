import { createHash } from 'node:crypto';
import { decrypted, encrypted } from '../database/sealing.ts';

/** Encrypts a text with `secret`, which has the entropy of a key. */
export const seal = (text: string, secret: string): string => encrypted(text, keyOf(secret)).toString('base64');

/** Decrypts a text; undefined if it was encrypted with another secret. */
export function open(sealed: string, secret: string): string | undefined {
  try {
    return decrypted(Buffer.from(sealed, 'base64'), keyOf(secret));
  } catch {
    return undefined;
  }
}

const keyOf = (secret: string): Buffer => createHash('sha256').update(`petstore kept answer\n${secret}`).digest();
