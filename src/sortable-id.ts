import type { Now } from './time/clock.ts';
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeCharacters = 10;
const randomCharacters = 16;
/** Reading randomness in bulk saves 10 % of the CPU of `POST /v1/pets` (docs/decisions/0026-optimizations.md). */
const poolCharacters = 4_096;

/**
 * Creates ids that sort by creation time and cannot be guessed: the prefix, 10 characters of Unix milliseconds and 16 random characters
 * (80 bits), in base 32.
 */
export function sortableIds(now: Now, random: (size: number) => Uint8Array): (prefix: string) => string {
  let pool = '';
  let used = 0;
  let timeMs = Number.NaN;
  let time = '';
  return (prefix) => {
    if (used + randomCharacters > pool.length) {
      pool = textOf(random(poolCharacters));
      used = 0;
    }
    used += randomCharacters;
    const nowMs = now();
    if (nowMs !== timeMs) {
      timeMs = nowMs;
      time = inBase32(nowMs);
    }
    return `${prefix}_${time}${pool.slice(used - randomCharacters, used)}`;
  };
}

function inBase32(number: number): string {
  let text = '';
  for (let rest = number; text.length < timeCharacters; rest = Math.floor(rest / 32))
    text = alphabet.charAt(rest % 32) + text;
  return text;
}

/** One letter for each byte. */
const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.map((byte) => alphabet.charCodeAt(byte % 32))).toString('latin1');
