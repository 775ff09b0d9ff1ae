import type { Queries } from '../database.ts';
import { runDirectly } from '../prepared.ts';
import { queries } from './queries.ts';

type Row = readonly unknown[];

/** Rows by the statement that inserts one of them, of the form `insert into "table" ("column", …) values ($1, …)`. */
export type Rows = ReadonlyMap<string, readonly Row[]>;

/** Runs pieces of work one after another, and keeps the rows that they add instead of writing them. */
export class Recorder {
  readonly #rows = new Map<string, Row[]>();
  readonly #tx: Queries;
  /** What the piece that runs has added. */
  #added: { readonly insert: string; readonly row: Row }[] = [];
  /** The id that the piece may take. */
  #id: number | undefined;

  /** @param table the table to which each piece may add one row with an id */
  constructor(table: string) {
    this.#tx = queries(async () => refuse());
    runDirectly(this.#tx, {
      run: refuse,
      insert: (_table, insert, row) => void this.#added.push({ insert, row }),
      insertWithId: (name, insert, row) => {
        const id = this.#id;
        if (name !== table || id === undefined) return refuse();
        this.#id = undefined;
        this.#added.push({ insert: withId(insert), row: [id, ...row] });
        return id;
      },
    });
  }

  /** The rows of the pieces that did not throw, in their order. */
  get rows(): Rows {
    return this.#rows;
  }

  async run<T>(work: (tx: Queries) => Promise<T>, id: number): Promise<T> {
    this.#id = id;
    this.#added = [];
    const value = await work(this.#tx);
    for (const { insert, row } of this.#added) {
      const rows = this.#rows.get(insert);
      if (rows === undefined) this.#rows.set(insert, [row]);
      else rows.push(row);
    }
    return value;
  }
}

function refuse(): never {
  throw new Error('An addition only adds rows, and one of them with an id.');
}

const statementsWithId = new Map<string, string>();

/** The same statement with the id as its first value. */
function withId(insert: string): string {
  let statement = statementsWithId.get(insert);
  if (statement === undefined) {
    statement = insert.replace(/^insert into "\w+" \(/, '$&"id", ');
    statementsWithId.set(insert, statement);
  }
  return statement;
}
