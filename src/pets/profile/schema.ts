import { type Static, Type } from 'typebox';
import { Day, mergePatchOf, OneOf, Origin, Timestamp, Flag } from '../../http/shapes.ts';
import { HIDING_REASONS } from '../../vocabulary/animals/hiding.ts';
import { publicMembers } from './public-schema.ts';
import { staffMembers } from './staff-schema.ts';

const STAFF = {
  title: 'PetStaffProfile',
  description:
    'What only members of the organization that has the animal see, or, without an organization, the account that added it; and operators. It is in no event.',
};

const example = {
  species: 'Dog',
  breed: { primary: 'Labrador Retriever', mixed: true },
  birthDate: '2024-05-01',
  sex: 'male',
  size: 'large',
  goodWith: { children: 'yes', cats: 'selective' },
  houseTrained: true,
  summary: 'Wants to go for a walk, preferably now.',
};

/** What is stored: all that a client can set. */
export const NewPetProfile = Type.Object(
  { ...publicMembers, staff: Type.Optional(Type.Object(staffMembers, { ...STAFF, title: 'NewPetStaffProfile' })) },
  {
    title: 'NewPetProfile',
    description: 'The profile of an animal. Absent members are unknown.',
    examples: [{ ...example, staff: { microchip: { number: '985112003456789' } } }],
  },
);
export type NewPetProfile = Static<typeof NewPetProfile>;

/** A merge patch (RFC 7396): null removes a member. */
export const PetProfilePatch = mergePatchOf(NewPetProfile, {
  title: 'PetProfilePatch',
  description: 'A merge patch of a profile (RFC 7396): null removes a member, a list replaces the list.',
  examples: [{ goodWith: { cats: null }, houseTrained: true }],
});
export type PetProfilePatch = Static<typeof PetProfilePatch>;

export const PetProfile = Type.Object(
  {
    ...publicMembers,
    comingSoon: Type.Optional(
      Flag(
        'It cannot be ordered yet: a hold keeps it, during which visitors see its page, and it is in no list. Absent otherwise. Read-only.',
      ),
    ),
    waitingSince: Type.Optional(Day('The day on which it came, or was added. Read-only.')),
    publishedAt: Type.Optional(Timestamp('When it was added. Read-only.')),
    statusChangedAt: Type.Optional(Timestamp('Since when it has its `status`. Read-only.')),
    updatedAt: Type.Optional(Timestamp('When it last changed, its name, category and status included. Read-only.')),
    origin: Origin('The animal is one'),
    staff: Type.Optional(
      Type.Object(
        {
          ...staffMembers,
          daysInCare: Type.Optional(
            Type.Integer({ minimum: 0, description: 'The days since `waitingSince`, up to the outcome. Read-only.' }),
          ),
          hiddenBecause: Type.Optional(
            OneOf(
              HIDING_REASONS,
              'Why visitors do not see the animal, and nobody can order it, whatever its `status`. Absent if it is not hidden. Read-only.',
            ),
          ),
        },
        STAFF,
      ),
    ),
  },
  {
    title: 'PetProfile',
    description: 'The profile of an animal. Absent members are unknown.',
    examples: [{ ...example, age: 'young', waitingSince: '2026-10-02', publishedAt: '2026-10-02T09:30:00.000Z' }],
  },
);
export type PetProfile = Static<typeof PetProfile>;
