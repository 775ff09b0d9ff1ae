import { fileURLToPath } from 'node:url';
import { placesIn } from './places/places.ts';

/** The packed file is in the folder of its source, also when the built service runs. */
export const openPlaces = () => placesIn(fileURLToPath(new URL('../src/places/places.br', import.meta.url)));
