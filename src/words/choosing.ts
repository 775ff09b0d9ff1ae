/** The most characters that a tag has. RFC 5646, section 4.4.1. Requests may send longer texts. */
const longestTag = 35;

/**
 * The language that somebody understands of those that are offered, by the lookup of RFC 4647: `es-MX` finds `es`. Undefined if it is none.
 *
 * @param wanted BCP 47, the best first
 */
export function languageFor(wanted: readonly string[], offered: readonly string[]): string | undefined {
  for (const tag of wanted) {
    if (tag.length > longestTag) continue;
    const subtags = tag.toLowerCase().split('-');
    for (let count = subtags.length; count > 0; count -= 1) {
      const prefix = subtags.slice(0, count).join('-');
      // `pt` finds `pt-BR`: another country's words are better than another language.
      const found =
        offered.find((language) => language.toLowerCase() === prefix) ??
        offered.find((language) => count === 1 && language.toLowerCase().startsWith(`${prefix}-`));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
