/** Divides items into groups of `size`; the last one may be smaller. A statement, or a step, takes no more than a group. */
export function* chunks<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
