import type SqliteDatabase from 'better-sqlite3';
import { Kysely, type KyselyPlugin, SqliteDialect } from 'kysely';
import { narrow } from '../../vocabulary/int64.ts';
import type { DirectRun } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import { translated } from './errors.ts';
import type { InsertQueue } from './insert-queue.ts';

type Connection = SqliteDatabase.Database;
type Statement = ReturnType<typeof exactStatement>;
/** Returns the prepared statement for an SQL text. */
type Statements = (sql: string) => Statement;

interface StatementHooks {
  /** Runs before each statement. */
  readonly before: () => void;
  /** Runs after each statement that writes. */
  readonly onWrite: () => void;
  /** Receives the error of each statement that fails. */
  readonly onError: (error: unknown) => void;
}

const maxStatements = 500;

/** Caches prepared statements: Kysely asks for one at each execution, and preparing a statement costs more than running it. */
export function statementCache(
  connection: Connection,
  { before = () => {}, onWrite = () => {}, onError }: Partial<StatementHooks> & Pick<StatementHooks, 'onError'>,
): Statements {
  const hooks = { before, onWrite, onError };
  const statements = new Map<string, Statement>();
  return (sql) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      if (statements.size >= maxStatements) statements.clear();
      statement = exactStatement(connection, sql, hooks);
      statements.set(sql, statement);
    }
    return statement;
  };
}

export const queriesOn = (prepare: Statements, plugins: KyselyPlugin[] = []): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database: { prepare, close: () => {} } }), plugins });

/** Runs prepared queries without Kysely's executor: see `runDirectly`. */
export function directRun(prepare: Statements, queue: InsertQueue): DirectRun {
  const insertWithId = (...row: Parameters<InsertQueue['add']>) => translated(() => queue.add(...row));
  return {
    run(sql, parameters) {
      const statement = prepare(sql);
      if (statement.reader) return statement.all(parameters);
      statement.run(parameters);
      return [];
    },
    insert: (...row) => void insertWithId(...row),
    insertWithId,
  };
}

/** A statement that reads int64 without loss: as numbers where they are safe, as bigints beyond. */
function exactStatement(connection: Connection, sql: string, { before, onWrite, onError }: StatementHooks) {
  const statement = connection.prepare<unknown[], Record<string, unknown>>(sql).safeIntegers(true);
  const { reader, readonly: isReadOnly } = statement;
  const withHooks = <Result>(run: () => Result): Result =>
    translated(() => {
      before();
      const result = run();
      if (!isReadOnly) onWrite();
      return result;
    }, onError);
  return {
    reader,
    all: (parameters: readonly unknown[]) => withHooks(() => statement.all(parameters as unknown[]).map(narrowed)),
    run: (parameters: readonly unknown[]) => withHooks(() => statement.run(parameters as unknown[])),
    iterate: (parameters: readonly unknown[]) => withHooks(() => statement.iterate(parameters)),
  };
}

function narrowed(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'bigint') row[name] = narrow(value);
  }
  return row;
}
