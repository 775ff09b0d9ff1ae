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
import { breedWords } from '../../../../src/words/animals.ts';
import { speaks } from '../../words.ts';
import { placeLine } from '../organization/addresses.ts';
import type { Offerer } from '../organization/organizations.ts';

/** Terms with their values; a value that is not known is undefined. */
export type FactList = readonly (readonly [term: string, value: ComponentChildren])[];

const yesNo = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : value ? 'Yes' : 'No';

const DAY_MS = 86_400_000;
const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** The time since a day, such as `14 months`; undefined before the next one. */
function timeSince(day: string, nowMs: number): string | undefined {
  const days = Math.floor((nowMs - startOfDay(day)) / DAY_MS);
  if (days < 1) return undefined;
  const months = Math.floor(days / 30.44);
  if (days < 14) return count(days, 'day');
  if (months < 3) return count(Math.floor(days / 7), 'week');
  return months < 24 ? count(months, 'month') : count(Math.floor(days / 365.25), 'year');
}

/** How old it is, such as `Young, about 14 months`. */
function ageWords({ age, birthDate, birthDateExact }: PetProfile, nowMs: number): string | undefined {
  const time = birthDate && timeSince(birthDate, nowMs);
  const words = [age && AGES[age], time && (birthDateExact === true ? time : `about ${time}`)];
  return words.filter((word) => word !== undefined).join(', ') || undefined;
}

const weightWords = (grams: number): string => {
  const round = (value: number) => Number(value.toPrecision(value < 10 ? 2 : 3));
  return grams < 1_000 ? `${grams} g` : `${round(grams / 1_000)} kg (${round(grams / 453.592)} lb)`;
};

/** What adopters ask first: shown beside the photo. */
export const firstFacts = (profile: PetProfile, offerer: Offerer | undefined, nowMs: number): FactList => {
  const { adoptionFee, location, waitingSince, weightGrams, placement } = profile;
  return [
    ['Adoption fee', feeWords(adoptionFee)],
    ['Age', ageWords(profile, nowMs)],
    ['Place', placeLine(location, offerer?.address)],
    [
      'Waiting since',
      waitingSince && [dayWords(waitingSince), timeSince(waitingSince, nowMs)].filter(Boolean).join(' · '),
    ],
    ['Weight', weightGrams && weightWords(weightGrams)],
    ['Lives', placement && PLACEMENTS[placement]],
  ];
};

export const aboutFacts = (profile: PetProfile): FactList => {
  const { species, breed, sex, size, colors, coat, markings, tags, reference } = profile;
  const { courtesyListing, sponsorable, sponsorshipMinimum } = profile;
  return [
    ['Species', species],
    ['Breed', breed && breedWords(speaks(), breed)],
    ['Sex', sex && SEXES[sex]],
    ['Size', size && SIZES[size]],
    ['Color', colors?.length ? colors.join(', ') : undefined],
    ['Coat', coat && COATS[coat]],
    ['Markings', markings],
    ['Known for', tags?.length ? tags.join(', ') : undefined],
    ['Listed for its owner', courtesyListing === true ? 'Yes' : undefined],
    ['Sponsors', sponsorable === true ? sponsorWords(sponsorshipMinimum) : undefined],
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

/** What the adopter pays; undefined if that is not said. */
export function feeWords(fee: PetProfile['adoptionFee']): string | undefined {
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

const dayWords = (day: string): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(startOfDay(day));
