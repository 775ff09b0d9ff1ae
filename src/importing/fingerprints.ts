import { hash } from 'node:crypto';

/** Numbers by text, for millions of texts: each takes 27 to 53 bytes, however long it is. */
export interface Fingerprints {
  /** Undefined if the text has no number. */
  get(text: string): number | undefined;
  /** @param number from 1 to 2^32 - 1 */
  set(text: string, number: number): void;
}

const firstSlots = 1_024;
const words = 4;

/**
 * Keeps 128 bits of the SHA-256 of each text: that two of a billion texts share them is less likely than a fault of the memory. A hash table
 * with open addressing; a slot with the number 0 is free.
 */
export function openFingerprints(): Fingerprints {
  let keys = new Uint32Array(firstSlots * words);
  let numbers = new Uint32Array(firstSlots);
  let count = 0;

  /** The slot that has the key, or the free one where it belongs. */
  function slotOf(key: Uint32Array, from: number): number {
    const last = numbers.length - 1;
    for (let slot = (key[from] as number) & last; ; slot = (slot + 1) & last) {
      if (numbers[slot] === 0) return slot;
      const at = slot * words;
      if (
        keys[at] === key[from] &&
        keys[at + 1] === key[from + 1] &&
        keys[at + 2] === key[from + 2] &&
        keys[at + 3] === key[from + 3]
      )
        return slot;
    }
  }
  function put(slot: number, key: Uint32Array, from: number, number: number): void {
    for (let i = 0; i < words; i += 1) keys[slot * words + i] = key[from + i] as number;
    numbers[slot] = number;
  }
  function grow(): void {
    const [oldKeys, oldNumbers] = [keys, numbers];
    keys = new Uint32Array(2 * oldKeys.length);
    numbers = new Uint32Array(2 * oldNumbers.length);
    for (const [slot, number] of oldNumbers.entries())
      if (number !== 0) put(slotOf(oldKeys, slot * words), oldKeys, slot * words, number);
  }

  return {
    get(text) {
      const number = numbers[slotOf(keyOf(text), 0)];
      return number === 0 ? undefined : number;
    },
    set(text, number) {
      if (4 * (count + 1) > 3 * numbers.length) grow();
      const key = keyOf(text);
      const slot = slotOf(key, 0);
      if (numbers[slot] === 0) count += 1;
      put(slot, key, 0, number);
    },
  };
}

function keyOf(text: string): Uint32Array {
  const bytes = hash('sha256', text, 'buffer');
  return Uint32Array.from({ length: words }, (_, i) => bytes.readUInt32LE(4 * i));
}
