import type { SpooledBody } from '../http/pipeline/spool.ts';
import { type Int64, MIN_INT64 } from '../vocabulary/int64.ts';
import type { Animal } from './animals.ts';
import type { Checked } from './rules.ts';

/** What became of an animal. `unsent`: the run was stopped before the animal was sent or its answer arrived. */
export type Added = 'added' | 'already' | 'unsent' | { readonly reason: string };

/** Photos that an animal was added without, and is still to get. */
export interface Owed {
  readonly petId: Int64;
  /** As in `photoKeys`. */
  readonly keys: ReadonlySet<string>;
}

export interface OwedPhoto {
  /** Of the animal. */
  readonly reference: string;
  readonly petId: Int64;
  readonly key: string;
}

/** What became of a photo. `gone`: the animal was removed meanwhile. */
export type AddedPhoto = 'added' | 'gone' | { readonly reason: string };

/** Where an import adds its animals: a database, or a service through its API. */
export interface ImportTarget {
  /** How many animals it should be given at once. */
  readonly batch: number;
  categories(): Promise<readonly { readonly id: Int64; readonly name: string }[]>;
  addCategory(name: string): Promise<Checked<Int64>>;
  /** The references among these that are known to be imported. */
  known(references: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Adds the animals whose references it does not know, each exactly once, whatever happened to an earlier attempt, and notes their photos as
   * owed. They are durable when it resolves.
   *
   * @returns what became of each animal, in their order
   */
  add(animals: readonly Animal[], signal: AbortSignal): Promise<Added[]>;
  /** Of these animals, those that are owed photos: since this run or an earlier one has added them. */
  owed(animals: readonly Animal[]): Promise<ReadonlyMap<Animal, Owed>>;
  /** Adds a photo behind the others; then it is owed no more. */
  addPhoto(photo: OwedPhoto, image: SpooledBody, signal: AbortSignal): Promise<AddedPhoto>;
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
  };
}
