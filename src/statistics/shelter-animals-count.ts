import {
  AGE_GROUPS,
  AGENCY_PLACES,
  LIVE_INTAKES,
  LIVE_OUTCOMES,
  OTHER_SAC_OUTCOMES,
  SAC_SPECIES,
  type SacSpecies,
} from '../vocabulary/animals/shelter-animals-count.ts';
import { type IntakeKind, monthOf, type OutcomeKind, startOfMonth } from '../vocabulary/animals/statistics.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { dateOf } from '../vocabulary/timestamp.ts';
import type { BY_REQUEST } from './facts.ts';
import { sacSpeciesOf } from './species.ts';
import type { MonthCounts } from './store.ts';

/** The monthly table of Shelter Animals Count, as Shelter Manager sends it. */

const DAY_MS = 86_400_000;

type AgeGroup = (typeof AGE_GROUPS)[number];

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

const OUTCOMES: Readonly<Record<OutcomeKind | typeof BY_REQUEST, LiveOutcome | OtherOutcome | 'transfer'>> = {
  euthanized_by_request: 'ownerIntendedEuthanasia',
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

type IntakeName = (typeof INTAKES)[IntakeKind];
type OutcomeName = (typeof OUTCOMES)[OutcomeKind];

function addIntake(counts: Counts['liveIntake'][AgeGroup], name: IntakeName, pets: number): void {
  if (name === 'transfer') counts.transferredinFromAgency.unknown += pets;
  else counts[name] += pets;
}

function addOutcome(
  { liveOutcomes, otherOutcomes }: Counts['outComes'],
  age: AgeGroup,
  name: OutcomeName,
  pets: number,
) {
  if (name === 'transfer') liveOutcomes[age].transferredToAgency.unknown += pets;
  else if (isLive(name)) liveOutcomes[age][name] += pets;
  else otherOutcomes[age][name] += pets;
}
const isLive = (name: LiveOutcome | OtherOutcome): name is LiveOutcome =>
  (LIVE_OUTCOMES as readonly string[]).includes(name);

/** What is counted of a species. */
interface OfSpecies {
  /** How many were in care when the first month began. */
  begin: number;
  /** How many of them are in care and in foster homes now. */
  fostered: number;
  readonly months: { readonly counts: Counts; change: number; isEmpty: boolean }[];
}

/**
 * Counts animals by month and species.
 *
 * @param today counted from 1 January 1970
 * @param nameOf the name of a category
 */
export function openShelterAnimalsCount(
  months: readonly string[],
  today: number,
  nameOf: (categoryId: Int64) => string | undefined,
) {
  const found = new Map<SacSpecies, OfSpecies>();

  function ofSpecies(species: SacSpecies): OfSpecies {
    const made = found.get(species) ?? {
      begin: 0,
      fostered: 0,
      months: months.map(() => ({ counts: newCounts(), change: 0, isEmpty: true })),
    };
    found.set(species, made);
    return made;
  }

  return {
    add({ categoryId, month, counts: counted }: MonthCounts): void {
      const ofCategory = sacSpeciesOf(nameOf(categoryId) ?? '');
      for (const [fact, pets] of counted) {
        if (fact[0] === 'days') continue;
        const own = ofSpecies(fact[1] === '-' ? ofCategory : fact[1]);
        const within = own.months[months.indexOf(month)];
        const change = fact[0] === 'came' ? pets : -pets;
        if (fact[0] === 'fostered') own.fostered += pets;
        else if (within === undefined) own.begin += change;
        else {
          within.isEmpty = false;
          within.change += change;
          const [, , age] = fact;
          if (fact[0] === 'came') addIntake(within.counts.liveIntake[age], INTAKES[fact[3]], pets);
          else addOutcome(within.counts.outComes, age, OUTCOMES[fact[3]], pets);
        }
      }
    },

    /** A record of no animal, with every member that a record can have. */
    blank: () => recordOf('other', 0, { counts: newCounts(), begin: 0, end: 0, fostered: 0 }),

    /** The records, by month, of each species with any animal. */
    result() {
      const thisMonth = months.indexOf(monthOf(today * DAY_MS));
      return SAC_SPECIES.flatMap((species) => {
        const own = found.get(species);
        let inCare = own?.begin ?? 0;
        if (inCare === 0 && own?.months.every(({ isEmpty }) => isEmpty) === true) return [];
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
    const [recordYear = '', recordMonth = ''] = (months[place] ?? '').split('-');
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
    return startOfMonth(months[0] ?? '', place) / DAY_MS;
  }
}
