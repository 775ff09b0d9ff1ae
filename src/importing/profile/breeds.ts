import { SPECIES } from '../../vocabulary/animals/species.ts';
import {
  breedNamed,
  colorNamed,
  findBreed,
  findColor,
  speciesNamed,
  typeOfSpecies,
} from '../../vocabulary/animals/spellings.ts';
import { type CellReader, Unread } from './columns.ts';
import { line } from './values.ts';

/** Words that say only that an animal is a mix. */
const IS_MIX = /^(?:mix|mixed|cross|crossbreed|mixed breed(?: \([^)]*\))?|other|none|unknown)$/i;
/** The end of `Labrador Mix` and `Boxer x`. */
const MIXED = /[\s/,-]+(?:mix|mixed|cross|x)$/i;

/** No rule takes a longer one, and the patterns here read some texts many times. */
const longestName = 255;

const named =
  (read: (text: string, type: Parameters<typeof breedNamed>[1]) => unknown): CellReader =>
  (cell, row) => {
    const text = line(cell, row);
    if (typeof text !== 'string') return text;
    return text.length > longestName
      ? new Unread(`A name has at most ${longestName} characters.`)
      : read(text, row.type);
  };

/** One breed. */
export const breed = named(breedNamed);

/** One color. */
export const color = named((text, type) => (/^(?:none|unknown)$/i.test(text) ? undefined : colorNamed(text, type)));

/** Colors as in `Black/White`, up to three. */
export const colors = named((text, type) => {
  const whole = findColor(text, type);
  const parts = whole === undefined ? text.split(text.includes(';') ? ';' : /[/|]|,(?![^(]*\))/) : [whole];
  const names = parts.map((part) => part.trim()).filter((part) => part !== '' && !/^(?:none|unknown)$/i.test(part));
  const distinct = [...new Set(names.map((part) => colorNamed(part, type)))].slice(0, 3);
  return distinct.length === 0 ? undefined : distinct;
});

/** The breed in one cell: `Labrador Retriever / Boxer Mix`. */
export const breeds = named((text, type) => {
  if (/^unknown$/i.test(text)) return { unknown: true };
  const whole = findBreed(text, type);
  if (whole !== undefined) return { primary: whole };
  const bare = text.replace(MIXED, '');
  const isMix = bare !== text;
  const primary = findBreed(bare, type);
  if (primary !== undefined) return { primary, mixed: isMix };
  const [first = '', ...others] = bare.split(/\s*\/\s*|\s+x\s+/i).filter((part) => part !== '');
  const second = others.find((part) => !IS_MIX.test(part));
  return {
    primary: breedNamed(first, type),
    ...(second === undefined ? {} : { secondary: breedNamed(second, type) }),
    ...(isMix || others.length > 0 ? { mixed: true } : {}),
  };
});

/** The species; for the name of a type, such as `Small&Furry`, the breed if that is a species. @param breedColumn the loose name of the column */
export const species =
  (breedColumn: string): CellReader =>
  (cell, row) => {
    const text = line(cell, row);
    if (typeof text !== 'string' || /^-?\d+$/.test(text)) return undefined;
    const name = speciesNamed(text);
    const type = typeOfSpecies(text);
    if (name !== text || type === undefined || SPECIES[type].includes(name)) return name;
    const kind = speciesNamed(row.text(breedColumn));
    // Files that know pigs as a type of their own say so.
    return SPECIES[type].includes(kind) && kind !== 'Pig' ? kind : name;
  };
