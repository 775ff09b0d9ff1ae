import type { Compilable, CompiledQuery } from 'kysely';
import type { Queries } from './database.ts';

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Runs a statement on the engine itself, at once. */
export type DirectRun = (sql: string, parameters: readonly unknown[]) => unknown[];

const directRuns = new WeakMap<Queries, DirectRun>();

/** Tells how prepared queries on `db` get past Kysely's executor, where the engine answers without waiting. */
export function runDirectly(db: Queries, run: DirectRun): void {
  directRuns.set(db, run);
}

/**
 * Compiles a query once, to run it many times with other values. For the hot path only: of the 10 µs that an insert took through
 * Kysely on the embedded store, 7 went into building it, and 1.5 into the executor and its promises; 2 are the insert.
 *
 * `build` gets a placeholder for each parameter that it names and must use it as a plain value.
 */
export function prepared<Parameters extends object, Row>(
  read: Queries,
  build: (db: Queries, parameters: Parameters) => Compilable<Row>,
): (db: Queries, values: Parameters) => Promise<Row[]> {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
  const compiled = build(read, placeholders as Parameters).compile();
  return async (db, values) => {
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Parameters] : parameter,
    );
    const run = directRuns.get(db);
    if (run !== undefined) return run(compiled.sql, parameters) as Row[];
    const query: CompiledQuery<Row> = { ...compiled, parameters };
    return (await db.executeQuery(query)).rows;
  };
}
