import type { SpooledBody } from '../http/pipeline/spool.ts';
import type { PetPatch } from '../pets/schema.ts';
import { type Int64, MIN_INT64 } from '../vocabulary/int64.ts';
import type { Animal } from './animals.ts';
import type { Checked } from './rules.ts';
import type { Written } from './updating.ts';

/** What became of an animal. `unsent`: the run was stopped before the animal was sent or its answer arrived. */
export type Added = 'added' | 'already' | 'unsent' | { readonly reason: string };

/** An animal, and what it may be owed: photos and bonds. */
export interface Owing {
  readonly reference: string;
  /** As in `photoKeys` and `bondKeys`. */
  readonly keys: readonly string[];
}

/** What an animal was added without, and is still to get. */
export interface Owed {
  readonly petId: Int64;
  readonly keys: ReadonlySet<string>;
}

/** One thing that an animal is owed. */
export interface OwedOne {
  /** Of the animal. */
  readonly reference: string;
  readonly petId: Int64;
  readonly key: string;
}

/** The outcome. `gone`: the animal was removed meanwhile. */
export type AddedOne = 'added' | 'gone' | { readonly reason: string };

/** An animal that an import has added. */
export interface Imported {
  readonly petId: Int64;
  /** Undefined if the version that added it kept no fingerprints. */
  readonly written: Written | undefined;
}

/** What an import changes of an animal that an import has added. */
export interface ImportedChange {
  readonly reference: string;
  readonly petId: Int64;
  /** A merge patch. */
  readonly patch: PetPatch;
  readonly written: Written;
}

/** Where an import adds its animals: a database, or a service through its API. */
export interface ImportTarget {
  /** How many animals it should be given at once. */
  readonly batch: number;
  categories(): Promise<readonly { readonly id: Int64; readonly name: string }[]>;
  addCategory(name: string): Promise<Checked<Int64>>;
  /** The references among these that are known to be imported. */
  known(references: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Adds the animals whose references it does not know, each exactly once, whatever happened to an earlier attempt, and notes their photos
   * and bonds as owed. They are durable when it resolves.
   *
   * @returns what became of each animal, in their order
   */
  add(animals: readonly Animal[], signal: AbortSignal): Promise<Added[]>;
  /** What these animals are owed since this run or an earlier one has added them, by their references. */
  owed(animals: readonly Owing[]): Promise<ReadonlyMap<string, Owed>>;
  /** Adds a photo behind the others; then it is owed no more. */
  addPhoto(photo: OwedOne, image: SpooledBody, signal: AbortSignal): Promise<AddedOne>;
  /** The ids of the animals that were imported with these references. */
  petIds(references: readonly string[]): Promise<ReadonlyMap<string, Int64>>;
  /** The animals that were imported with these references, and what imports have written of them. */
  imported(references: readonly string[]): Promise<ReadonlyMap<string, Imported>>;
  /** Animals as they are now, by their ids. */
  current(petIds: readonly Int64[]): Promise<ReadonlyMap<Int64, object>>;
  /** Takes over what has changed in the file. */
  change(change: ImportedChange): Promise<AddedOne>;
  /** Adds an animal to those that this one is bonded with; then it is owed no more. */
  addBond(bond: OwedOne, other: Int64): Promise<AddedOne>;
}

/** Predicts what `target` would do, and changes nothing: for a dry run. */
export function withoutWriting(target: ImportTarget): ImportTarget {
  // No category uses these ids in practice, and they pass the rules of an id.
  let nextId = MIN_INT64 + 1n;
  return {
    ...target,
    addCategory: async () => ({ value: nextId++ }),
    async add(animals) {
      const known = await target.known(animals.map(({ reference }) => reference));
      return animals.map(({ reference }) => (known.has(reference) ? 'already' : 'added'));
    },
    change: async () => 'added',
  };
}
