/** What a response that is a list may weigh, in bytes. A list of items with long texts has fewer of them on a page. */
export const PAGE_BYTES = 65_536;

/** About the bytes of the value as JSON. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce((sum: number, member: unknown) => sum + 16 + weightOf(member), 0);
}
