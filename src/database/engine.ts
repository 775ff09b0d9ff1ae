import type { ColumnDefinitionBuilder } from 'kysely';

/** The differences between the engines in the definitions of tables. */
export interface Engine {
  /** An id column whose values the engine assigns, from 1 on. It never assigns a value twice. */
  readonly assignedId: {
    readonly type: 'integer' | 'bigserial';
    readonly define: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  };
  /** Whether transactions overlap, so that events receive their numbers after the commit: see `EventOrder`. */
  readonly numbersAfterCommit: boolean;
}
