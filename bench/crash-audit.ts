import type { Acknowledged } from './adding.ts';
import { openFile } from './database.ts';

export interface Audit {
  /** Acknowledged pets that are missing or have another name. */
  readonly lost: readonly Acknowledged[];
  /** Duplicate ids, duplicate names, and pets that no client sent. */
  readonly wrong: readonly string[];
  /** The number of stored names whose response was cut off. They may be stored or not. */
  readonly storedUnanswered: number;
}

/** Compares the ledger with every pet that the service lists. */
export function audit(
  ledger: readonly Acknowledged[],
  unknown: readonly string[],
  pets: readonly Acknowledged[],
): Audit {
  const nameOf = new Map(pets.map(({ id, name }) => [id, name]));
  const names = new Set(pets.map(({ name }) => name));
  const cut = new Set(unknown);
  const sent = new Set([...ledger.map(({ name }) => name), ...cut]);
  return {
    lost: ledger.filter(({ id, name }) => nameOf.get(id) !== name),
    wrong: [
      ...twice(ledger.map(({ id }) => id)).map((id) => `id ${id} was acknowledged twice`),
      ...twice(pets.map(({ id }) => id)).map((id) => `id ${id} is listed twice`),
      ...twice(pets.map(({ name }) => name)).map((name) => `"${name}" is stored twice`),
      ...[...names.difference(sent)].map((name) => `"${name}" was never sent`),
    ],
    storedUnanswered: names.intersection(cut).size,
  };
}

function twice<T>(values: readonly T[]): T[] {
  const seen = new Set<T>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

/** `ok`, or the first problem that SQLite finds. */
export function integrity(dataDir: string): string {
  const file = openFile(dataDir);
  const found = file.pragma('integrity_check', { simple: true });
  file.close();
  return String(found);
}
