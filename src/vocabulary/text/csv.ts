/** Tables as text: RFC 4180. */

/**
 * Spreadsheets evaluate a cell that begins like this as a formula, also with full-width signs and when it was written as text: an animal's name could then run a program or
 * send the table elsewhere. OWASP, "CSV Injection".
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/**
 * Spreadsheets read a cell like this as a number, and show another one: a microchip as 9.85E+14 with zeros at its end, a postal code without
 * its first zero, the reference 12E3 as 12000.
 */
const NUMERAL = /^'*-?(?:\d{12,}|0\d+|\d+[eE]\d+)$/;

/** Begins a file for Excel, which takes it for Windows-1252 otherwise. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Writes a cell of CSV, with an apostrophe before text that a spreadsheet would evaluate, and what it would show as another number. Shorter
 * numbers are safe, whatever their sign.
 */
export function csvCell(value: string | number | bigint | undefined): string {
  const text = value === undefined ? '' : String(value);
  const isGuarded = NUMERAL.test(text) || (typeof value === 'string' && FORMULA.test(text));
  return exactCell(isGuarded ? `'${text}` : text);
}

/** Undoes the apostrophe of `csvCell`. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && (FORMULA.test(cell) || NUMERAL.test(cell)) ? cell.slice(1) : cell;

function exactCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? quoted(text) : text;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Writes a cell for a program, which evaluates nothing: in quotes, and on one line. */
export const quotedLine = (value: string | number | undefined): string =>
  quoted(String(value ?? '').replaceAll(/[\r\n]+/g, ' '));
