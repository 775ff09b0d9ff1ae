/** Tables as text: RFC 4180. */

/**
 * Spreadsheets evaluate a cell that begins like this as a formula, also with full-width signs and when it was written as text: an animal's name could then run a program or
 * send the table elsewhere. OWASP, "CSV Injection".
 */
export const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** Writes a cell of CSV, with an apostrophe before text that a spreadsheet would evaluate. Numbers are safe, whatever their sign. */
export function csvCell(value: string | number | bigint | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  return exactCell(FORMULA.test(value) ? `'${value}` : value);
}

/** Writes a cell of CSV for a program, which evaluates nothing. */
export function exactCell(value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
