import type { Int64 } from '../vocabulary/int64.ts';
import type { Animal } from './animals.ts';
import type { CategoryUnknown } from './categories.ts';

/** What became of an animal. `unsent`: the run was ended before its turn, or before its answer. */
export type Added = 'added' | 'already' | 'unsent' | { readonly reason: string };

/** Where animals are put: straight into a store, or through the API. */
export interface Sink {
  /** How many it takes well at once. */
  readonly batch: number;
  categories(): Promise<readonly { readonly id: Int64; readonly name: string }[]>;
  addCategory(name: string): Promise<Int64 | CategoryUnknown>;
  /** Those of the references that are known to have been imported. */
  known(references: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Adds the animals whose references it does not know, each once, whatever happened to an earlier try. When it resolves, they are kept.
   *
   * @returns what became of each, in their order
   */
  add(animals: readonly Animal[], signal: AbortSignal): Promise<Added[]>;
}
