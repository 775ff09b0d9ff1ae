import type { ColumnDefinitionBuilder } from 'kysely';

/** Makes a column the table's id, which the engine assigns: all that differs between engines in a table's definition. */
export type AssignedId = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
