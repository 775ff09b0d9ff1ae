import { type AnimalType, SPECIES } from '../../vocabulary/animals/species.ts';
import { speciesNamed, typeOfSpecies } from '../../words/species-spellings.ts';
import { findBreed, findBreedAbroad, findColor, findColorAbroad } from '../../words/spellings.ts';
import { type CellReader, Members, type RowContext, Unread } from '../profile/columns.ts';
import { folded, line, saysNothing, tableOf } from './cells.ts';

/** Words that say that an animal is a mix, alone or behind a breed: `Labrador Mix`, `Boxer x`. */
const MIX = 'mix|mixed|cross|x|mestiz[oa]|mischling|croisée?|mieszaniec|mestiç[oa]|هجين';
const IS_MIX = new RegExp(
  String.raw`^(?:${MIX}|crossbreed|crossbred|mutt|kundel(?:ek)?|srd|vira-?lata|mixed breed(?: \([^)]*\))?|mix breed)$`,
  'i',
);
const MIXED = new RegExp(String.raw`[\s/,-]+(?:${MIX})$`, 'i');
/** Words in place of a breed. */
const IS_NONE = /^(?:other|none|unknown|n\/?a|not applicable|-+)$/i;

/** Words that Chameleon and others cut short. */
const CUT = tableOf([
  ['am amer', 'American'],
  ['aust', 'Australian'],
  ['anatol', 'Anatolian'],
  ['belg', 'Belgian'],
  ['eng', 'English'],
  ['germ ger', 'German'],
  ['rhod', 'Rhodesian'],
  ['scot', 'Scottish'],
  ['russ', 'Russell'],
  ['min', 'Miniature'],
  ['stand std', 'Standard'],
  ['retr', 'Retriever'],
  ['ter terr', 'Terrier'],
  ['shep sheph', 'Shepherd'],
  ['pinsch', 'Pinscher'],
  ['span', 'Spaniel'],
  ['heel', 'Heeler'],
  ['mtn', 'Mountain'],
  ['staff', 'Staffordshire'],
  ['pem', 'Pembroke'],
  ['card', 'Cardigan'],
  ['sh', 'Short Hair'],
  ['mh', 'Medium Hair'],
  ['lh', 'Long Hair'],
]);
/** Names that stay strange when their words are whole. */
const WHOLE = tableOf([
  ['american_staffordshire', 'American Staffordshire Terrier'],
  ['queensland_heeler', 'Australian Cattle Dog / Blue Heeler'],
  ['belgian_malinois', 'Belgian Shepherd / Malinois'],
  ['black_tan_hound', 'Black and Tan Coonhound'],
  ['american_eskimo', 'American Eskimo Dog'],
]);

/** A breed whose words are cut short, or in another order: `LABRADOR RETR`, `POODLE MIN`, `CHIHUAHUA SH`. */
function findCut(text: string, type: AnimalType | undefined): string | undefined {
  const words = text.split(/[^\p{L}]+/u).filter((word) => word !== '');
  // Others write names as the list has them.
  if (text !== text.toUpperCase() && !words.some((word) => CUT.has(word.toLowerCase()))) return undefined;
  const whole = words.map((word) => CUT.get(word.toLowerCase()) ?? word);
  const named = WHOLE.get(whole.join('_').toLowerCase());
  if (named !== undefined) return findBreed(named, type);
  const last = whole.at(-1) ?? '';
  const turned = [last, ...whole.slice(0, -1)];
  const tries = [whole, turned, ...(last.endsWith(' Hair') ? [whole.slice(0, -1)] : [])];
  return tries.map((one) => findBreed(one.join(' '), type)).find((breed) => breed !== undefined);
}

/** A breed of the list, however it is written. */
const foundBreed = (text: string, type: AnimalType | undefined): string | undefined =>
  findBreed(text, type) ??
  findCut(text, type) ??
  findBreedAbroad(text, type) ??
  (IS_MIX.test(text) ? findBreed('Mixed Breed', type) : undefined);

/** Of a breed that the list lacks, the text. */
const nameOf = (text: string, type: AnimalType | undefined): string => foundBreed(text, type) ?? text;

/** No rule takes a longer one, and the patterns here read some texts many times. */
const longestName = 255;

const named =
  (read: (text: string, type: AnimalType | undefined, row: RowContext) => unknown): CellReader =>
  (cell, row) => {
    const text = line(cell, row);
    if (typeof text !== 'string') return text;
    return text.length > longestName
      ? new Unread(`A name has at most ${longestName} characters.`)
      : read(text, row.type, row);
  };

/** One breed. */
export const breed = named(nameOf);

/** The second breed, which may only say that there is one: `Mix`, `Mixed Breed (Medium)`. */
export const secondBreed = named((text, type) => {
  if (IS_NONE.test(text)) return undefined;
  return IS_MIX.test(text) ? new Members({ breed: { mixed: true } }) : nameOf(text, type);
});

const foundColor = (text: string, type: AnimalType | undefined): string | undefined =>
  findColor(text, type) ?? findColorAbroad(text, type);
const colorOf = (text: string, type: AnimalType | undefined): string => foundColor(text, type) ?? text;

/** One color. */
export const color = named((text, type) => (IS_NONE.test(text) ? undefined : colorOf(text, type)));

/** Colors as in `Black/White`, up to three. */
export const colors = named((text, type) => {
  if (saysNothing(text)) return undefined;
  const whole = foundColor(text, type);
  const parts = whole === undefined ? text.split(text.includes(';') ? ';' : /[/|]|,(?![^(]*\))/) : [whole];
  const names = parts.map((part) => part.trim()).filter((part) => part !== '' && !IS_NONE.test(part));
  const distinct = [...new Set(names.map((part) => colorOf(part, type)))].slice(0, 3);
  return distinct.length === 0 ? undefined : distinct;
});

/** The breed in one cell: `Labrador Retriever / Boxer Mix`. */
export const breeds = named((text, type) => {
  if (saysNothing(text)) return /^unknown$/i.test(text) ? { unknown: true } : undefined;
  const whole = foundBreed(text, type);
  if (whole !== undefined) return { primary: whole };
  const bare = text.replace(MIXED, '');
  const isMix = bare !== text;
  const primary = foundBreed(bare, type);
  if (primary !== undefined) return { primary, mixed: isMix };
  const [first = '', ...others] = bare.split(/\s*[/&]\s*|\s+x\s+/i).filter((part) => part !== '');
  const second = others.find((part) => !IS_MIX.test(part) && !IS_NONE.test(part));
  return {
    primary: nameOf(first, type),
    ...(second === undefined ? {} : { secondary: nameOf(second, type) }),
    ...(isMix || others.length > 0 ? { mixed: true } : {}),
  };
});

/** The first breed, in a column of its own, and whether that says that it is a mix. */
export const primaryBreed: CellReader = (cell, row) => {
  const read = breeds(cell, row);
  return read === undefined || read instanceof Unread ? read : new Members({ breed: read });
};

/** Words for the young of a species. Not `cachorro`: a puppy in Spanish, and any dog in Brazil. */
const YOUNG = new Set(
  'puppy puppies kitten kittens welpe welpen katzchen chiot chaton gatito szczeniak szczenie kociak kocie جرو'.split(
    ' ',
  ),
);

/** The species; for the name of a type, such as `Small&Furry`, the breed if that is a species. @param breedColumn the loose name of the column */
export const species =
  (breedColumn: string): CellReader =>
  (cell, row) => {
    const text = line(cell, row);
    if (typeof text !== 'string') return text;
    if (/^-?\d+$/.test(text)) return undefined;
    const name = speciesNamed(text);
    if (YOUNG.has(folded(text))) return new Members({ species: name, age: 'baby' });
    const type = typeOfSpecies(text);
    if (name !== text || type === undefined || SPECIES[type].includes(name)) return name;
    const kind = speciesNamed(row.text(breedColumn));
    // Files that know pigs as a type of their own say so.
    return SPECIES[type].includes(kind) && kind !== 'Pig' ? kind : name;
  };
