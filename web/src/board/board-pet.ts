import type { Pet } from '../../../client/src/petstore.ts';

/** An animal as the board reads it: with its owner, unless the board knows that they all have the same. */
export interface BoardPet extends Pet {
  readonly owner?: { readonly organization?: { readonly id: number; readonly name: string } };
}
