import type { Pace } from './file/pace.ts';

/** Finds which of millions of texts come again: a text takes 4 to 5 bytes, however long it is. */
export interface Repeats {
  add(text: string): void;
  /** Ends the adding. */
  end(pace: Pace): Promise<{
    /** Whether the text may have been added more than once; of 4 billion others, one may share its hash. */
    readonly has: (text: string) => boolean;
    /** How many texts have been added more than once. */
    readonly count: number;
  }>;
}

const parts = 256;

/** Keeps 32 bits of each text. There are many parts, so that no step has to grow or sort all of it. */
export function openRepeats(): Repeats {
  const all = Array.from({ length: parts }, openPart);
  const partOf = (hash: number) => all[hash % parts] as ReturnType<typeof openPart>;
  return {
    add(text) {
      const hash = hashOf(text);
      partOf(hash).add(hash);
    },
    async end(pace) {
      let count = 0;
      for (const part of all) {
        const { bytes, repeated } = part.end();
        count += repeated;
        await pace(bytes);
      }
      const has = (text: string) => {
        const hash = hashOf(text);
        return partOf(hash).has(hash);
      };
      return { has, count };
    },
  };
}

function openPart() {
  let hashes = new Uint32Array(4);
  let count = 0;
  return {
    add(hash: number): void {
      if (count === hashes.length) {
        const longer = new Uint32Array(Math.ceil(1.25 * count));
        longer.set(hashes);
        hashes = longer;
      }
      hashes[count] = hash;
      count += 1;
    },
    /** Keeps those that were added again. */
    end(): { readonly bytes: number; readonly repeated: number } {
      const all = hashes.subarray(0, count).toSorted();
      hashes = all.filter((hash, i) => hash === all[i - 1] && hash !== all[i - 2]);
      return { bytes: all.byteLength, repeated: hashes.length };
    },
    has(hash: number): boolean {
      let from = 0;
      for (let to = hashes.length; from < to;) {
        const middle = (from + to) >>> 1;
        if ((hashes[middle] as number) < hash) from = middle + 1;
        else to = middle;
      }
      return hashes[from] === hash;
    },
  };
}

/** FNV-1a with the last step of MurmurHash3, so that all bits depend on all characters. */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
