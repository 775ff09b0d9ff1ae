import { type Static, Type } from 'typebox';
import { AssignedId, Cursor, Int64, Limit, OneOf, PathId, PlainText, Timestamp, Text, Flag } from '../http/shapes.ts';
import { ADOPTIONS } from '../vocabulary/application-lifecycle.ts';
import { OPEN_STATUSES } from '../vocabulary/order-lifecycle.ts';
import { Photo } from './photos/schema.ts';
import { NewPetProfile, PetProfile, PetProfilePatch } from './profile/schema.ts';
import { PetFilters, PetStatus } from './query/schema.ts';

const name = PlainText(1, 255, 'Name of the animal.');
const categoryId = Int64('Identifier of the category that the animal belongs to.');

/** The body of a creation. Specification, part 2, and the profile. */
export const NewPet = Type.Object(
  {
    name,
    categoryId,
    status: Type.Optional(PetStatus),
    organizationId: Type.Optional(
      AssignedId(
        'Identifier of the organization that the animal belongs to, by default the one that the account belongs to. Only operators may name another one.',
      ),
    ),
    profile: Type.Optional(NewPetProfile),
  },
  { title: 'NewPet', examples: [{ name: 'Rex', categoryId: 1, status: 'available' }] },
);
export type NewPet = Static<typeof NewPet>;

/** A merge patch (RFC 7396). Only the profile can be removed, so nothing else accepts null. */
export const PetPatch = Type.Object(
  {
    name: Type.Optional(name),
    categoryId: Type.Optional(categoryId),
    status: Type.Optional(PetStatus),
    organizationId: Type.Optional(
      AssignedId('Identifier of the organization that gets the animal, while no order holds it. For operators only.'),
    ),
    profile: Type.Optional(Type.Union([PetProfilePatch, Type.Null()])),
  },
  { title: 'PetPatch', examples: [{ status: 'pending' }] },
);
export type PetPatch = Static<typeof PetPatch>;

/** Exactly these members. Specification, part 2. */
export const Pet = Type.Object(
  {
    id: AssignedId('Identifier of the animal, assigned by the service.'),
    name,
    categoryId,
    status: PetStatus,
  },
  { title: 'Pet', examples: [{ id: 42, name: 'Rex', categoryId: 1, status: 'available' }] },
);
export type Pet = Static<typeof Pet>;

/** The `data` of the event `pet.updated`. */
export const ChangedPet = Type.Object(
  {
    ...Pet.properties,
    changed: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'The members that have changed: `name`, `categoryId`, `organizationId`, `photos`, `visible` if the animal was hidden and no longer is, and members of the profile, such as `profile.breed`; in `pet.updated` those that everybody sees, in `pet_record.updated` those for staff, such as `profile.staff.notes`. Absent from events of earlier versions.',
      }),
    ),
  },
  {
    title: 'ChangedPet',
    description: 'A pet, with the names of what has changed.',
    examples: [{ id: 42, name: 'Rex', categoryId: 1, status: 'available', changed: ['name', 'profile.breed'] }],
  },
);

const OwningOrganization = Type.Object(
  {
    id: AssignedId('Identifier of the organization.'),
    name: Text('Name of the organization.'),
    adoption: Type.Optional(
      OneOf(ADOPTIONS, 'How visitors adopt its animals, unless one differs. Absent if it has not chosen.'),
    ),
  },
  {
    title: 'OwningOrganization',
    description: 'The organization that has the animal. If it is not public, only its members and operators see it.',
  },
);

const OwningAccount = Type.Object(
  {
    id: AssignedId('Identifier of the account.'),
    name: Type.Optional(Text('Name of the account, if it has one.')),
  },
  {
    title: 'OwningAccount',
    description:
      'The account that added the animal. Only operators see it, members of the organization that has the animal, and, without an organization, the account itself.',
  },
);

const PetOwner = Type.Object(
  { organization: Type.Optional(OwningOrganization), account: Type.Optional(OwningAccount) },
  {
    title: 'PetOwner',
    description: 'Who has the animal. Only with `expand=owner`.',
    examples: [{ organization: { id: 1, name: 'Our shelter' }, account: { id: 7, name: 'Ann' } }],
  },
);
export type PetOwner = Static<typeof PetOwner>;

const HoldingOrder = Type.Object(
  {
    id: AssignedId('Identifier of the order.'),
    status: Type.Enum([...OPEN_STATUSES], { type: 'string', description: 'Its status.' }),
    expiresAt: Timestamp('When it expires if it is not approved.'),
  },
  {
    title: 'HoldingOrder',
    description:
      'The open order that holds the animal, so that its `status` cannot be changed. Only with `expand=order`, for those to whom the animal belongs, with the scope `orders:read`.',
  },
);
export type HoldingOrder = Static<typeof HoldingOrder>;

/** A pet with the members that the request asks for with `expand`. */
export const ExpandedPet = Type.Object(
  {
    ...Pet.properties,
    owner: Type.Optional(PetOwner),
    order: Type.Optional(HoldingOrder),
    profile: Type.Optional(PetProfile),
    promised: Type.Optional(
      Flag('Present and true if the order that holds the animal is approved. Only with `expand=promised`.'),
    ),
    photos: Type.Optional(Type.Array(Photo, { description: 'The photos, in their order. Only with `expand=photos`.' })),
    distanceMeters: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'How far it is from `near`, along the surface of the Earth. Only with `expand=distance` and `near`.',
      }),
    ),
  },
  {
    title: 'ExpandedPet',
    description: 'A pet, with the members that `expand` asks for.',
    examples: [{ id: 42, name: 'Rex', categoryId: 1, status: 'available' }],
  },
);
export type ExpandedPet = Static<typeof ExpandedPet>;

export const Pets = Type.Array(ExpandedPet, {
  title: 'Pets',
  examples: [
    [
      { id: 42, name: 'Rex', categoryId: 1, status: 'available' },
      { id: 41, name: 'Tom', categoryId: 2, status: 'pending' },
    ],
  ],
});

const expand = Type.Optional(
  Type.Array(Type.Enum(['owner', 'profile', 'photos', 'order', 'promised', 'distance'], { type: 'string' }), {
    description:
      'Members to add to each animal, separated by commas. `owner`: who has the animal. `order`: the open order that holds it. `profile`: its profile. `photos`: its photos. `promised`: whether somebody is about to take it home. `distance`: how far it is from `near`.',
  }),
);

/** The query of an operation that returns one pet. */
export const ExpandQuery = Type.Object({ expand });
export type ExpandQuery = Static<typeof ExpandQuery>;

export const PetParams = Type.Object({
  petId: PathId('pet_not_found', 'Identifier of the animal.'),
});

export const ListPetsQuery = Type.Object({
  limit: Limit,
  cursor: Type.Optional(Cursor),
  ...PetFilters.properties,
  ...ExpandQuery.properties,
});
export type ListPetsQuery = Static<typeof ListPetsQuery>;
