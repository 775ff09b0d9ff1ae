import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { Table } from './table.tsx';

type CutTableProps<Row extends object> = ComponentProps<typeof Table<Row>> & {
  /** How many rows are shown at first. */
  readonly most: number;
  /** How many more a click shows; all by default. */
  readonly step?: number;
  /** The label of the button that shows more. @param left how many rows are not shown */
  readonly more: (left: number) => string;
};

/** A table that begins with its first rows; a button shows more. */
export function CutTable<Row extends object>(props: CutTableProps<Row>) {
  const { rows, most, step = Infinity, more, ...table } = props;
  const [count, setCount] = useState(most);
  return (
    <>
      <Table {...table} rows={rows.slice(0, count)} />
      {rows.length > count && (
        <p class="table-none">
          <Button size="s" onClick={() => setCount(count + step)}>
            {more(rows.length - count)}
          </Button>
        </p>
      )}
    </>
  );
}
