/**
 * Spreadsheets take a cell that begins like this for a formula, also when it came as text: an animal's name could then call a program or send
 * the table away. OWASP, "CSV Injection".
 */
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** A cell of CSV (RFC 4180); text that a spreadsheet would compute has an apostrophe before it. Numbers are no formulas, whatever their sign. */
export function csvCell(value: string | number | bigint | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text that `csvCell` was given. */
export const unguarded = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
