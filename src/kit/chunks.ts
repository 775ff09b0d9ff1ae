/** Divides items into groups, the last of which may be smaller: one statement, or one step, takes a bounded number. */
export function* chunks<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
