import type { ExpandedPet } from '../../../client/src/petstore.ts';
import type { Adoption } from '../../../src/vocabulary/application-lifecycle.ts';

/** How an animal is adopted: as it says itself, or as its organization does. */
export const adoptionOf = (
  { profile }: Pick<ExpandedPet, 'profile'>,
  organization: { readonly adoption?: Adoption } | undefined,
): Adoption => profile?.adoption ?? organization?.adoption ?? 'reserve';
