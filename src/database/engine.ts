import type { ColumnDefinitionBuilder } from 'kysely';

/** All that differs between the engines in the tables' definitions. */
export interface Engine {
  /** A column that is the table's id, which the engine assigns: from 1 on, and never one twice. */
  readonly assignedId: {
    readonly type: 'integer' | 'bigserial';
    readonly define: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  };
  /** Whether transactions overlap, so that events are numbered after their commits: see `EventOrder`. */
  readonly numbersLater: boolean;
}
