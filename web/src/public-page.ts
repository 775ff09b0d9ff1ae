import { pageSettings } from './settings.ts';

/** Where visitors find an animal, such as `https://pets.shelter.example/pets/7`. */
export const publicPageOf = (petId: number): string => `${pageSettings().url ?? location.origin}/pets/${petId}`;
