import type { ComponentChildren } from 'preact';
import type { PetProfile } from '../../../../client/src/petstore.ts';
import {
  AGES,
  COATS,
  EXPERIENCES,
  LEVELS,
  PLACEMENTS,
  SEXES,
  SIZES,
  startOfDay,
  TEST_RESULTS,
  TESTS,
  type Test,
} from '../../../../src/vocabulary/animal-profile.ts';
import { moneyWords } from '../../../../src/vocabulary/animals/money.ts';
import { breedWords } from '../../../../src/vocabulary/animals/words.ts';

/** Terms with their values; a value that is not known is undefined. */
export type FactList = readonly (readonly [term: string, value: ComponentChildren])[];

const yesNo = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : value ? 'Yes' : 'No';

const DAY_MS = 86_400_000;
const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** How old it is, such as `Young, about 14 months`. */
function ageWords({ age, birthDate, birthDateExact }: PetProfile, nowMs: number): string | undefined {
  const group = age && AGES[age];
  if (birthDate === undefined) return group;
  const days = (nowMs - startOfDay(birthDate)) / DAY_MS;
  if (days < 0) return group;
  const months = Math.floor(days / 30.44);
  const time =
    months < 3
      ? count(Math.floor(days / 7), 'week')
      : months < 24
        ? count(months, 'month')
        : count(Math.floor(days / 365.25), 'year');
  return [group, birthDateExact === true ? time : `about ${time}`].filter((words) => words !== undefined).join(', ');
}

const weightWords = (grams: number): string => {
  const round = (value: number) => Number(value.toPrecision(value < 10 ? 2 : 3));
  return grams < 1_000 ? `${grams} g` : `${round(grams / 1_000)} kg (${round(grams / 453.592)} lb)`;
};

export const aboutFacts = (profile: PetProfile, nowMs: number): FactList => {
  const { species, breed, sex, size, weightGrams, colors, coat, markings, tags, reference } = profile;
  return [
    ['Species', species],
    ['Breed', breed && breedWords(breed)],
    ['Age', ageWords(profile, nowMs)],
    ['Sex', sex && SEXES[sex]],
    ['Size', size && SIZES[size]],
    ['Weight', weightGrams && weightWords(weightGrams)],
    ['Color', colors?.length ? colors.join(', ') : undefined],
    ['Coat', coat && COATS[coat]],
    ['Markings', markings],
    ['Known for', tags?.length ? tags.join(', ') : undefined],
    ['Reference', reference],
  ];
};

export const healthFacts = (profile: PetProfile): FactList => {
  const { altered, shotsCurrent, microchipped, declawed, tests = {}, specialNeeds, specialNeedsNote } = profile;
  return [
    ['Spayed or neutered', yesNo(altered)],
    ['Vaccinations up to date', yesNo(shotsCurrent)],
    ['Microchipped', yesNo(microchipped)],
    ['Declawed', yesNo(declawed)],
    ...(Object.keys(TESTS) as Test[]).map((test): FactList[number] => {
      const result = tests[test];
      return [`${TESTS[test]} test`, result && TEST_RESULTS[result]];
    }),
    ['Special needs', specialNeedsNote ?? yesNo(specialNeeds)],
  ];
};

export const homeFacts = ({
  houseTrained,
  crateTrained,
  leashTrained,
  goodTraveler,
  energyLevel,
  needs = {},
}: PetProfile): FactList => [
  ['House-trained', yesNo(houseTrained)],
  ['Crate-trained', yesNo(crateTrained)],
  ['Walks on a leash', yesNo(leashTrained)],
  ['Travels well', yesNo(goodTraveler)],
  ['Energy', energyLevel && LEVELS[energyLevel]],
  ['Grooming', needs.grooming && LEVELS[needs.grooming]],
  ['Needs a yard', needs.yard === true && needs.fence === true ? 'Yes, with a fence' : yesNo(needs.yard)],
  ['Indoors only', yesNo(needs.indoorOnly)],
  ['Experience needed', needs.ownerExperience && EXPERIENCES[needs.ownerExperience]],
];

export const adoptionFacts = ({
  adoptionFee,
  placement,
  location,
  waitingSince,
  courtesyListing,
  sponsorable,
  sponsorshipMinimum,
}: PetProfile): FactList => [
  ['Adoption fee', feeWords(adoptionFee)],
  ['Lives', placement && PLACEMENTS[placement]],
  ['Where', placeWords(location)],
  ['Waiting since', waitingSince && dayWords(waitingSince)],
  ['Listed for its owner', courtesyListing === true ? 'Yes' : undefined],
  ['Sponsors', sponsorable === true ? sponsorWords(sponsorshipMinimum) : undefined],
];

function feeWords(fee: PetProfile['adoptionFee']): string | undefined {
  const { amount, currency, waived, display } = fee ?? {};
  if (waived === true) return 'Waived';
  if (display === false || amount === undefined || currency === undefined) return undefined;
  return amount === 0 ? 'None' : moneyWords({ amount, currency });
}

function sponsorWords(minimum: PetProfile['sponsorshipMinimum']): string {
  const { amount, currency } = minimum ?? {};
  return amount === undefined || currency === undefined
    ? 'Welcome'
    : `Welcome, from ${moneyWords({ amount, currency })}`;
}

function placeWords({ city, region, postalCode, country }: PetProfile['location'] = {}): string | undefined {
  const words = [city, region, city === undefined ? postalCode : undefined, country].filter(
    (part) => part !== undefined,
  );
  return words.length === 0 ? undefined : words.join(', ');
}

const dayWords = (day: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(startOfDay(day));
