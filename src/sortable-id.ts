const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const randomCharacters = 16;
const poolBytes = 4_096;

/**
 * Makes ids that sort by the time they were made at and cannot be guessed: the prefix, 10 characters of milliseconds, and 16 of
 * randomness (80 bits), in base 32.
 */
export function sortableIds(now: () => number, random: (size: number) => Uint8Array): (prefix: string) => string {
  let pool = random(0);
  let used = 0;
  return (prefix) => {
    // Asking for randomness in bulk makes an id cost a tenth.
    if (used + randomCharacters > pool.length) {
      pool = random(poolBytes);
      used = 0;
    }
    let text = '';
    for (let rest = now(), i = 0; i < 10; i++) {
      text = alphabet[rest % 32] + text;
      rest = Math.floor(rest / 32);
    }
    for (const byte of pool.subarray(used, used + randomCharacters)) text += alphabet[byte % 32];
    used += randomCharacters;
    return `${prefix}_${text}`;
  };
}
