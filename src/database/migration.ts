import type { ColumnDefinitionBuilder } from 'kysely';
import type { Migration as KyselyMigration } from 'kysely/migration';

/** How the engines differ in the definitions of tables. */
export interface Dialect {
  /** An id column whose values the engine assigns, from 1 on. It never assigns a value twice. */
  readonly assignedId: {
    readonly type: 'integer' | 'bigserial';
    readonly define: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  };
  /** Whether transactions overlap, so that events receive their numbers after the commit: see `EventOrder`. */
  readonly numbersAfterCommit: boolean;
}

export type Migration = (db: Parameters<KyselyMigration['up']>[0], dialect: Dialect) => Promise<void>;
