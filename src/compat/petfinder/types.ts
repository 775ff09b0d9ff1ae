import { BREEDS } from '../../vocabulary/animals/breeds.ts';
import { COATS_OF } from '../../vocabulary/animals/coats.ts';
import { COLORS } from '../../vocabulary/animals/colors.ts';
import { ANIMAL_TYPES, type AnimalType } from '../../vocabulary/animals/species.ts';

/** The types whose animals may be of unknown sex, by the same source as `COATS_OF`. */
const OF_UNKNOWN_SEX: ReadonlySet<AnimalType> = new Set(['bird', 'scales-fins-other']);

export const TYPES = Object.keys(ANIMAL_TYPES) as readonly AnimalType[];

/** The type with this slug or name, such as `small-furry` or `Small & Furry`, ignoring case. */
export function typeNamed(text: string): AnimalType | undefined {
  const name = text.toLowerCase();
  return TYPES.find((type) => type === name || ANIMAL_TYPES[type].toLowerCase() === name);
}

/** @param base the façade's path in the request, such as `/v2` */
export const typePath = (base: string, type: AnimalType): string => `${base}/types/${type}`;

export const typeMembers = (base: string, type: AnimalType) => ({
  name: ANIMAL_TYPES[type],
  coats: COATS_OF[type],
  colors: COLORS[type],
  genders: OF_UNKNOWN_SEX.has(type) ? ['Male', 'Female', 'Unknown'] : ['Male', 'Female'],
  _links: { self: { href: typePath(base, type) }, breeds: { href: `${typePath(base, type)}/breeds` } },
});

export const breedMembers = (base: string, type: AnimalType) =>
  BREEDS[type].map((name) => ({ name, _links: { type: { href: typePath(base, type) } } }));
