import { openFile } from './database.ts';
import type { Acknowledged } from './ledger.ts';
import { BenchError } from './machine.ts';
import type { Server } from './processes.ts';

interface Pet {
  readonly id: number;
  readonly name: string;
}

export interface Audit {
  /** Acknowledged pets that are missing or have another name. */
  readonly lost: readonly Acknowledged[];
  /** Duplicate ids, duplicate names, and pets that no client sent. */
  readonly wrong: readonly string[];
  /** The number of stored names whose response was cut off. They may be stored or not. */
  readonly storedUnanswered: number;
}

/** Compares the ledger with every pet that the service lists. */
export function audit(ledger: readonly Acknowledged[], unknown: readonly string[], pets: readonly Pet[]): Audit {
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

/** Follows the cursors from the first page to the last. */
export async function allPets(service: Server, key: string): Promise<Pet[]> {
  const pets: Pet[] = [];
  let path: string | undefined = '/v1/pets?limit=100';
  while (path !== undefined) {
    const answer: Response = await fetch(service.origin + path, { headers: { authorization: `Bearer ${key}` } });
    if (answer.status !== 200) throw new BenchError(`GET ${path} answered ${answer.status}.`);
    for (const pet of (await answer.json()) as Pet[]) pets.push(pet);
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return pets;
}

/** `ok`, or the first problem that SQLite finds. */
export function integrity(dataDir: string): string {
  const file = openFile(dataDir);
  const found = file.pragma('integrity_check', { simple: true });
  file.close();
  return String(found);
}
