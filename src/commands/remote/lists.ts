import type { Pages } from '../../../client/src/petstore.ts';
import { type Column, printRows } from '../rows.ts';
import type { Terminal } from '../terminal.ts';

export interface ListOptions {
  readonly limit: number;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** So many rows are gathered before their columns are measured. */
const rowsAtOnce = 100;

/** The first items of a list, or with `--all` every one, as they come. */
export async function printList<Item, Query>(
  terminal: Terminal,
  list: (query: { readonly limit: number }) => Pages<Item, Query>,
  columns: readonly Column<Item>[],
  { limit, all = false, json, none }: ListOptions & { readonly none: string },
): Promise<void> {
  const most = all ? Infinity : limit;
  let rows: Item[] = [];
  let count = 0;
  for await (const item of list({ limit: Math.min(most, rowsAtOnce) })) {
    if (count === most) {
      printRows(terminal, rows, columns, { json });
      if (terminal.isPerson) terminal.note(`There are more: --all shows them all.`);
      return;
    }
    if (rows.length === rowsAtOnce) {
      printRows(terminal, rows, columns, { json });
      rows = [];
    }
    rows.push(item);
    count += 1;
  }
  if (rows.length > 0 || count === 0) printRows(terminal, rows, columns, { json, none });
}
