import { hash } from 'node:crypto';

/** Numbers by text, for millions of texts: each takes 27 to 53 bytes, however long it is. */
export interface Fingerprints {
  /** Undefined if the text has no number. */
  get(text: string): number | undefined;
  /**
   * Gives the text another number.
   *
   * @param next the number from 1 to 2^32 - 1, given the earlier one
   * @returns the earlier one
   */
  update(text: string, next: (before: number | undefined) => number): number | undefined;
}

const firstSlots = 16;
const words = 4;
const tables = 256;

/**
 * Keeps 128 bits of the SHA-256 of each text: that two of a billion texts share them is less likely than a fault of the memory. There are many
 * tables, so that no step has to grow all of it.
 */
export function openFingerprints(): Fingerprints {
  const byKey = Array.from({ length: tables }, openTable);
  /** Of the text at hand. */
  const key = new Uint32Array(words);
  const tableOf = (text: string) => {
    hashInto(key, text);
    return byKey[(key[words - 1] as number) % tables] as ReturnType<typeof openTable>;
  };
  return {
    get: (text) => tableOf(text).get(key),
    update: (text, next) => tableOf(text).update(key, next),
  };
}

/** A hash table with open addressing; a slot with the number 0 is free. */
function openTable() {
  let keys = new Uint32Array(firstSlots * words);
  let numbers = new Uint32Array(firstSlots);
  let count = 0;

  /** The slot that has the key, or the free one where it belongs. */
  function slotOf(keyed: Uint32Array, from: number): number {
    const last = numbers.length - 1;
    for (let slot = (keyed[from] as number) & last; ; slot = (slot + 1) & last) {
      if (numbers[slot] === 0) return slot;
      const at = slot * words;
      if (
        keys[at] === keyed[from] &&
        keys[at + 1] === keyed[from + 1] &&
        keys[at + 2] === keyed[from + 2] &&
        keys[at + 3] === keyed[from + 3]
      )
        return slot;
    }
  }
  function put(slot: number, keyed: Uint32Array, from: number, number: number): void {
    for (let i = 0; i < words; i += 1) keys[slot * words + i] = keyed[from + i] as number;
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
    get: (key: Uint32Array): number | undefined => numbers[slotOf(key, 0)] || undefined,
    update(key: Uint32Array, next: (before: number | undefined) => number): number | undefined {
      if (4 * (count + 1) > 3 * numbers.length) grow();
      const slot = slotOf(key, 0);
      const before = numbers[slot] || undefined;
      if (before === undefined) count += 1;
      put(slot, key, 0, next(before));
      return before;
    },
  };
}

function hashInto(key: Uint32Array, text: string): void {
  const bytes = hash('sha256', text, 'buffer');
  for (let i = 0; i < words; i += 1) key[i] = bytes.readUInt32LE(4 * i);
}
