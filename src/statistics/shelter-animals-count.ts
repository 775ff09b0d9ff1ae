import { startOfDay } from '../vocabulary/animal-profile.ts';
import {
  AGE_GROUPS,
  AGENCY_PLACES,
  LIVE_INTAKES,
  LIVE_OUTCOMES,
  OTHER_SAC_OUTCOMES,
  SAC_SPECIES,
  type SacSpecies,
} from '../vocabulary/animals/shelter-animals-count.ts';
import type { AnimalType } from '../vocabulary/animals/species.ts';
import { typeOfSpecies, speciesNamed } from '../vocabulary/animals/spellings.ts';
import { type IntakeKind, type OutcomeKind, startOfMonth } from '../vocabulary/animals/statistics.ts';
import { dateOf } from '../vocabulary/timestamp.ts';
import { isEuthanizedByRequest, type Months } from './figures.ts';
import type { CountedPet } from './store.ts';

/** The monthly table of Shelter Animals Count, in the form in which Shelter Manager sends it. */

const DAY_MS = 86_400_000;

const OF_TYPE: Readonly<Record<AnimalType, SacSpecies>> = {
  dog: 'canine',
  cat: 'feline',
  rabbit: 'rabbit',
  horse: 'equine',
  'small-furry': 'small_mammal',
  bird: 'bird',
  barnyard: 'farm_animal',
  'scales-fins-other': 'other',
};
const REPTILES_AND_AMPHIBIANS = new Set([
  'Frog',
  'Lizard',
  'Newt',
  'Salamander',
  'Snake',
  'Toad',
  'Tortoise',
  'Turtle',
]);
const THEIR_GROUPS = /^(reptile|amphibian|terrapin)s?$/i;

function sacSpeciesOf(species: string | undefined): SacSpecies {
  if (species === undefined) return 'other';
  if (REPTILES_AND_AMPHIBIANS.has(speciesNamed(species)) || THEIR_GROUPS.test(species)) return 'reptile_or_amphibian';
  const type = typeOfSpecies(species);
  return type === undefined ? 'other' : OF_TYPE[type];
}

type AgeGroup = (typeof AGE_GROUPS)[number];

/** On the day of the intake or the outcome, which is counted from 1 January 1970. */
function ageGroupOn(day: number, birthDate: string | undefined): AgeGroup {
  if (birthDate === undefined) return 'ageUnknown';
  const born = new Date(startOfDay(birthDate));
  // The same day of the fifth month after, or the first one after it if that month is too short.
  const fiveMonthsOld = born.setUTCMonth(born.getUTCMonth() + 5) / DAY_MS;
  return day < fiveMonthsOld ? 'upToFiveMonths' : 'adult';
}

type ByPlace = Record<(typeof AGENCY_PLACES)[number], number>;

const INTAKES: Readonly<Record<IntakeKind, (typeof LIVE_INTAKES)[number] | 'transfer'>> = {
  surrender: 'relinquishedbyOwner',
  stray: 'strayAtLarge',
  transfer: 'transfer',
  return: 'relinquishedbyOwner',
  born: 'otherIntakes',
  seized: 'seizedOrImpounded',
  abandoned: 'otherIntakes',
  tnr: 'otherIntakes',
  wildlife: 'otherIntakes',
  euthanasia_request: 'ownerIntendedEuthanasia',
  other: 'otherIntakes',
  unknown: 'otherIntakes',
};

type LiveOutcome = (typeof LIVE_OUTCOMES)[number];
type OtherOutcome = (typeof OTHER_SAC_OUTCOMES)[number];

const OUTCOMES: Readonly<Record<OutcomeKind, LiveOutcome | OtherOutcome | 'transfer'>> = {
  adoption: 'adoption',
  reclaimed: 'returnedToOwner',
  transfer: 'transfer',
  foster: 'otherLiveOutcome',
  retailer: 'otherLiveOutcome',
  released: 'returnedToField',
  tnr: 'returnedToField',
  escaped: 'lostInCare',
  stolen: 'lostInCare',
  died: 'diedInCare',
  euthanized: 'shelterEuthanasia',
  other: 'otherLiveOutcome',
  unknown: 'otherLiveOutcome',
};

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
const byAge = <Value>(make: () => Value) =>
  Object.fromEntries(AGE_GROUPS.map((group) => [group, make()])) as Record<AgeGroup, Value>;

const newCounts = () => ({
  liveIntake: byAge(() => ({ ...zeros(LIVE_INTAKES), transferredinFromAgency: zeros(AGENCY_PLACES) })),
  outComes: {
    liveOutcomes: byAge(() => ({ ...zeros(LIVE_OUTCOMES), transferredToAgency: zeros(AGENCY_PLACES) })),
    otherOutcomes: byAge(() => zeros(OTHER_SAC_OUTCOMES)),
  },
});
type Counts = ReturnType<typeof newCounts>;

const count = <Name extends string>(counts: Record<Name, number>, name: Name): void => {
  counts[name] += 1;
};
const countTransfer = (places: ByPlace): void => count(places, 'unknown');

function countOutcome(
  { liveOutcomes, otherOutcomes }: Counts['outComes'],
  group: AgeGroup,
  name: LiveOutcome | OtherOutcome | 'transfer',
) {
  if (name === 'transfer') countTransfer(liveOutcomes[group].transferredToAgency);
  else if (isLive(name)) count(liveOutcomes[group], name);
  else count(otherOutcomes[group], name);
}
const isLive = (name: LiveOutcome | OtherOutcome): name is LiveOutcome =>
  (LIVE_OUTCOMES as readonly string[]).includes(name);

/** What is counted of a species. */
interface OfSpecies {
  /** How many were in care when the first month began. */
  begin: number;
  /** How many of them are in care and in foster homes now. */
  fostered: number;
  readonly months: { readonly counts: Counts; change: number }[];
}

/** Counts animals by month and species. @param today counted from 1 January 1970 */
export function openShelterAnimalsCount(months: Months, today: number) {
  const found = new Map<SacSpecies, OfSpecies>();
  const known = new Map<string | undefined, SacSpecies>();

  function ofSpecies(species: string | undefined): OfSpecies {
    const name = known.get(species) ?? sacSpeciesOf(species);
    known.set(species, name);
    const made = found.get(name) ?? {
      begin: 0,
      fostered: 0,
      months: months.names.map(() => ({ counts: newCounts(), change: 0 })),
    };
    found.set(name, made);
    return made;
  }

  return {
    add({ species, birthDate, isFostered, stays }: Omit<CountedPet, 'categoryId'>): void {
      for (const { cameOn, intake, leftOn = Infinity, outcome } of stays) {
        if (leftOn < months.from || cameOn >= months.to) continue;
        const own = ofSpecies(species);
        const came = own.months[months.placeOf(cameOn) ?? -1];
        if (came === undefined) own.begin += 1;
        else {
          const counts = came.counts.liveIntake[ageGroupOn(cameOn, birthDate)];
          const name = INTAKES[intake];
          if (name === 'transfer') countTransfer(counts.transferredinFromAgency);
          else count(counts, name);
          came.change += 1;
        }
        const left = own.months[months.placeOf(leftOn) ?? -1];
        if (left !== undefined) {
          const name = isEuthanizedByRequest(intake, outcome) ? 'ownerIntendedEuthanasia' : OUTCOMES[outcome];
          countOutcome(left.counts.outComes, ageGroupOn(leftOn, birthDate), name);
          left.change -= 1;
        }
        if (isFostered && leftOn === Infinity) own.fostered += 1;
      }
    },

    /** A record of no animal, with every member that a record can have. */
    blank: () => recordOf('other', 0, { counts: newCounts(), begin: 0, end: 0, fostered: 0 }),

    /** The records, by month, of each species of which there was any animal. */
    result() {
      const thisMonth = months.placeOf(today);
      return SAC_SPECIES.flatMap((species) => {
        const own = found.get(species);
        let inCare = own?.begin ?? 0;
        return (own?.months ?? []).map(({ counts, change }, place) => {
          const begin = inCare;
          inCare += change;
          return {
            place,
            record: recordOf(species, place, {
              counts,
              begin,
              end: inCare,
              fostered: place === thisMonth ? own?.fostered : undefined,
            }),
          };
        });
      })
        .toSorted((a, b) => a.place - b.place)
        .map(({ record }) => record);
    },
  };

  function recordOf(
    species: SacSpecies,
    place: number,
    {
      counts,
      begin,
      end,
      fostered,
    }: { readonly counts: Counts; readonly begin: number; readonly end: number; readonly fostered: number | undefined },
  ) {
    const [recordYear = '', recordMonth = ''] = (months.names[place] ?? '').split('-');
    const first = startOfMonthDay(place);
    const last = startOfMonthDay(place + 1) - 1;
    const isNow = fostered !== undefined;
    return {
      species,
      recordYear,
      recordMonth: String(Number(recordMonth)),
      animalCounts: {
        // Shelter Animals Count spells them so.
        beginingCount: { count: begin, date: dateOf(first) },
        endiningCount: {
          count: end,
          date: dateOf(isNow ? today : last),
          ...(isNow ? { fosterAnimalCount: fostered } : {}),
        },
      },
      ...counts,
    };
  }

  function startOfMonthDay(place: number): number {
    return startOfMonth(months.names[0] ?? '', place) / DAY_MS;
  }
}
