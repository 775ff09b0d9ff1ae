import { Type } from 'typebox';
import { Int64, Text } from '../../http/shapes.ts';
import { INTEREST_KINDS, type InterestCounts } from '../../vocabulary/animals/interest.ts';
import { INTEREST_DAYS } from '../../vocabulary/retention.ts';

export const NewInterest = Type.Object(
  {
    kind: Type.Enum(['view', 'heart'], {
      type: 'string',
      description: 'The visitor has opened the page of the animal, or has given it a heart.',
    }),
  },
  { title: 'NewInterest', examples: [{ kind: 'view' }] },
);

const counts = Object.fromEntries(
  Object.entries(INTEREST_KINDS).map(([name, description]) => [name, Type.Integer({ minimum: 0, description })]),
) as Record<keyof InterestCounts, ReturnType<typeof Type.Integer>>;
const example: InterestCounts = { views: 48, hearts: 5, questions: 2, reservations: 1, applications: 0 };

const Total = Type.Object(counts, { title: 'InterestCounts', description: 'The counts of all of the days.' });
const date = (description: string) => Type.String({ format: 'date', description });

export const PetInterest = Type.Object(
  {
    days: Type.Array(
      Type.Object(
        { date: date('The day, in the time zone of the organization; UTC if it has none.'), ...counts },
        { title: 'InterestOfDay' },
      ),
      { description: `The last ${INTEREST_DAYS} days, the oldest first, the last one today.` },
    ),
    total: Total,
  },
  {
    title: 'PetInterest',
    description: 'How much visitors are interested in an animal.',
    examples: [{ days: [{ date: '2026-05-01', ...example }], total: example }],
  },
);

export const InterestQuery = Type.Object({
  order: Type.Enum(['most', 'least'], {
    default: 'most',
    description: 'Which animals come first: those whose pages were opened most, or least.',
  }),
  count: Type.Integer({ minimum: 1, maximum: 1_000, default: 20, description: 'How many animals to return at most.' }),
  organizationId: Type.Optional(
    Int64('Only animals of the organization with this id. By default the account’s, or everybody’s for operators.'),
  ),
});

export const Interest = Type.Object(
  {
    from: date('The first day, in the time zone of the organization; UTC if it has none.'),
    to: date('The last day: today.'),
    animals: Type.Integer({ minimum: 0, description: 'How many animals are looking for a home, as visitors see it.' }),
    total: Total,
    pets: Type.Array(
      Type.Object(
        {
          petId: Int64('Identifier of the animal.'),
          name: Text('Its name.'),
          ...counts,
        },
        { title: 'InterestInPet' },
      ),
      { description: 'The first of them, in the order asked for.' },
    ),
  },
  {
    title: 'Interest',
    description: 'How much visitors are interested in the animals that are looking for a home.',
    examples: [
      {
        from: '2026-05-01',
        to: '2026-05-30',
        animals: 34,
        total: example,
        pets: [{ petId: 7, name: 'Rex', ...example }],
      },
    ],
  },
);
