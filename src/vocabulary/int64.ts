/** An int64 without loss: a number where that is exact (below 2^53 either way), a bigint beyond. */
export type Int64 = number | bigint;

export const MIN_INT64 = -(2n ** 63n);
export const MAX_INT64 = 2n ** 63n - 1n;

/** Returns a number where it is exact and a bigint beyond, so that the common path stays native. */
export function narrow(value: bigint): Int64 {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Whether a value of a parsed body is an int64. An unsafe number has already lost its last digits. */
export function isInt64(value: unknown): value is Int64 {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'bigint' && value >= MIN_INT64 && value <= MAX_INT64;
}

const decimal = /^-?\d{1,19}$/;

/** Parses an int64 of a path or query: decimal digits only. Undefined if it is not an int64. */
export function parseInt64(text: string): Int64 | undefined {
  if (!decimal.test(text)) return undefined;
  const value = narrow(BigInt(text));
  return isInt64(value) ? value : undefined;
}

const jsonNumber = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The exact value of a JSON number that denotes an integer (`1`, `1.0`, `9e18`), from its source text. Undefined if it has a fraction or more
 * digits than an int64.
 */
export function integerOfJson(source: string): Int64 | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = jsonNumber.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0;
  const significant = withoutTrailingZeros(digits);
  const zeros = digits.length - significant.length + Number(exponent) - fraction.length;
  if (zeros < 0 || significant.length + zeros > 19) return undefined;
  return narrow(BigInt(sign + significant + '0'.repeat(zeros)));
}

/** Takes linear time, unlike `/0+$/`: the digits may fill a whole body. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

declare global {
  interface JSON {
    /** https://tc39.es/proposal-json-parse-with-source/ */
    rawJSON(text: string): unknown;
  }
}

/** Serializes every integer exactly, bigints included. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Only a bigint fails. Checking every member for one in advance would slow down all other values.
    return JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'bigint' ? JSON.rawJSON(String(member)) : member,
    );
  }
}

/** Parses what `jsonOf` has made, without loss. */
export const parsedJson = (json: string): unknown =>
  JSON.parse(json, (_name, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? (integerOfJson(context.source) ?? value) : value,
  );

/** Where a page of a list ended: the next one begins behind it. */
export type Position = readonly Int64[];
