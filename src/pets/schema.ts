import { type Static, Type } from 'typebox';
import { Cursor, Int64, AssignedId, Limit, PathId, PlainText, Timestamp } from '../http/shapes.ts';
import { PET_STATUSES } from '../vocabulary/pet-lifecycle.ts';

/** Specification, part 2. */
export const PetStatus = Type.Enum([...PET_STATUSES], {
  type: 'string',
  title: 'PetStatus',
  description: 'Status of the animal. `available`: free for adoption. `pending`: held for an adopter. `sold`: adopted.',
});
export type PetStatus = Static<typeof PetStatus>;

const name = PlainText(1, 255, { description: 'Name of the animal.' });
const categoryId = Int64({ description: 'Identifier of the category that the animal belongs to.' });

/** The body of a creation. Specification, part 2. */
export const NewPet = Type.Object(
  { name, categoryId, status: Type.Optional(PetStatus) },
  { title: 'NewPet', examples: [{ name: 'Rex', categoryId: 1, status: 'available' }] },
);
export type NewPet = Static<typeof NewPet>;

/** A merge patch (RFC 7396). No member of a pet can be removed, so none accepts null. */
export const PetPatch = Type.Partial(NewPet, { title: 'PetPatch', examples: [{ status: 'pending' }] });
export type PetPatch = Static<typeof PetPatch>;

/** Exactly these members. Specification, part 2. */
export const Pet = Type.Object(
  {
    id: AssignedId({ description: 'Identifier of the animal, assigned by the service.' }),
    name,
    categoryId,
    status: PetStatus,
  },
  { title: 'Pet', examples: [{ id: 42, name: 'Rex', categoryId: 1, status: 'available' }] },
);
export type Pet = Static<typeof Pet>;

export const Pets = Type.Array(Pet, {
  title: 'Pets',
  examples: [
    [
      { id: 42, name: 'Rex', categoryId: 1, status: 'available' },
      { id: 41, name: 'Tom', categoryId: 2, status: 'pending' },
    ],
  ],
});

export const PetParams = Type.Object({
  petId: PathId('pet_not_found', { description: 'Identifier of the animal.' }),
});

export const PetFilters = Type.Object({
  status: Type.Optional(PetStatus),
  categoryId: Type.Optional(Int64({ description: 'Only animals of the category with this id.' })),
  ids: Type.Optional(
    Type.Array(Int64(), {
      minItems: 1,
      maxItems: 100,
      description: 'Only animals with one of these ids, separated by commas.',
    }),
  ),
  updatedSince: Type.Optional(
    Timestamp({ description: 'Only animals that were added or changed at or after this time.' }),
  ),
  q: Type.Optional(PlainText(1, 255, { description: 'Only animals whose name contains this text, ignoring case.' })),
});
export type PetFilters = Static<typeof PetFilters>;

export const ListPetsQuery = Type.Object({ limit: Limit, cursor: Type.Optional(Cursor), ...PetFilters.properties });
