import type { ComponentChildren } from 'preact';
import type { PetProfile } from '../../../../client/src/petstore.ts';
import { startOfDay, type Test } from '../../../../src/vocabulary/animal-profile.ts';
import { moneyWords } from '../../../../src/vocabulary/animals/money.ts';
import type { PlaceInTime } from '../../../../src/vocabulary/text/moment.ts';
import { ageWord, asLabel, breedWords, sexWord, termLabel } from '../../../../src/words/animals.ts';
import { shownTerm } from '../../../../src/words/terms.ts';
import { unitText } from '../../design/text/unit-text.ts';
import { say, speaks, words } from '../../words.ts';
import { listed } from '../filters/wish-words.ts';
import { placeLine } from '../organization/addresses.ts';
import type { Offerer } from '../organization/organizations.ts';

/** Terms with their values; a value that is not known is undefined. */
export type FactList = readonly (readonly [term: string, value: ComponentChildren])[];

const yesNo = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : value ? words().animal.yes : words().animal.no;

const DAY_MS = 86_400_000;

/** The time since a day, such as `14 months`; undefined before the next one. */
function timeSince(day: string, nowMs: number): string | undefined {
  const days = Math.floor((nowMs - startOfDay(day)) / DAY_MS);
  if (days < 1) return undefined;
  const months = Math.floor(days / 30.44);
  if (days < 14) return unitText(days, 'day', 'long');
  if (months < 3) return unitText(Math.floor(days / 7), 'week', 'long');
  return months < 24 ? unitText(months, 'month', 'long') : unitText(Math.floor(days / 365.25), 'year', 'long');
}

/** How old it is, such as `Young, about 14 months`. */
function ageWords(profile: PetProfile, nowMs: number): string | undefined {
  const { animal } = words();
  const { age, birthDate, birthDateExact } = profile;
  const word = age && ageWord(speaks(), age, profile);
  const since = birthDate && timeSince(birthDate, nowMs);
  const time = since && (birthDateExact === true ? since : say(animal.aboutTime, { time: since }));
  return word === undefined || time === undefined ? (word ?? time) : say(animal.ageAndTime, { word, time });
}

function weightWords(grams: number): string {
  const round = (value: number) => Number(value.toPrecision(value < 10 ? 2 : 3));
  if (grams < 1_000) return unitText(grams, 'gram');
  const metric = unitText(round(grams / 1_000), 'kilogram');
  return say(words().animal.weights, { metric, imperial: unitText(round(grams / 453.592), 'pound') });
}

/** What adopters ask first: shown beside the photo. */
export const firstFacts = (profile: PetProfile, offerer: Offerer | undefined, nowMs: number): FactList => {
  const { adoptionFee, location, waitingSince, weightGrams, placement } = profile;
  const { animal } = words();
  return [
    [animal.fee, feeWords(adoptionFee)],
    [animal.age, ageWords(profile, nowMs)],
    [animal.place, placeLine(location, offerer?.address, speaks().locale)],
    [
      animal.waitingSince,
      waitingSince && [dayWords(waitingSince), timeSince(waitingSince, nowMs)].filter(Boolean).join(' · '),
    ],
    [animal.weight, weightGrams && weightWords(weightGrams)],
    [animal.lives, placement && animal.placements[placement]],
  ];
};

const colorWords = (colors: readonly string[]): string =>
  asLabel(speaks(), listed(colors.map((color) => shownTerm(speaks().terms, 'colors', color))));

export const aboutFacts = (profile: PetProfile): FactList => {
  const { species, breed, sex, size, colors, coat, markings, tags, reference } = profile;
  const { courtesyListing, sponsorable, sponsorshipMinimum } = profile;
  const { animal, animals } = words();
  return [
    [animal.species, species && termLabel(speaks(), 'species', species)],
    [animal.breed, breed && breedWords(speaks(), breed)],
    [animal.sex, sex && sexWord(speaks(), sex, profile)],
    [animal.size, size && animals.sizes[size]],
    [animal.color, colors?.length ? colorWords(colors) : undefined],
    [animal.coat, coat && animal.coats[coat]],
    [animal.markings, markings],
    [animal.knownFor, tags?.length ? listed(tags) : undefined],
    [animal.listedForOwner, courtesyListing === true ? animal.yes : undefined],
    [animal.sponsors, sponsorable === true ? sponsorWords(sponsorshipMinimum) : undefined],
    [animal.reference, reference],
  ];
};

export const healthFacts = (profile: PetProfile): FactList => {
  const { altered, shotsCurrent, microchipped, declawed, tests = {}, specialNeeds, specialNeedsNote, sex } = profile;
  const { animal } = words();
  return [
    [say(animal.altered, { sex }), yesNo(altered)],
    [animal.shotsCurrent, yesNo(shotsCurrent)],
    [say(animal.microchipped, { sex }), yesNo(microchipped)],
    [say(animal.declawed, { sex }), yesNo(declawed)],
    ...(Object.keys(animal.tests) as Test[]).map((test): FactList[number] => {
      const result = tests[test];
      return [animal.tests[test], result && animal.results[result]];
    }),
    [animal.specialNeeds, specialNeedsNote ?? yesNo(specialNeeds)],
  ];
};

export const homeFacts = (profile: PetProfile): FactList => {
  const { houseTrained, crateTrained, leashTrained, goodTraveler, energyLevel, needs = {}, sex } = profile;
  const { animal } = words();
  return [
    [say(animal.houseTrained, { sex }), yesNo(houseTrained)],
    [say(animal.crateTrained, { sex }), yesNo(crateTrained)],
    [animal.leashTrained, yesNo(leashTrained)],
    [animal.goodTraveler, yesNo(goodTraveler)],
    [animal.energy, energyLevel && animal.levels[energyLevel]],
    [animal.grooming, needs.grooming && animal.levels[needs.grooming]],
    [animal.yard, needs.yard === true && needs.fence === true ? animal.yardWithFence : yesNo(needs.yard)],
    [animal.indoorOnly, yesNo(needs.indoorOnly)],
    [animal.experience, needs.ownerExperience && animal.experiences[needs.ownerExperience]],
  ];
};

/** What the adopter pays; undefined if that is not said. */
export function feeWords(fee: PetProfile['adoptionFee']): string | undefined {
  const { animal } = words();
  const { amount, currency, waived, display } = fee ?? {};
  if (waived === true) return animal.waived;
  if (display === false || amount === undefined || currency === undefined) return undefined;
  return amount === 0 ? animal.noFee : moneyWords({ amount, currency }, speaks().locale);
}

/** That the fee is paid. @param place whose day it was */
export const paidWords = (paidAt: string, place: PlaceInTime | undefined): string =>
  say(words().reserving.paidOn, {
    day: new Intl.DateTimeFormat(speaks().locale, { dateStyle: 'medium', timeZone: place?.timeZone }).format(
      new Date(paidAt),
    ),
  });

function sponsorWords(minimum: PetProfile['sponsorshipMinimum']): string {
  const { animal } = words();
  const { amount, currency } = minimum ?? {};
  return amount === undefined || currency === undefined
    ? animal.sponsorsWelcome
    : say(animal.sponsorsFrom, { money: moneyWords({ amount, currency }, speaks().locale) });
}

let days: { readonly locale: string; readonly format: Intl.DateTimeFormat } | undefined;

export function dayWords(day: string): string {
  const { locale } = speaks();
  // A phone needs milliseconds to make one.
  if (days?.locale !== locale)
    days = { locale, format: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }) };
  return days.format.format(startOfDay(day));
}
