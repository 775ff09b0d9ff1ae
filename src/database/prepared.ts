import { type Compilable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

/** Runs prepared queries without Kysely's executor. */
export interface DirectRun {
  /** Runs a statement, synchronously if the engine is synchronous. */
  run(sql: string, parameters: readonly unknown[]): unknown[] | Promise<unknown[]>;
  /** Inserts one row, at the latest before the next other statement. */
  insert(table: string, sql: string, parameters: readonly unknown[]): void;
  /** Like `insert`, into a table that assigns ids. Returns the row's id. */
  insertWithId(table: string, sql: string, parameters: readonly unknown[]): number | Promise<number>;
}

const directRuns = new WeakMap<Queries, DirectRun>();

/** Makes prepared queries on `db` bypass Kysely's executor. */
export function runDirectly(db: Queries, run: DirectRun): void {
  directRuns.set(db, run);
}

/**
 * Compiles a query once and runs it with different values. For the hot path only: compiling once saves 24 % of the CPU of `POST /v1/pets`,
 * bypassing Kysely's executor another 10 % (docs/decisions/0026-optimizations.md).
 *
 * `build` receives a placeholder for each parameter that it names, and must use it as a plain value.
 */
export function prepared<Parameters extends object, Row>(
  read: Queries,
  build: Build<Parameters, Compilable<Row>>,
): (db: Queries, values: Parameters) => Promise<Row[]> {
  const query = compiled(read, build);
  return async (db, values) => {
    const parameters = query.parametersOf(values);
    const run = directRuns.get(db);
    if (run !== undefined) return run.run(query.sql, parameters) as Row[] | Promise<Row[]>;
    return (await db.executeQuery<Row>({ ...query.compiled, parameters })).rows;
  };
}

/** Like `prepared`, for the insert of one row. */
export function preparedInsert<Parameters extends object, Table extends keyof Tables>(
  read: Queries,
  table: Table,
  build: Build<Parameters, InsertQueryBuilder<Tables, Table, InsertResult>>,
): (db: Queries, values: Parameters) => void | Promise<void> {
  const insert = compiled(read, build);
  return (db, values) => {
    const parameters = insert.parametersOf(values);
    const run = directRuns.get(db);
    if (run !== undefined) return run.insert(table, insert.sql, parameters);
    return db.executeQuery({ ...insert.compiled, parameters }).then(() => {});
  };
}

/** Like `preparedInsert`. Returns the id that the engine assigns to the row, synchronously if the engine is synchronous. */
export function preparedInsertWithId<Parameters extends object, Table extends keyof Tables>(
  read: Queries,
  table: Table,
  build: Build<Parameters, InsertQueryBuilder<Tables, Table, InsertResult>>,
): (db: Queries, values: Parameters) => number | Promise<number> {
  const insert = compiled(read, build);
  const insertReturning = prepared<Parameters, { id: number }>(read, (db, p) =>
    build(db, p).returning(sql.ref<number>('id').as('id')),
  );
  return (db, values) => {
    const run = directRuns.get(db);
    if (run !== undefined) return run.insertWithId(table, insert.sql, insert.parametersOf(values));
    return insertReturning(db, values).then(([row]) => {
      if (row === undefined) throw new Error('The insert returned no id.');
      return row.id;
    });
  };
}

type Build<Parameters, Query> = (db: Queries, parameters: Parameters) => Query;

function compiled<Parameters extends object>(read: Queries, build: Build<Parameters, Compilable>) {
  // Each placeholder is a symbol with the parameter's name: Kysely passes it on as a value, and no real value is a symbol.
  const placeholders = new Proxy({}, { get: (_, name) => Symbol(String(name)) });
  const query = build(read, placeholders as Parameters).compile();
  return {
    compiled: query,
    sql: query.sql,
    parametersOf: (values: Parameters) =>
      query.parameters.map((parameter) =>
        typeof parameter === 'symbol' ? values[parameter.description as keyof Parameters] : parameter,
      ),
  };
}
