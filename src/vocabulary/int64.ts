/** An int64 without loss: a number where that is exact (below 2^53 either way), a bigint beyond. */
export type Int64 = number | bigint;

export const MIN_INT64 = -(2n ** 63n);
export const MAX_INT64 = 2n ** 63n - 1n;

/** A number where that is exact, a bigint beyond: so that the common path stays native. */
export function narrow(value: bigint): Int64 {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Whether a value of a parsed body is an int64. Numbers that are not safe have lost their last digits already. */
export function isInt64(value: unknown): value is Int64 {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'bigint' && value >= MIN_INT64 && value <= MAX_INT64;
}

const decimal = /^-?\d{1,19}$/;

/** Reads an int64 out of a path or a query: decimal digits only. Undefined when it is none. */
export function parseInt64(text: string): Int64 | undefined {
  if (!decimal.test(text)) return undefined;
  const value = narrow(BigInt(text));
  return isInt64(value) ? value : undefined;
}

const jsonNumber = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The exact value of a JSON number that stands for an integer (`1`, `1.0`, `9e18`), from its source text. Undefined when it has a
 * fraction, or is so large that it is no int64 anyway.
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

/** In linear time, which `/0+$/` is not: the digits may fill a whole body. */
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

/** JSON with every integer to its last digit. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Only a bigint gets here; asking each member for one beforehand would cost every other value.
    return JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'bigint' ? JSON.rawJSON(String(member)) : member,
    );
  }
}
