/** The names in the monthly record of Shelter Animals Count, as Shelter Manager sends it. */

/** `other` is not from Shelter Animals Count: animals of other or unknown species. */
export const SAC_SPECIES = [
  'canine',
  'feline',
  'rabbit',
  'equine',
  'small_mammal',
  'bird',
  'farm_animal',
  'reptile_or_amphibian',
  'other',
] as const;
export type SacSpecies = (typeof SAC_SPECIES)[number];

export const AGE_GROUPS = ['adult', 'upToFiveMonths', 'ageUnknown'] as const;

/** `unknown` is not from Shelter Animals Count: nobody records where the other agency is. */
export const AGENCY_PLACES = ['inState', 'outOfState', 'international', 'unknown'] as const;

export const LIVE_INTAKES = [
  'strayAtLarge',
  'relinquishedbyOwner',
  'ownerIntendedEuthanasia',
  'seizedOrImpounded',
  'otherIntakes',
] as const;
export const LIVE_OUTCOMES = ['adoption', 'returnedToOwner', 'returnedToField', 'otherLiveOutcome'] as const;
export const OTHER_SAC_OUTCOMES = ['diedInCare', 'lostInCare', 'shelterEuthanasia', 'ownerIntendedEuthanasia'] as const;
