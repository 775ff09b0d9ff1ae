import { type TSchema, Type } from 'typebox';
import { Int64, Text } from '../http/shapes.ts';
import {
  AGE_GROUPS,
  AGENCY_PLACES,
  LIVE_INTAKES,
  LIVE_OUTCOMES,
  OTHER_SAC_OUTCOMES,
  SAC_SPECIES,
} from '../vocabulary/animals/shelter-animals-count.ts';
import { INTAKE_KINDS, MOST_MONTHS, OUTCOME_KINDS, RATES } from '../vocabulary/animals/statistics.ts';

const month = (description: string) => Type.String({ format: 'month', description });

export const StatisticsQuery = Type.Object({
  from: Type.Optional(month('The first month, such as `2026-01`; by default 11 months before the last one.')),
  to: Type.Optional(
    month(
      `The last month; by default the current one, where the organization is. There are at most ${MOST_MONTHS} months.`,
    ),
  ),
  organizationId: Type.Optional(
    Int64('Only animals of the organization with this id. By default the account’s, or everybody’s for operators.'),
  ),
});

const Count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });
const Rate = (description: string) => Type.Optional(Type.Number({ description }));

/** An object with a member for each name. */
const each = <Name extends string, Member extends TSchema>(names: readonly Name[], member: (name: Name) => Member) =>
  Object.fromEntries(names.map((name) => [name, member(name)])) as Record<Name, Member>;
const namesOf = <Name extends string>(words: Readonly<Record<Name, unknown>>) => Object.keys(words) as Name[];

const figures = {
  adoptions: Count('How many animals were adopted.'),
  returns: Count('How many came back from their adopters.'),
  returnRate: Rate('Returns ÷ adoptions. Absent without adoptions.'),
  daysUntilAdopted: Type.Optional(
    Type.Number({ minimum: 0, description: 'The median of the days that adopted animals were in care.' }),
  ),
  inCare: Type.Object(
    {
      begin: Count('Before the first day.'),
      end: Count('After the last day; of the current month, now.'),
    },
    { title: 'AnimalsInCare', description: 'How many animals were in care.' },
  ),
  intakes: Type.Object(
    { total: Count('All of them.'), ...each(namesOf(INTAKE_KINDS), (kind) => Count(`${INTAKE_KINDS[kind]}.`)) },
    { title: 'Intakes', description: 'How many animals came alive, by kind.' },
  ),
  outcomes: Type.Object(
    { total: Count('All of them.'), ...each(namesOf(OUTCOME_KINDS), (kind) => Count(`${OUTCOME_KINDS[kind]}.`)) },
    { title: 'Outcomes', description: 'How many animals left, by kind.' },
  ),
  rates: Type.Object(
    each(namesOf(RATES), (name) => Rate(`${RATES[name].name}: ${RATES[name].formula}.`)),
    {
      title: 'LiveReleaseRates',
      description:
        'Live release rates, from 0 to 1, to four decimals; absent where there is nothing to divide by. Live outcomes are all but `died`, `escaped`, `stolen`, `euthanized` and `unknown`; other outcomes are the first four.',
    },
  ),
};

const applications = Type.Optional(
  Type.Object(
    {
      submitted: Count('How many were submitted.'),
      accepted: Count('How many were accepted.'),
      hoursUntilAnswered: Type.Optional(
        Type.Number({
          minimum: 0,
          description:
            'The median of the hours from the submission to the first answer, such as the begin of the review, of those that were submitted.',
        }),
      ),
      daysUntilAccepted: Type.Optional(
        Type.Number({
          minimum: 0,
          description: 'The median of the days from the submission, up to a year before, of those that were accepted.',
        }),
      ),
      perAnimal: Type.Optional(
        Type.Number({
          minimum: 0,
          description: 'How many applications there are on average for the animals for which one was accepted.',
        }),
      ),
    },
    {
      title: 'ApplicationFigures',
      description:
        'What became of the applications of the period, also of people who were erased. Absent if there are none in any of the months.',
    },
  ),
);

const Figures = Type.Object(
  { ...figures, applications },
  { title: 'Figures', description: 'The figures of a period.' },
);
const MonthFigures = Type.Object(
  {
    month: Type.String({
      format: 'month',
      description: 'The month, in the time zone of the organization; UTC if it has none.',
    }),
    ...figures,
    applications,
  },
  { title: 'MonthFigures' },
);
const CategoryFigures = Type.Object(
  {
    categoryId: Int64('Identifier of the category.'),
    categoryName: Type.Optional(Text('Its name, if there is such a category.')),
    ...figures,
  },
  { title: 'CategoryFigures' },
);

/** Numbers by name: the given ones, and 0 for the others. */
const counts = (names: readonly string[], given: Readonly<Record<string, number>> = {}) => ({
  ...Object.fromEntries(names.map((name) => [name, 0])),
  ...given,
});

const exampleFigures = {
  adoptions: 8,
  returns: 1,
  returnRate: 0.125,
  daysUntilAdopted: 21.5,
  inCare: { begin: 30, end: 32 },
  intakes: { total: 12, ...counts(namesOf(INTAKE_KINDS), { stray: 7, surrender: 4, return: 1 }) },
  outcomes: { total: 10, ...counts(namesOf(OUTCOME_KINDS), { adoption: 8, reclaimed: 1, died: 1 }) },
  rates: { asilomar: 1, aspca: 0.75, raw: 0.9, save: 0.9167 },
};
const exampleOfPeriod = {
  ...exampleFigures,
  applications: { submitted: 31, accepted: 7, hoursUntilAnswered: 18.5, daysUntilAccepted: 6, perAnimal: 3.71 },
};

export const Statistics = Type.Object(
  {
    months: Type.Array(MonthFigures, { description: 'The figures of each month.' }),
    total: Figures,
    categories: Type.Array(CategoryFigures, {
      description: 'The figures of all of the months, of each category with an animal in care at any time in them.',
    }),
  },
  {
    title: 'Statistics',
    description: 'How many animals came, were in care, and left.',
    examples: [
      {
        months: [{ month: '2026-05', ...exampleOfPeriod }],
        total: exampleOfPeriod,
        categories: [{ categoryId: 1, categoryName: 'Dogs', ...exampleFigures }],
      },
    ],
  },
);

const Transfers = (title: string) =>
  Type.Object(
    each(AGENCY_PLACES, () => Count()),
    { title },
  );
const byAge = <Member extends TSchema>(title: string, member: Member) =>
  Type.Object(
    each(AGE_GROUPS, () => member),
    { title },
  );
const exampleByAge = (
  names: readonly string[],
  transfers: string | undefined,
  adult: Readonly<Record<string, number>>,
) =>
  Object.fromEntries(
    AGE_GROUPS.map((group) => [
      group,
      {
        ...counts(names, group === 'adult' ? adult : {}),
        ...(transfers === undefined ? {} : { [transfers]: counts(AGENCY_PLACES) }),
      },
    ]),
  );

const InCareOn = Type.Object(
  {
    count: Count('Animals in care.'),
    date: Type.String({ format: 'date', description: 'The day.' }),
    fosterAnimalCount: Type.Optional(Count('Those in foster homes, which is known of the current day only.')),
  },
  { title: 'ShelterAnimalsCountInCare' },
);

export const ShelterAnimalsCount = Type.Array(
  Type.Object(
    {
      species: Type.Enum([...SAC_SPECIES], {
        type: 'string',
        description: 'The species. `other` is not from Shelter Animals Count.',
      }),
      recordYear: Text('The year.'),
      recordMonth: Text('The month, from 1 to 12.'),
      animalCounts: Type.Object(
        { beginingCount: InCareOn, endiningCount: InCareOn },
        { title: 'ShelterAnimalsCountCounts' },
      ),
      liveIntake: byAge(
        'ShelterAnimalsCountIntake',
        Type.Object(
          {
            ...each(LIVE_INTAKES, () => Count()),
            transferredinFromAgency: Transfers('ShelterAnimalsCountTransfersIn'),
          },
          { title: 'ShelterAnimalsCountIntakeCounts' },
        ),
      ),
      outComes: Type.Object(
        {
          liveOutcomes: byAge(
            'ShelterAnimalsCountLiveOutcomes',
            Type.Object(
              {
                ...each(LIVE_OUTCOMES, () => Count()),
                transferredToAgency: Transfers('ShelterAnimalsCountTransfersOut'),
              },
              { title: 'ShelterAnimalsCountLiveOutcomeCounts' },
            ),
          ),
          otherOutcomes: byAge(
            'ShelterAnimalsCountOtherOutcomes',
            Type.Object(
              each(OTHER_SAC_OUTCOMES, () => Count()),
              { title: 'ShelterAnimalsCountOtherOutcomeCounts' },
            ),
          ),
        },
        { title: 'ShelterAnimalsCountOutcomes' },
      ),
    },
    { title: 'ShelterAnimalsCountRecord', description: 'A month of a species, as Shelter Animals Count asks for it.' },
  ),
  {
    title: 'ShelterAnimalsCount',
    examples: [
      [
        {
          species: 'canine',
          recordYear: '2026',
          recordMonth: '5',
          animalCounts: {
            beginingCount: { count: 30, date: '2026-05-01' },
            endiningCount: { count: 32, date: '2026-05-31' },
          },
          liveIntake: exampleByAge(LIVE_INTAKES, 'transferredinFromAgency', {
            strayAtLarge: 7,
            relinquishedbyOwner: 5,
          }),
          outComes: {
            liveOutcomes: exampleByAge(LIVE_OUTCOMES, 'transferredToAgency', { adoption: 8, returnedToOwner: 1 }),
            otherOutcomes: exampleByAge(OTHER_SAC_OUTCOMES, undefined, { diedInCare: 1 }),
          },
        },
      ],
    ],
  },
);
