import { type Money, moneyWords } from '../../vocabulary/animals/money.ts';
import { type Column, type Fact, printFacts, printRows } from '../rows.ts';
import type { Terminal } from '../terminal.ts';
import { wordsOf } from './flags.ts';
import type { Operation } from './operation.ts';

export interface ListOptions {
  readonly limit: number;
  readonly all?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Rows per table: column widths are computed for this many rows at a time, and pages have as many. */
export const tableRows = 100;

/** Prints the first items of a list; with `--all`, all of them as they arrive. */
export async function printList<Item>(
  terminal: Terminal,
  list: AsyncIterable<Item> | readonly Item[],
  columns: readonly Column<Item>[],
  { limit, all = false, json, none }: ListOptions & { readonly none: string },
): Promise<void> {
  const max = all ? Infinity : limit;
  let rows: Item[] = [];
  let count = 0;
  for await (const item of list) {
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

/** The columns of a list that has no view of its own: the members that the description knows to fit in a cell. */
export function columnsOf({ isTty }: Terminal, { columns = [] }: Operation): Column<unknown>[] {
  if (columns.length === 0) return [{ title: 'name', of: textOf, shrinks: true }];
  return columns.map(({ name, ...column }, i) => ({
    title: wordsOf(name),
    of: (row) => {
      const text = textOf((row as Record<string, unknown>)[name] ?? '');
      return isTty ? text.replace(TIME, '$1 $2') : text;
    },
    ...(i > 0 && { optional: true }),
    ...column,
  }));
}

/** `2026-11-21T09:30:00.000Z` */
const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/;

export const minuteOf = (time: string): string => time.replace(TIME, '$1 $2');

/** Prints a resource that has no view of its own. */
export const printResource = (terminal: Terminal, resource: object): void => printFacts(terminal, factsOf(resource));

/** A line for each member, such as `Good with cats` and `selective`. */
export function factsOf(resource: object, prefix = ''): Fact[] {
  return Object.entries(resource).flatMap(([name, value]: [string, unknown]): Fact[] => {
    const words = wordsOf(name);
    const label = prefix === '' ? words.charAt(0).toUpperCase() + words.slice(1) : `${prefix} ${words}`;
    if (isObject(value) && !isMoney(value)) return factsOf(value, label);
    if (Array.isArray(value) && value.some(isObject))
      return value.flatMap((item, i) => factsOf(Object(item) as object, `${label} ${i + 1}`));
    return [[label, textOf(value)]];
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return isMoney(value) ? moneyWords(value, 'en') : String(value);
}

/** An amount and its currency are one value. */
const isMoney = (value: unknown): value is Money =>
  isObject(value) && Object.keys(value).toSorted().join() === 'amount,currency';
