import './table.css';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Skeleton } from './skeleton.tsx';

export interface Column<Row> {
  readonly header: string;
  /** Shown instead of the header, which is its key then. */
  readonly head?: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** For numbers, and for buttons in the last column. */
  readonly align?: 'end';
  /** Shows the header to screen readers only, as above buttons. */
  readonly isHeaderHidden?: boolean;
}

interface TableProps<Row> {
  /** The accessible name. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number | bigint;
  readonly isLoading?: boolean;
  /** Shown instead of a table without rows. */
  readonly empty?: ComponentChildren;
}

/**
 * A table. On a phone each row becomes a card with the headers beside the values. With the same columns, rows are drawn once: what changes
 * without their row must be a component in the cell.
 */
export function Table<Row extends object>({
  caption,
  columns,
  rows,
  keyOf,
  isLoading = false,
  empty,
}: TableProps<Row>): JSX.Element {
  const drawn = useMemo(() => new WeakMap<Row, JSX.Element>(), [columns]);
  const draw = (row: Row): JSX.Element => (
    <tr key={String(keyOf(row))}>
      {columns.map(({ header, cell, align, isHeaderHidden }) => (
        <td
          key={header}
          class={align === 'end' ? 'table-end' : undefined}
          data-header={isHeaderHidden === true ? '' : header}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
  if (rows.length === 0 && !isLoading && empty !== undefined) return <>{empty}</>;
  return (
    <div class="table-frame" role="region" aria-label={caption} tabIndex={0} aria-busy={isLoading}>
      <table class="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, head, align, isHeaderHidden }) => (
              <th key={header} scope="col" class={align === 'end' ? 'table-end' : undefined}>
                {head ?? <span class={isHeaderHidden === true ? 'visually-hidden' : undefined}>{header}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const element = drawn.get(row) ?? draw(row);
            drawn.set(row, element);
            return element;
          })}
          {isLoading &&
            Array.from({ length: rows.length === 0 ? 5 : 1 }, (_, row) => (
              <tr key={`loading-${row}`} aria-hidden="true">
                {columns.map(({ header }) => (
                  <td key={header} data-header="">
                    <Skeleton />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
