/** A sign that may stand before the fraction of a number. */
export type DecimalSign = '.' | ',';

/** Between groups of three digits stand points, commas, apostrophes or spaces, some of them narrow. */
const SEPARATOR = /([.,'’\s])/u;
const longest = 40;

interface Form {
  readonly whole: string;
  readonly fraction: string;
  /** The sign that can only stand before the fraction; `either` for `1,250`. */
  readonly sign: DecimalSign | 'either' | undefined;
}

const isSign = (separator: string | undefined): separator is DecimalSign => separator === '.' || separator === ',';

/** How a number is written; undefined for any other text. */
function formOf(text: string): Form | undefined {
  if (text.length > longest) return undefined;
  const parts = text.split(SEPARATOR);
  const digits = parts.filter((_, i) => i % 2 === 0);
  const separators = parts.filter((_, i) => i % 2 === 1);
  const [first = ''] = digits;
  const last = digits.at(-1) ?? '';
  const isHalf = first === '' && digits.length === 2 && isSign(separators[0]);
  if (!digits.every((part, i) => /^\d+$/.test(part) || (i === 0 && isHalf))) return undefined;
  if (digits.length === 1) return { whole: first, fraction: '', sign: undefined };

  const end = separators.at(-1);
  const groupSigns = new Set(separators.slice(0, -1));
  const isFraction = isSign(end) && !groupSigns.has(end);
  const groups = isFraction ? digits.slice(0, -1) : digits;
  const [head = '', ...others] = groups;
  const isGrouped = others.every((part) => part.length === 3) && (others.length === 0 || /^[1-9]\d{0,2}$/.test(head));
  if (!isGrouped || groupSigns.size > 1) return undefined;
  if (!isFraction) {
    const sign = end === ',' ? '.' : end === '.' ? ',' : undefined;
    return separators.every((one) => one === end) ? { whole: groups.join(''), fraction: '', sign } : undefined;
  }
  const isEither = groups.length === 1 && last.length === 3 && /^[1-9]\d{0,2}$/.test(head);
  return { whole: groups.join(''), fraction: last, sign: isEither ? 'either' : end };
}

/** The number that a text is; undefined if it is none. @param decimal what `1,250` and `1.250` mean in the file */
export function numberIn(text: string, decimal: DecimalSign): number | undefined {
  const form = formOf(text);
  if (form === undefined) return undefined;
  const { whole, fraction, sign } = form;
  const isThousands = sign === 'either' && !text.includes(decimal);
  return Number(isThousands ? whole + fraction : `${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}`);
}

const NUMBERS = /\d[\d.,'’]*/g;

/** What the numbers of a text say about the file's decimal sign; undefined if nothing. */
export function decimalEvidence(text: string): DecimalSign | 'either' | undefined {
  const found = [...text.slice(0, 1_000).matchAll(NUMBERS)].map(([part]) => formOf(part.replace(/[.,'’]+$/, ''))?.sign);
  const certain = new Set(found.filter((sign) => sign === '.' || sign === ','));
  const [only] = certain;
  if (certain.size === 1) return only;
  return certain.size === 2 || found.includes('either') ? 'either' : undefined;
}
