/** The number of consecutive ids that are indexed together; a power of two below 65,537. The triggers of `pets` have it too. */
export const SEGMENT = 8_192;

/** The gram of names that have too many grams to be indexed by them: every search must look at them. */
export const EVERY = 0x1_0000;

/** Of a gram that more names of a segment have it is only stored that it is frequent: it hardly helps, and would take most of the room. */
export const FREQUENT = SEGMENT / 8;

/** Names with more are looked at by every search. An ordinary name of 255 letters has fewer. */
const mostOfName = 600;
/** More grams hardly make a search more exact. */
const mostOfText = 8;
const longest = 3;

/** Parts of names, as numbers from 0 to 65,535. Different parts may have the same number: what the index finds is compared again. */
function gram(text: string, at: number, length: number): number {
  let hash = length;
  for (let i = at; i < at + length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e37_79b1);
  return hash >>> 16;
}

/** The grams of up to three characters of a folded name, without repetition. */
export function gramsOfName(name: string): ReadonlySet<number> {
  const grams = new Set<number>();
  for (let length = 1; length <= longest; length += 1) {
    for (let at = 0; at + length <= name.length; at += 1) grams.add(gram(name, at, length));
    if (grams.size > mostOfName) return new Set([EVERY]);
  }
  return grams;
}

/** Grams that every folded name has which contains the text: the longest, spread over the text. */
export function gramsOfText(text: string): number[] {
  // Nothing is left of a text of apostrophes.
  if (text === '') return [];
  const length = Math.min(longest, text.length);
  const last = text.length - length;
  const count = Math.min(mostOfText, last + 1);
  const starts = Array.from({ length: count }, (_, i) => Math.round((i * last) / Math.max(1, count - 1)));
  return [...new Set(starts.map((at) => gram(text, at, length)))];
}
