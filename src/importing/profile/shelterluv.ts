import type { Compatibility } from '../../vocabulary/animal-profile.ts';
import { age } from '../reading/ages.ts';
import { breeds, colors, primaryBreed, secondBreed, species } from '../reading/breeds.ts';
import { line, story } from '../reading/cells.ts';
import { birthDay, day, unixDay } from '../reading/days.ts';
import { fee } from '../reading/fees.ts';
import { intakeType, outcomeType } from '../reading/journeys.ts';
import { size } from '../reading/looks.ts';
import { microchip } from '../reading/microchips.ts';
import { altered, sex } from '../reading/sexes.ts';
import { grams } from '../reading/weights.ts';
import { type CellReader, profileColumns, Unread } from './columns.ts';
import { colorsWith } from './lists.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const records = (cell: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(cell) ? cell.filter(isRecord) : [];

/** What the attributes say that the shelter publishes. A reader must honor that it does not publish the others. */
const published = (cell: unknown): readonly string[] =>
  records(cell).flatMap(({ AttributeName: name, Publish: publish }) =>
    typeof name === 'string' && publish === 'Yes' && name.trim() !== '' ? [name.trim()] : [],
  );

/** The first attribute that matches decides. */
const attribute =
  (...meanings: readonly (readonly [pattern: RegExp, value: unknown])[]): CellReader =>
  (cell) => {
    const names = published(cell);
    return meanings.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
  };

const publishedTags: CellReader = (cell) => {
  if (typeof cell === 'string') return new Unread('A report does not say which attributes may be published.');
  const names = published(cell).slice(0, 20);
  return names.length === 0 ? undefined : names;
};

const getsOn = (who: string): CellReader =>
  attribute(
    [
      new RegExp(`^(?:not (?:good|ok(?:ay)?) with|no|without)(?: other| small| young)? (?:${who})`, 'i'),
      'no' satisfies Compatibility,
    ],
    [new RegExp(`^(?:selective|some|certain|older).*(?:${who})`, 'i'), 'selective' satisfies Compatibility],
    [
      new RegExp(`^(?:good|ok(?:ay)?|does well|great|likes?|lives?)(?: with)?(?: other)? (?:${who})`, 'i'),
      'yes' satisfies Compatibility,
    ],
  );

/** A member of the first microchip. */
const ofChip =
  (member: 'Id' | 'Issuer', read: CellReader): CellReader =>
  (cell, row) => {
    const text = records(cell)[0]?.[member];
    return typeof text === 'string' ? read(text, row) : undefined;
  };

const feeOfGroup: CellReader = (cell, row) => {
  const price = isRecord(cell) ? cell['Price'] : cell;
  return price === undefined || price === null ? undefined : fee(price, row);
};

const videosOf: CellReader = (cell) => {
  const urls = (Array.isArray(cell) ? cell : []).flatMap((video: unknown) =>
    typeof video === 'string'
      ? [video]
      : isRecord(video)
        ? [video['YoutubeUrl'] ?? video['VideoUrl'] ?? video['Url']]
        : [],
  );
  const https = urls.filter((url): url is string => typeof url === 'string' && url !== '');
  return https.length === 0 ? undefined : https.map((url) => ({ url: url.replace(/^http:/, 'https:') }));
};

/** `Medium (20-59)`: the numbers are pounds. */
const sizeOf: CellReader = (cell, row) =>
  typeof cell === 'string' ? size(cell.split('(', 1)[0], row) : size(cell, row);

/** Whether it was neutered before or after it came: a no says so only of that time. */
const alteredEver: CellReader = (_cell, row) => {
  const read = ['alteredincare', 'alteredbeforearrival'].map((column) => {
    const text = row.text(column);
    return text === '' ? undefined : altered(text, row);
  });
  return read.includes(true)
    ? true
    : (read.find((one) => one instanceof Unread) ?? (read.every((one) => one === false) ? false : undefined));
};

/** Shelterluv's reports, and its API v1, `GET /animals`. Numbers arrive as text. Source: public readers of it, with recorded responses. */
export const shelterluvProfile = profileColumns([
  ['reference', 'id animalid', line],
  ['species', 'type species', species('breed')],
  ['breed', 'breed', breeds],
  ['breed.primary', 'primarybreed', primaryBreed],
  ['breed.secondary', 'secondarybreed', secondBreed],
  ['colors', 'color', colors],
  ['colors', 'primarycolor', colorsWith('secondarycolor')],
  ['markings', 'pattern', (cell, row) => (/^none$/i.test(String(cell)) ? undefined : line(cell, row))],
  ['birthDate', 'dobunixtime', unixDay],
  ['birthDate', 'dateofbirth dob', birthDay],
  ['age', 'ageymd', age],
  ['sex', 'sex', sex],
  ['size', 'size', sizeOf],
  ['weightGrams', 'currentweightpounds', grams('lb')],
  ['weightGrams', 'currentweight', grams()],
  ['altered', 'altered', altered],
  ['altered', 'alteredincare alteredbeforearrival', alteredEver],
  ['description', 'description kennelcardwebsitememo', story],
  ['videos', 'videos', videosOf],
  ['adoptionFee', 'adoptionfeegroup adoptionfeegroupprice', feeOfGroup],
  ['goodWith.dogs', 'attributes', getsOn('dogs')],
  ['goodWith.cats', 'attributes', getsOn('cats')],
  ['goodWith.children', 'attributes', getsOn('kids|children')],
  [
    'houseTrained',
    'attributes',
    attribute([/^not? house ?-?(?:trained|broken)/i, false], [/house ?-?(?:trained|broken)/i, true]),
  ],
  ['crateTrained', 'attributes', attribute([/^crate ?-?trained/i, true])],
  ['leashTrained', 'attributes', attribute([/^(?:leash ?-?trained|walks (?:well|nicely) on)/i, true])],
  ['declawed', 'attributes', attribute([/^declawed/i, true])],
  ['specialNeeds', 'attributes', attribute([/^special ?-?needs/i, true])],
  ['tags', 'attributes', publishedTags],
  ['placement', 'infoster', (cell) => (cell === true || cell === 'true' || cell === '1' ? 'foster' : undefined)],
  ['staff.microchip.number', 'microchips', ofChip('Id', microchip)],
  ['staff.microchip.issuer', 'microchips', ofChip('Issuer', line)],
  ['staff.microchip.number', 'microchipnumber', microchip],
  ['staff.intake.date', 'lastintakeunixtime', unixDay],
  ['staff.intake.date', 'intakedate', day],
  ['staff.intake.type', 'intaketype', intakeType],
  ['staff.outcome.date', 'outcomedate', day],
  ['staff.outcome.type', 'outcometype', outcomeType],
]);
