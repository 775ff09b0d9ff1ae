/** The weight of the first of these media ranges that an `Accept` header has; 0 if it has none. RFC 9110, section 12.5.1. */
export const qualityOf = (accept: string, ranges: readonly string[]): number =>
  weightOf(weightsOf(accept), ranges) ?? 0;

/** The languages of an `Accept-Language` header, the best first. RFC 9110, section 12.5.4. */
export const languagesIn = (header: string): string[] =>
  weightsOf(header)
    .filter(({ name, quality }) => quality > 0 && name !== '*')
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ name }) => name);

/** The names in an `Accept` or `Accept-Encoding` header with their weights. */
type Weights = readonly { readonly name: string; readonly quality: number }[];

function weightsOf(header: string): Weights {
  return header.split(',').map((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { name, quality: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
}

function weightOf(weights: Weights, names: readonly string[]): number | undefined {
  const named = names.map((wanted) => weights.find(({ name }) => name === wanted));
  return named.find((found) => found !== undefined)?.quality;
}

/** The content codings that the service knows, the better one first. */
const CODINGS = { br: ['br', '*'], gzip: ['gzip', 'x-gzip', '*'] } as const;
export type Coding = keyof typeof CODINGS;

/**
 * The coding that the client prefers of these, of equal ones the first; undefined if it prefers none. RFC 9110, section 12.5.3.
 *
 * @param accepted the header `Accept-Encoding`; without it a client understands no coding for certain
 */
export function codingFor(accepted: string | undefined, available: readonly Coding[]): Coding | undefined {
  if (accepted === undefined) return undefined;
  const weights = weightsOf(accepted);
  const qualities = available.map((coding) => ({ coding, quality: weightOf(weights, CODINGS[coding]) ?? 0 }));
  const best = qualities.reduce((one, other) => (other.quality > one.quality ? other : one));
  // Without a weight of its own, the uncompressed form is the last resort.
  return best.quality > 0 && best.quality >= (weightOf(weights, ['identity']) ?? 0) ? best.coding : undefined;
}
