import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import { sanitized, type Style, type Terminal } from './terminal.ts';

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string | number | bigint | undefined;
  readonly style?: (row: Row) => Style | undefined;
  readonly right?: true;
  /** Truncated if the terminal is too narrow. */
  readonly shrinks?: true;
  /** Left out, the last one first, if the terminal is too narrow even then. */
  readonly optional?: true;
}

const gap = '  ';
const minWidth = 8;

/** Prints rows as a table at a terminal, as tab-separated values in a pipe, or as one JSON object per line. */
export function printRows<Row>(
  terminal: Terminal,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { json = false, none }: { readonly json?: boolean | undefined; readonly none?: string } = {},
): void {
  if (json) for (const row of rows) terminal.printJson(row);
  else if (!terminal.isTty) {
    for (const row of rows) terminal.print(columns.map((column) => textOf(column, row)).join('\t'));
  } else if (rows.length > 0) {
    // Only in the table: a script relies on the position of each column.
    const filled = columns.filter((column) => rows.some((row) => textOf(column, row) !== ''));
    while (filled.at(-1)?.optional === true && widthOf(widthsOf(terminal, rows, filled)) > terminal.width) filled.pop();
    printTable(terminal, rows, filled);
  } else if (none !== undefined) terminal.note(none);
}

function printTable<Row>(terminal: Terminal, rows: readonly Row[], columns: readonly Column<Row>[]): void {
  const widths = widthsOf(terminal, rows, columns);
  const line = (cellOf: (column: Column<Row>) => string, styleOf: (column: Column<Row>) => Style | undefined) =>
    columns
      .map((column, i) => {
        const width = widths[i] ?? 0;
        const text = cliTruncate(cellOf(column), width);
        const space = ' '.repeat(width - stringWidth(text));
        const style = styleOf(column);
        const painted = style === undefined ? text : terminal.paint(style, text);
        if (column.right === true) return space + painted;
        return i === columns.length - 1 ? painted : painted + space;
      })
      .join(gap);
  terminal.print(
    line(
      ({ title }) => title.toUpperCase(),
      () => 'dim',
    ),
  );
  for (const row of rows)
    terminal.print(
      line(
        (column) => textOf(column, row),
        (column) => column.style?.(row),
      ),
    );
}

export type Fact = readonly [label: string, value: string | number | bigint | undefined, style?: Style];

/** Prints one resource, a label and a value per line. Facts without a value are left out. */
export function printFacts(terminal: Terminal, facts: readonly Fact[]): void {
  const known = facts.filter(([, value]) => value !== undefined && value !== '');
  const width = Math.max(...known.map(([label]) => label.length));
  for (const [label, value, style] of known) {
    const text = sanitized(String(value));
    if (terminal.isTty)
      terminal.print(
        `${terminal.paint('dim', label.padEnd(width))}${gap}${style === undefined ? text : terminal.paint(style, text)}`,
      );
    else terminal.print(`${label}\t${text}`);
  }
}

const textOf = <Row>({ of }: Column<Row>, row: Row): string => sanitized(String(of(row) ?? ''));

const widthOf = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one + gap.length, -gap.length);

/** Each column is as wide as its widest cell. If the terminal is too narrow, the widest of the columns that shrink gives way first. */
function widthsOf<Row>({ width }: Terminal, rows: readonly Row[], columns: readonly Column<Row>[]): number[] {
  const widths = columns.map((column) =>
    Math.max(column.title.length, ...rows.map((row) => stringWidth(textOf(column, row)))),
  );
  let excess = widthOf(widths) - width;
  const shrinking = columns.flatMap(({ shrinks }, i) => (shrinks === true ? [i] : []));
  while (excess > 0) {
    const widest = shrinking.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), shrinking[0] ?? -1);
    const current = widths[widest];
    if (current === undefined || current <= minWidth) break;
    widths[widest] = current - 1;
    excess -= 1;
  }
  return widths;
}
