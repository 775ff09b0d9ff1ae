import { openSequence } from './sequence.ts';

/** Some ten megabytes. */
const mostNames = 100_000;

interface GatheringParts<Item> {
  /** Items with the same name become one. */
  readonly nameOf: (item: Item) => string;
  /** Adds an item to another one of its name. */
  readonly merge: (to: Item, item: Item) => void;
  /** Either writes all of them, or rejects. */
  readonly write: (items: readonly Item[]) => Promise<unknown>;
}

/** Adds up counts in memory, and writes them on demand. While very many names wait, nothing of others is counted. */
export function openGathering<Item>({ nameOf, merge, write }: GatheringParts<Item>) {
  const waiting = new Map<string, Item>();
  const inSequence = openSequence();

  function add(item: Item): void {
    const name = nameOf(item);
    const found = waiting.get(name);
    if (found !== undefined) merge(found, item);
    else if (waiting.size < mostNames) waiting.set(name, item);
  }

  async function writeAll(): Promise<void> {
    const taken = [...waiting.values()];
    waiting.clear();
    if (taken.length === 0) return;
    try {
      await write(taken);
    } catch (error) {
      taken.forEach(add);
      throw error;
    }
  }

  return {
    add,
    /** Writes what waits. If it rejects, that still waits. */
    write: () => inSequence(writeAll),
  };
}
