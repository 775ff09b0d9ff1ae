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
  /** Is told after a write how many items were not added, because too many names waited. */
  readonly onLost: (lost: number) => void;
}

/** Adds up counts in memory, and writes them on demand. While very many names wait, what has another name is lost. */
export function openGathering<Item>({ nameOf, merge, write, onLost }: GatheringParts<Item>) {
  const waiting = new Map<string, Item>();
  const inSequence = openSequence();
  let lost = 0;

  function add(item: Item): void {
    const name = nameOf(item);
    const found = waiting.get(name);
    if (found !== undefined) merge(found, item);
    else if (waiting.size < mostNames) waiting.set(name, item);
    else lost += 1;
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
    if (lost > 0) onLost(lost);
    lost = 0;
  }

  return {
    add,
    /** Writes what waits. If it rejects, that still waits. */
    write: () => inSequence(writeAll),
  };
}
