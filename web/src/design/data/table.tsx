import './table.css';
import './rows.css';
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import { isFirstLoad, type List } from '../../data/list.ts';
import { Card } from './card.tsx';
import { ListEnd } from './list-end.tsx';
import { ListParts } from './parts/list-parts.tsx';
import { Skeleton } from './skeleton.tsx';

export interface Column<Row> {
  readonly header: string;
  /** Shown instead of the header, which is its key then. */
  readonly head?: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** If one column has a width, no width depends on the cells: nothing moves when other rows are drawn. */
  readonly width?: string;
  /** For numbers, and for buttons in the last column. */
  readonly align?: 'end';
  /** Shows the header to screen readers only, as above buttons. */
  readonly isHeaderHidden?: boolean;
  /** Where it stands on a phone in `console-rows`: words that rows.css explains. */
  readonly phone?: string;
}

/** The last column, with what can be done with a row. */
export const actions = <Row,>(cell: Column<Row>['cell'], phone = 'corner'): Column<Row> => ({
  header: 'Actions',
  isHeaderHidden: true,
  align: 'end',
  phone,
  cell,
});

interface TableProps<Row> {
  /** The accessible name. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number | bigint;
  readonly isLoading?: boolean;
  /** Whether it is a list, which may be long, and has more rows than these: only rows near the view are drawn. */
  readonly hasMore?: boolean;
  /** Shown instead of a table without rows: a sentence, or more. */
  readonly empty?: ComponentChildren;
}

/**
 * A table. On a phone each row becomes a card with the headers beside the values. With the same
 * columns, rows are drawn once: what changes without their row must be a component in the cell.
 */
export function Table<Row extends object>({
  caption,
  columns,
  rows,
  keyOf,
  isLoading = false,
  hasMore,
  empty,
}: TableProps<Row>) {
  const draw = useCallback(
    (part: readonly Row[], first: number) =>
      part.map((row, place) => (
        // The first row has the headers.
        <tr key={String(keyOf(row))} aria-rowindex={first + place + 2}>
          {columns.map(({ header, cell, align, isHeaderHidden, phone }) => (
            <td
              key={header}
              class={align === 'end' ? 'table-end' : undefined}
              data-header={isHeaderHidden === true ? '' : header}
              data-phone={phone}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      )),
    [columns],
  );
  const isEmpty = rows.length === 0 && !isLoading && empty !== undefined;
  return (
    <>
      {!isEmpty && (
        <div class="table-frame" role="region" aria-label={caption} tabIndex={0} aria-busy={isLoading}>
          <table class="table" aria-rowcount={hasMore === true ? -1 : rows.length + 1}>
            <caption class="visually-hidden">{caption}</caption>
            <thead>
              <tr aria-rowindex={1}>
                {columns.map(({ header, head, width, align, isHeaderHidden }) => (
                  <th
                    key={header}
                    scope="col"
                    class={align === 'end' ? 'table-end' : undefined}
                    style={width && { inlineSize: width }}
                  >
                    {head ?? <span class={isHeaderHidden === true ? 'visually-hidden' : undefined}>{header}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            {hasMore === undefined ? (
              <tbody>{draw(rows, 0)}</tbody>
            ) : (
              <ListParts items={rows} render={draw} columns={columns.length} />
            )}
            {isLoading && (
              <tbody>
                {Array.from({ length: rows.length === 0 ? 5 : 1 }, (_, row) => (
                  <tr key={row} aria-hidden="true">
                    {columns.map(({ header }) => (
                      <td key={header} data-header="">
                        <Skeleton />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            )}
          </table>
        </div>
      )}
      {/* It is always there: only then do screen readers say that a search has found nothing. */}
      <div class="table-empty" role="status">
        {isEmpty && (typeof empty === 'string' ? <p class="table-none quiet small">{empty}</p> : empty)}
      </div>
    </>
  );
}

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
