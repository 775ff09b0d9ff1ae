import { harmless, type Style, type Terminal } from './terminal.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string | number | bigint | undefined;
  readonly style?: (row: Row) => Style | undefined;
  readonly right?: true;
  /** May be cut where the terminal is too narrow. */
  readonly shrinks?: true;
}

const gap = '  ';

/** Rows as a table at a terminal, as values between tabs in a pipe, or as one JSON object a line. */
export function printRows<Row>(
  terminal: Terminal,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { json = false, none }: { readonly json?: boolean | undefined; readonly none?: string } = {},
): void {
  if (json) for (const row of rows) terminal.printJson(row);
  else if (!terminal.isPerson) {
    for (const row of rows) terminal.print(columns.map((column) => textOf(column, row)).join('\t'));
  } else if (rows.length > 0) {
    // A column without a value says nothing to a person; a program counts on its place.
    const filled = columns.filter((column) => rows.some((row) => textOf(column, row) !== ''));
    printTable(terminal, rows, filled);
  } else if (none !== undefined) terminal.note(none);
}

function printTable<Row>(terminal: Terminal, rows: readonly Row[], columns: readonly Column<Row>[]): void {
  const widths = widthsOf(terminal, rows, columns);
  const line = (cells: readonly string[], paint: (cell: string, i: number) => string) =>
    cells
      .map((cell, i) => {
        const width = widths[i] ?? 0;
        const text = cut(cell, width);
        const space = ' '.repeat(width - widthOf(text));
        if (columns[i]?.right === true) return space + paint(text, i);
        return paint(text, i) + (i === columns.length - 1 ? '' : space);
      })
      .join(gap);
  terminal.print(
    line(
      columns.map(({ title }) => title.toUpperCase()),
      (title) => terminal.paint('dim', title),
    ),
  );
  for (const row of rows) {
    const cells = columns.map((column) => textOf(column, row));
    terminal.print(
      line(cells, (cell, i) => {
        const style = columns[i]?.style?.(row);
        return style === undefined ? cell : terminal.paint(style, cell);
      }),
    );
  }
}

/** What is known of one thing: a label and a value a line. */
export function printFacts(
  terminal: Terminal,
  facts: readonly (readonly [label: string, value: string | number | bigint | undefined, style?: Style])[],
): void {
  const known = facts.filter(([, value]) => value !== undefined && value !== '');
  const width = Math.max(...known.map(([label]) => label.length));
  for (const [label, value, style] of known) {
    const text = harmless(String(value));
    if (terminal.isPerson)
      terminal.print(
        `${terminal.paint('dim', label.padEnd(width))}${gap}${style === undefined ? text : terminal.paint(style, text)}`,
      );
    else terminal.print(`${label}\t${text}`);
  }
}

const textOf = <Row>({ of }: Column<Row>, row: Row): string => harmless(String(of(row) ?? ''));

/** As wide as the widest cell; where that is too much together, those that shrink give way, the widest first. */
function widthsOf<Row>({ width }: Terminal, rows: readonly Row[], columns: readonly Column<Row>[]): number[] {
  const widths = columns.map((column) =>
    Math.max(column.title.length, ...rows.map((row) => widthOf(textOf(column, row)))),
  );
  let excess = widths.reduce((sum, one) => sum + one + gap.length, -gap.length) - width;
  const shrinking = columns.flatMap(({ shrinks }, i) => (shrinks === true ? [i] : []));
  while (excess > 0) {
    const widest = shrinking.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), shrinking[0] ?? -1);
    const now = widths[widest];
    if (now === undefined || now <= 8) break;
    widths[widest] = now - 1;
    excess -= 1;
  }
  return widths;
}

const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** The columns that a text takes at a terminal: two for an emoji and for East Asian characters. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** As much of the text as fits. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (widthOf(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
