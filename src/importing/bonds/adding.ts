import { hash } from 'node:crypto';
import { chunks } from '../../kit/chunks.ts';
import type { BadCellLine } from '../../vocabulary/import-report.ts';
import { type Animal, badCell } from '../animals.ts';
import type { ImportTarget } from '../target.ts';
import type { Bond, BondReader } from './reading.ts';

export type BondedAnimal = Pick<Animal, 'reference' | 'bonds'>;

/** How many animals are looked up at once. */
const atOnce = 50;
const NOT_FOUND = 'No animal of this file or of an earlier import has this reference.';

const bondKey = (reference: string, { other }: Bond): string =>
  `bond:${hash('sha256', `${reference}\n${other}`, 'base64url')}`;

/** What the bonds of an animal are remembered by until they are there. */
export const bondKeys = ({ reference, bonds }: BondedAnimal): readonly string[] =>
  bonds.map((bond) => bondKey(reference, bond));

/** Adds the bonds that these animals are owed. @returns those whose other animal is not there */
export async function* addBonds(
  target: ImportTarget,
  animals: readonly BondedAnimal[],
  { referenceOf }: Pick<BondReader, 'referenceOf'>,
  signal: AbortSignal,
): AsyncGenerator<{ readonly reference: string; readonly badCell: BadCellLine }> {
  for (const some of chunks(animals, atOnce)) {
    if (signal.aborted) return;
    const owed = await target.owed(some.map((animal) => ({ ...animal, keys: bondKeys(animal) })));
    const open = some.flatMap(({ reference, bonds }) => {
      const { petId, keys } = owed.get(reference) ?? {};
      return bonds.flatMap((bond) => {
        const key = bondKey(reference, bond);
        return petId !== undefined && keys?.has(key) === true ? [{ reference, petId, key, bond }] : [];
      });
    });
    const others = open.flatMap(({ bond }) => referenceOf(bond) ?? []);
    const ids = others.length === 0 ? new Map<string, never>() : await target.petIds(others);
    for (const { bond, ...of } of open) {
      if (signal.aborted) return;
      const other = ids.get(referenceOf(bond) ?? '');
      const added = other === undefined ? { reason: NOT_FOUND } : await target.addBond(of, other);
      if (typeof added === 'string') continue;
      const value = bond.other.replace(/^\w+:/, '');
      yield { reference: of.reference, badCell: badCell({ ...bond, value, reason: added.reason }) };
    }
  }
}
