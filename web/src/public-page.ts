import type { ExpandedPet } from '../../client/src/petstore.ts';
import { pageSettings } from './settings.ts';

/** Where visitors find an animal, such as `https://pets.shelter.example/pets/7`: at the service that has it. */
export const publicPageOf = ({ id, profile }: Pick<ExpandedPet, 'id' | 'profile'>): string =>
  profile?.origin?.url ?? `${pageSettings().url ?? location.origin}/pets/${id}`;
