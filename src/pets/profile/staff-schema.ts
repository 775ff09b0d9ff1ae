import { type TProperties, Type } from 'typebox';
import { Day, MultilineText, OneOf, PlainText, Flag } from '../../http/shapes.ts';
import { INTAKE_TYPES, OUTCOME_TYPES } from '../../vocabulary/animal-profile.ts';
import { HOLD_TYPES } from '../../vocabulary/animals/hiding.ts';

/** What only the animal's own people and operators may know. */

const text = (maxLength: number, description: string) => Type.Optional(PlainText(1, maxLength, { description }));
const longText = (maxLength: number, description: string) => Type.Optional(MultilineText(maxLength, { description }));
const day = (description: string) => Type.Optional(Day({ description }));

/** A short list of what was done or found, in any order. */
const list = <Members extends TProperties>(title: string, name: string, members: Members, description: string) =>
  Type.Optional(
    Type.Array(
      Type.Object(
        { name: PlainText(1, 100, { description: name }), ...members, note: longText(500, 'A note.') },
        { title },
      ),
      {
        maxItems: 50,
        description,
      },
    ),
  );

export const staffMembers = {
  microchip: Type.Optional(
    Type.Object(
      {
        number: text(50, 'The number of the microchip.'),
        implantedAt: day('When it was implanted.'),
        issuer: text(100, 'Who keeps the number.'),
      },
      { title: 'PetMicrochip', description: 'The microchip.' },
    ),
  ),
  alteredDate: day('When it was spayed or neutered.'),
  intake: Type.Optional(
    Type.Object(
      {
        date: day('When it came. Everybody sees that as `waitingSince`.'),
        type: Type.Optional(OneOf(INTAKE_TYPES, 'How it came.')),
        reason: longText(500, 'Why it came.'),
      },
      { title: 'PetIntake', description: 'How it came to the organization.' },
    ),
  ),
  outcome: Type.Optional(
    Type.Object(
      {
        date: day('When it left.'),
        type: Type.Optional(OneOf(OUTCOME_TYPES, 'How it left.')),
        subtype: text(100, "More exactly, in the organization's own words."),
      },
      { title: 'PetOutcome', description: 'How it left the organization.' },
    ),
  ),
  hold: Type.Optional(
    Type.Object(
      {
        type: Type.Optional(OneOf(HOLD_TYPES, 'What kind of hold it is; without one, `other`.')),
        until: day('The last day, where the organization is. Without it, the hold lasts until it is removed.'),
        reason: longText(500, 'Why.'),
        showPage: Type.Optional(
          Flag(
            'If `type` is `coming_soon`: visitors see the page of the animal, which says that it comes soon. It is in no list, and cannot be ordered.',
          ),
        ),
      },
      {
        title: 'PetHold',
        description:
          'Why nobody may adopt it yet. Until the hold ends, visitors do not see the animal, and nobody can order it, whatever its `status`; an order that holds it already stays.',
      },
    ),
  ),
  vaccinations: list(
    'PetVaccination',
    'The vaccine.',
    { date: day('When it was given.'), nextDate: day('When the next one is due.') },
    'Vaccinations.',
  ),
  treatments: list(
    'PetTreatment',
    'The treatment or the medicine.',
    { date: day('When it began.'), until: day('When it ends.') },
    'Treatments.',
  ),
  conditions: list(
    'PetCondition',
    'The illness or the condition.',
    { since: day('Since when.'), until: day('Until when.') },
    'Illnesses and other conditions.',
  ),
  behaviorNotes: longText(5_000, 'What staff should know of its behavior.'),
  biteHistory: longText(5_000, 'Whom it has bitten, and how that came.'),
  notes: longText(5_000, 'Other notes.'),
};
