import { type DecimalSign, numberIn } from './numbers.ts';

/** A number with what follows it: `12.5 lb`, and each part of `2 years, 4 months`. */
export interface Measure {
  readonly amount: number;
  /** The word behind it, in small letters without marks; empty for a bare number. */
  readonly unit: string;
}

const FRACTIONS: Readonly<Record<string, number>> = { '½': 1 / 2, '¼': 1 / 4, '¾': 3 / 4, '⅓': 1 / 3, '⅔': 2 / 3 };

/** Each part reads only what no part before it has read. */
const AMOUNT = String.raw`(?:(\d{1,2})\/(\d{1,2})(?!\d)|([½¼¾⅓⅔])|([.,]?\d[\d.,]*(?:[ '’\u00a0\u202f]\d{3}(?!\d))*)(?:\s?([½¼¾⅓⅔])|\s(\d{1,2})\/(\d{1,2})(?!\d))?)`;
const PART = new RegExp(String.raw`${AMOUNT}\s*(\p{L}+|#)?\.?`, 'uy');
const BETWEEN = /\s*(?:(?:[,/&+]|\b(?:and|y|und|et|i|e)\b)\s*)?/uy;

/** The measures that a text consists of; undefined for any other text. @param text in small letters without marks */
export function measuresIn(text: string, decimal: DecimalSign): readonly Measure[] | undefined {
  const found: Measure[] = [];
  let at = 0;
  while (at < text.length) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    if (part === null) return undefined;
    const [, over, under, alone, digits, behind, overBehind, underBehind, unit = ''] = part;
    const amount =
      (digits === undefined ? 0 : wholeOf(digits, decimal)) +
      (FRACTIONS[alone ?? behind ?? ''] ?? 0) +
      quotient(over ?? overBehind, under ?? underBehind);
    if (!Number.isFinite(amount)) return undefined;
    found.push({ amount, unit });
    BETWEEN.lastIndex = PART.lastIndex;
    BETWEEN.exec(text);
    // A comma or a word between two parts needs a second one.
    if (BETWEEN.lastIndex >= text.length && BETWEEN.lastIndex !== PART.lastIndex) return undefined;
    at = Math.max(PART.lastIndex, BETWEEN.lastIndex);
  }
  return found.length === 0 ? undefined : found;
}

/** Separators at the end belong to what follows: `2, 4`. */
const wholeOf = (digits: string, decimal: DecimalSign): number => numberIn(digits, decimal) ?? Number.NaN;

const quotient = (over: string | undefined, under: string | undefined): number =>
  over === undefined || under === undefined ? 0 : Number(under) === 0 ? Number.NaN : Number(over) / Number(under);
