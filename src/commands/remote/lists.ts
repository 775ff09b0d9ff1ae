import type { Pages } from '../../../client/src/petstore.ts';
import { type Column, printRows } from '../rows.ts';
import type { JsonOption, Terminal } from '../terminal.ts';

export interface ListOptions extends JsonOption {
  readonly limit: number;
  readonly all?: boolean;
}

/** Rows per table: column widths are computed for this many rows at a time. */
const tableRows = 100;

/** Prints the first items of a list; with `--all`, all of them as they arrive. */
export async function printList<Item, Query>(
  terminal: Terminal,
  list: (query: { readonly limit: number }) => Pages<Item, Query>,
  columns: readonly Column<Item>[],
  { limit, all = false, json, none }: ListOptions & { readonly none: string },
): Promise<void> {
  const max = all ? Infinity : limit;
  let rows: Item[] = [];
  let count = 0;
  for await (const item of list({ limit: Math.min(max, tableRows) })) {
    if (count === max) {
      printRows(terminal, rows, columns, { json });
      if (terminal.isTty) terminal.note('There are more. Use --all to see all of them.');
      return;
    }
    if (rows.length === tableRows) {
      printRows(terminal, rows, columns, { json });
      rows = [];
    }
    rows.push(item);
    count += 1;
  }
  if (rows.length > 0 || count === 0) printRows(terminal, rows, columns, { json, none });
}
