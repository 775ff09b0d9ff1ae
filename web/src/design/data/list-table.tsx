import './rows.css';
import type { ComponentChildren } from 'preact';
import { isFirstLoad, type List } from '../../data/list.ts';
import { Card } from './card.tsx';
import { ListEnd } from './list-end.tsx';
import { type Column, Table } from './table.tsx';

interface ListTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly list: List<Row>;
  /** Shown when the list was read and has no rows. */
  readonly empty: ComponentChildren;
  /** Shown below the last row. */
  readonly end?: string;
}

/** A list as a table, which reads further pages as its end comes into view. */
export function ListTable<Row extends { readonly id: number }>({ list, empty, end, ...table }: ListTableProps<Row>) {
  const rows = list.items.value;
  const isEmpty = rows.length === 0 && !list.hasMore.value;
  return (
    <>
      <Table
        {...table}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isFirstLoad(list)}
        hasMore={list.hasMore.value}
        empty={isEmpty && empty}
      />
      <ListEnd list={list} isEndless {...(end !== undefined && { end })} />
    </>
  );
}

interface ListCardProps<Row> extends ListTableProps<Row> {
  readonly title?: string;
  /** The classes of the box around the card: how a row looks on a phone. */
  readonly rows?: string;
}

/** A list as a table in a card of its own. */
export const ListCard = <Row extends { readonly id: number }>({ title, rows, ...table }: ListCardProps<Row>) => (
  <div class={rows}>
    <Card isFlush title={title}>
      <ListTable {...table} />
    </Card>
  </div>
);
