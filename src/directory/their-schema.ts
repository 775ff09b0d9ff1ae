import { type Static, Type } from 'typebox';
import { AssignedId, Day } from '../http/shapes.ts';
import { OrganizationNotice } from '../organizations/schema.ts';
import { Photo } from '../pets/photos/schema.ts';
import { publicMembers } from '../pets/profile/public-schema.ts';
import { PetStatus } from '../pets/query/schema.ts';
import { NewPet } from '../pets/schema.ts';

/** What a source says of its animals and organizations, as far as it is shown here. */

const { application: _, logo: __, origin: ___, ...described } = OrganizationNotice.properties;

export const TheirOrganization = Type.Object({ ...described, name: NewPet.properties.name });
export type TheirOrganization = Static<typeof TheirOrganization>;

export const TheirProfile = Type.Object({
  ...publicMembers,
  waitingSince: Type.Optional(Day({})),
  comingSoon: Type.Optional(Type.Boolean()),
});
export type TheirProfile = Static<typeof TheirProfile>;

export const TheirAnimal = Type.Object({
  id: AssignedId(),
  name: NewPet.properties.name,
  categoryId: NewPet.properties.categoryId,
  status: PetStatus,
  owner: Type.Object({ organization: Type.Object({ id: AssignedId() }) }),
  /** Admitted by itself: a member that breaks a rule costs the animal no other one. */
  profile: Type.Unsafe<unknown>({}),
  /** Each is admitted by itself. */
  photos: Type.Optional(Type.Unsafe<unknown>({})),
});
export type TheirAnimal = Static<typeof TheirAnimal>;

const { alt, focus } = Photo.properties;

/** A service names each photo once, and never changes its files. */
export const TheirPhoto = Type.Object({
  alt,
  focus,
  urls: Type.Object({ '600': Type.String({ pattern: '^/photos/[0-9a-f]{32}/600\\.webp$' }) }),
});

export const TheirCategory = Type.Object({ id: NewPet.properties.categoryId, name: NewPet.properties.name });
export type TheirCategory = Static<typeof TheirCategory>;

export const TheirEvent = Type.Object({
  type: Type.String({ maxLength: 100 }),
  data: Type.Object({ id: Type.Unsafe<unknown>({}) }),
});
export type TheirEvent = Static<typeof TheirEvent>;
