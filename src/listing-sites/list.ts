import { createHash } from 'node:crypto';
import { adoptAPetMap } from '../exporting/adopt-a-pet.ts';
import { listingOf } from '../exporting/listing.ts';
import type { WaitingReason } from '../vocabulary/listing-sites.ts';
import type { PetStatus } from '../vocabulary/pet-lifecycle.ts';
import type { ListingAnimals } from './animals.ts';
import { type AnimalRow, availableAt, keyOf, type SiteRow } from './store.ts';

/** What a site should hold. */
export interface List {
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
  /** In the order of the file. */
  readonly statuses: ReadonlyMap<number, PetStatus>;
  readonly available: number;
  /** Animals that visitors see, and that could not be listed. */
  readonly notListed: number;
  /** What the addresses of an animal's photos hold. */
  readonly periodOf: (petId: number) => string;
}

/** The file beside Adopt-a-Pet's. */
export const MAP = { path: 'import.cfg', bytes: Buffer.from(adoptAPetMap().join('')) } as const;

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Makes the list of the animals as they are now.
 *
 * @param known what the site has: an animal keeps the addresses of its photos as long as no list without it may have reached the site
 * @param period of animals that the site does not have
 */
export async function listFor(
  row: SiteRow,
  animals: ListingAnimals,
  known: ReadonlyMap<number, AnimalRow>,
  period: string,
): Promise<List> {
  const { organizationId, site } = keyOf(row);
  const periodOf = (petId: number): string => {
    const before = known.get(petId);
    return before === undefined || before.is_leaving === 1 || row.resend === 'photos' ? period : before.period;
  };
  const statuses = new Map<number, PetStatus>();
  let notListed = 0;
  async function* noted() {
    for await (const pet of animals.seen(organizationId)) {
      statuses.set(pet.id, pet.status);
      yield pet;
    }
  }
  const lines: string[] = [];
  const listing = listingOf(noted(), site, animals.facts(periodOf), (pet) => {
    statuses.delete(pet.id);
    if (pet.status !== 'sold') notListed += 1;
  });
  for await (const line of listing) lines.push(line);
  if (row.header_line === 0) lines.shift();
  const bytes = Buffer.from(lines.join(''));
  const available = [...statuses.values()].filter((status) => status === 'available').length;
  return { bytes, hash: hashOf(bytes), statuses, available, notListed, periodOf };
}

/** Why the list needs the consent of a manager; undefined if it needs none. */
export function reasonToWait(row: SiteRow, list: List): WaitingReason | undefined {
  if (row.taken_hash === null) return 'first';
  if (list.statuses.size === 0) return 'empty';
  return list.available * 2 < (availableAt(row) ?? 0) ? 'shrunk' : undefined;
}
