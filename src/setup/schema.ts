import { type Static, Type } from 'typebox';
import { AssignedId, Timestamp, Flag, Text } from '../http/shapes.ts';
import { SETUP_STEPS, type Missing, type SetupStep } from '../vocabulary/setup.ts';

const steps = Object.keys(SETUP_STEPS) as SetupStep[];
const allMissing = [...new Set(Object.values(SETUP_STEPS).flat())];

const hidden = Flag('Whether the console begins with the checklist no longer.');
const example = {
  hidden: false,
  organizationId: 1,
  steps: [
    { step: 'organization', missing: ['hours', 'logo'] },
    { step: 'address', missing: ['url'] },
    { step: 'animal', missing: [] },
  ],
};

export const Setup = Type.Object(
  {
    hidden,
    organizationId: Type.Optional(AssignedId('Your organization, whose steps these are.')),
    url: Type.Optional(Text('The public address: `PUBLIC_URL`. Absent if it is not set.')),
    mailTestedAt: Type.Optional(Timestamp('When a test mail was last sent.')),
    steps: Type.Array(
      Type.Object(
        {
          step: Type.Unsafe<SetupStep>({ type: 'string', enum: steps, description: 'The step.' }),
          missing: Type.Array(Type.Unsafe<Missing>({ type: 'string', enum: allMissing }), {
            description: 'What is missing. Empty if the step is done.',
          }),
        },
        { title: 'SetupStep' },
      ),
      { description: 'In the order in which they help. Staging sends no mail, so it has no step `mail`.' },
    ),
  },
  { title: 'Setup', examples: [example] },
);
export type Setup = Static<typeof Setup>;

export const SetupPatch = Type.Object(
  {
    hidden: Type.Optional(hidden),
    mailArrived: Type.Optional(Flag('Whether the last test mail has arrived.')),
  },
  { title: 'SetupPatch', examples: [{ mailArrived: true }] },
);

export const AddressCheck = Type.Array(
  Type.Object(
    {
      level: Type.Enum(['well', 'warn', 'bad'], { type: 'string', description: '`bad`: the address does not work.' }),
      says: Text('What was found.'),
      todo: Type.Optional(Text('What to do about it.')),
    },
    { title: 'AddressFinding' },
  ),
  {
    title: 'AddressCheck',
    examples: [[{ level: 'well', says: 'https://pets.shelter.example is this service' }]],
  },
);
export type AddressCheck = Static<typeof AddressCheck>;
