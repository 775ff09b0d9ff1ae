import { type Static, Type } from 'typebox';
import { Cursor, Int64, AssignedId, Limit, PathId, PlainText, Timestamp } from '../http/shapes.ts';
import { PET_STATUSES } from '../vocabulary/pet-lifecycle.ts';

/** Specification, part 2. */
export const PetStatus = Type.Enum([...PET_STATUSES], {
  type: 'string',
  title: 'PetStatus',
  description:
    'Whether the animal can be adopted (`available`), is held for somebody (`pending`) or has found a home (`sold`).',
});
export type PetStatus = Static<typeof PetStatus>;

const name = PlainText(1, 255, { description: "The animal's name." });
const categoryId = Int64({ description: 'Identifier of the category the animal belongs to.' });

/** Specification, part 2: the request body for creation. */
export const NewPet = Type.Object(
  { name, categoryId, status: Type.Optional(PetStatus) },
  { title: 'NewPet', examples: [{ name: 'Rex', categoryId: 1, status: 'available' }] },
);
export type NewPet = Static<typeof NewPet>;

/** A merge patch (RFC 7396). No member of a pet can be removed, so none takes null. */
export const PetPatch = Type.Partial(NewPet, { title: 'PetPatch', examples: [{ status: 'pending' }] });
export type PetPatch = Static<typeof PetPatch>;

/** Specification, part 2: exactly these members. */
export const Pet = Type.Object(
  {
    id: AssignedId({ description: 'Unique identifier assigned by the service on creation.' }),
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
  petId: PathId('pet_not_found', { description: 'The identifier of the animal.' }),
});

export const PetFilters = Type.Object({
  status: Type.Optional(PetStatus),
  categoryId: Type.Optional(Int64({ description: 'Only animals of this category.' })),
  ids: Type.Optional(
    Type.Array(Int64(), {
      minItems: 1,
      maxItems: 100,
      description: 'Only the animals with these ids, separated by commas.',
    }),
  ),
  updatedSince: Type.Optional(
    Timestamp({ description: 'Only animals that were added or changed at this time or later.' }),
  ),
  q: Type.Optional(
    PlainText(1, 255, { description: 'Only animals whose name contains this text, in whichever case.' }),
  ),
});
export type PetFilters = Static<typeof PetFilters>;

export const ListPetsQuery = Type.Object({ limit: Limit, cursor: Type.Optional(Cursor), ...PetFilters.properties });
