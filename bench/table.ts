import { styleText } from 'node:util';

/** A line of the table of measurements. */
export interface Row {
  readonly label: string;
  readonly raw: string;
  readonly ours: string;
  readonly ratio: string;
  readonly target: string;
  readonly ok: boolean;
}

const TITLES = { label: 'measurement', raw: 'raw', ours: 'ours', ratio: 'ratio', target: 'target', ok: 'ok?' };

export function benchTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => ({ ...row, ok: row.ok ? 'yes' : 'NO' }));
  return table(TITLES, lines, (line, text) => (line.ok === 'NO' ? styleText('red', text) : text));
}

/** Formats rows as a table with titles. The first column is aligned left, the others right. */
export function table<Column extends string>(
  titles: Record<Column, string>,
  rows: readonly Record<Column, string>[],
  style: (row: Record<Column, string>, text: string) => string = (_, text) => text,
): string {
  const columns = Object.keys(titles) as Column[];
  const widths = columns.map((column) => Math.max(...[titles, ...rows].map((row) => row[column].length)));
  const line = (row: Record<Column, string>) =>
    columns
      .map((column, i) => (i === 0 ? row[column].padEnd(widths[i]!) : row[column].padStart(widths[i]!)))
      .join('   ');
  const rule = widths.map((width) => '─'.repeat(width)).join('───');
  return [line(titles), rule, ...rows.map((row) => style(row, line(row)))].join('\n');
}
