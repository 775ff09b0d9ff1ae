/** The weight of the first of these media ranges that an `Accept` header has; 0 if it has none. RFC 9110, section 12.5.1. */
export function qualityOf(accept: string, ranges: readonly string[]): number {
  const accepted = accept.split(',').map((item) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { range, quality: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const named = ranges.map((wanted) => accepted.find(({ range }) => range === wanted));
  return named.find((found) => found !== undefined)?.quality ?? 0;
}
