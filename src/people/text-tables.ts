import type { Queries } from '../database/database.ts';
import { TABLE_NAMES, TABLES, type TableName } from '../database/keys.ts';
import { WISH_TABLES } from '../vocabulary/wishes.ts';

/** A table that may contain something about a person. */
export interface TextTable {
  readonly table: TableName | 'pending_events';
  /** The columns of the primary key, in order. */
  readonly key: readonly string[];
  /** Every column with text, including the key's. */
  readonly texts: readonly string[];
  /** A new row has a higher key than all earlier ones. */
  readonly isAppended: boolean;
  /** The row counts its changes in `version`. */
  readonly hasVersion: boolean;
  /** The row says in `updated_at` when it last changed. For what adopters want that is when its status did. */
  readonly hasTime: boolean;
}

/**
 * Pictures in base64, which are too large to search; values of animals, which contain no address: see `termFacet`; and what programs
 * requested, which has no text of theirs: see src/request-log/line.ts.
 */
const WITHOUT_TEXT: ReadonlySet<string> = new Set([
  'organization_logos',
  'pet_facets',
  'request_log',
  'operation_days',
]);

const wishes: ReadonlySet<string> = new Set(WISH_TABLES);

/** Every table with text, as the database has it: a column that a later version adds is searched too. */
export async function textTables(db: Queries): Promise<TextTable[]> {
  const tables = new Map((await db.introspection.getTables()).map((table) => [table.name, table]));
  return [...TABLE_NAMES, 'pending_events' as const].flatMap((table): TextTable[] => {
    const columns = tables.get(table)?.columns ?? [];
    const texts = columns.filter(({ dataType }) => dataType.toLowerCase() === 'text').map(({ name }) => name);
    if (texts.length === 0 || WITHOUT_TEXT.has(table)) return [];
    const { key, assigned } = table === 'pending_events' ? PENDING : TABLES[table];
    const has = (column: string): boolean => columns.some(({ name }) => name === column);
    return [
      {
        table,
        key: Object.keys(key),
        texts,
        isAppended: assigned === true,
        hasVersion: has('version'),
        hasTime: has('updated_at') && !wishes.has(table),
      },
    ];
  });
}

const PENDING = { key: { place: 'int64' }, assigned: true } as const;
