import { styleText } from 'node:util';

/** A line of the table. `ok` is undefined where there is nothing to reach. */
export interface Row {
  readonly what: string;
  readonly raw: string;
  readonly ours: string;
  readonly ratio: string;
  readonly reach: string;
  readonly ok: boolean;
}

const TITLES = { what: 'what', raw: 'raw', ours: 'ours', ratio: 'ratio', reach: 'reach', ok: 'ok?' };

export function benchTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => ({ ...row, ok: row.ok ? 'yes' : 'NO' }));
  return table(TITLES, lines, (line, text) => (line.ok === 'NO' ? styleText('red', text) : text));
}

/** Aligned columns under their titles, the first to the left and the others to the right. */
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
