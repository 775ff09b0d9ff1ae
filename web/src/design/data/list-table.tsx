import type { ComponentChildren, JSX } from 'preact';
import { isFirstLoad, type List } from '../../data/list.ts';
import { ListEnd } from './list-end.tsx';
import { type Column, Table } from './table.tsx';

interface ListTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly list: List<Row>;
  readonly keyOf: (row: Row) => string | number | bigint;
  /** Shown when the list was read and has no rows. */
  readonly empty: ComponentChildren;
  /** Shown below the last row. */
  readonly end?: string;
}

/** A list as a table, which reads further pages as its end comes into view. */
export function ListTable<Row extends object>({
  caption,
  columns,
  list,
  keyOf,
  empty,
  end,
}: ListTableProps<Row>): JSX.Element {
  const rows = list.items.value;
  const isEmpty = rows.length === 0 && !list.hasMore.value;
  return (
    <>
      <Table
        caption={caption}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        isLoading={isFirstLoad(list)}
        hasMore={list.hasMore.value}
        empty={isEmpty && empty}
      />
      <ListEnd list={list} isEndless {...(end !== undefined && { end })} />
    </>
  );
}
