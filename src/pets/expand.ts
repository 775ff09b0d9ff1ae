import type { Queries } from '../database/database.ts';
import { metersBetween, type Point } from '../database/near.ts';
import { isOwnedBy, isVisitor, type Principal, publicOnlyFor } from '../http/principal.ts';
import { PAGE_BYTES, weightOf } from '../http/weight.ts';
import type { Now } from '../time/clock.ts';
import type { PhotoStore } from './photos/store.ts';
import { shownProfile } from './profile/view.ts';
import type { ExpandedPet, ExpandQuery, Pet, PetOwner } from './schema.ts';
import type { NamedOwner, PetStore } from './store.ts';

type Members = NonNullable<ExpandQuery['expand']>;

interface Reading {
  /** Reads in this transaction instead of what is committed. */
  readonly db?: Queries | undefined;
  /** The place that distances are measured from. */
  readonly near?: Point | undefined;
}

/** The first step of reading pets of a page: each may weigh as much as the page. */
const firstStep = 2;

/** Adds to pets the members that a request asks for with `expand`, as far as the reader may know them. */
export function openExpand(pets: PetStore, photos: PhotoStore, now: Now) {
  /** @param principal without one, visitors read */
  async function expand(
    found: readonly Pet[],
    members: Members,
    principal?: Principal,
    { db, near }: Reading = {},
  ): Promise<ExpandedPet[]> {
    const ids = found.map(({ id }) => id);
    // A publishable key shows no more to visitors than anybody else's.
    const reader = principal === undefined || isVisitor(principal) ? undefined : principal;
    const publicOnly = principal === undefined || publicOnlyFor(principal);
    const pending = found.filter(({ status }) => status === 'pending').map(({ id }) => id);
    const maySeeOrders = reader?.scopes.has('orders:read') === true;
    const [owners, orders, profiles, photosOf, promised, places] = await Promise.all([
      members.includes('owner') || members.includes('order') ? pets.owners(ids, db) : undefined,
      members.includes('order') && maySeeOrders ? pets.holdsOf(pending, db) : undefined,
      members.includes('profile') ? pets.profiles.of(ids, { db, publicOnly }) : undefined,
      members.includes('photos') ? photos.ofPets(ids, db) : undefined,
      members.includes('promised') ? pets.promised(pending, db) : undefined,
      members.includes('distance') && near !== undefined ? pets.places(ids) : undefined,
    ]);
    // An animal that was removed a moment ago has nothing.
    return found.map((pet) => {
      const owner = owners?.get(pet.id);
      const order = orders?.get(pet.id);
      const profile = profiles?.get(pet.id);
      const place = places?.get(pet.id);
      const isOwn = reader !== undefined && profile !== undefined && isOwnedBy(reader, profile.owner);
      return {
        ...pet,
        ...(!members.includes('owner') ? {} : { owner: owner === undefined ? {} : ownerShownTo(reader, owner) }),
        ...(order !== undefined && owner !== undefined && reader !== undefined && isOwnedBy(reader, owner)
          ? { order }
          : {}),
        ...(profiles === undefined
          ? {}
          : { profile: profile === undefined ? {} : shownProfile(profile, isOwn, now()) }),
        ...(promised?.has(pet.id) === true ? { promised: true } : {}),
        ...(photosOf === undefined ? {} : { photos: photosOf.get(pet.id) ?? [] }),
        ...(near !== undefined && place !== undefined ? { distanceMeters: metersBetween(near, place) } : {}),
      };
    });
  }

  return {
    /** All of the pets, whatever they weigh. */
    all: expand,

    /** @param members nothing is added without them */
    async one(pet: Pet, members: Members | undefined, principal: Principal, db?: Queries): Promise<ExpandedPet> {
      if (members === undefined) return pet;
      const [expanded = pet] = await expand([pet], members, principal, { db });
      return expanded;
    },

    /** The first of the pets, at least one if there is any: as many as together weigh what a page may. */
    async page(
      found: readonly Pet[],
      members: Members,
      principal: Principal,
      near: Point | undefined,
    ): Promise<ExpandedPet[]> {
      if (!members.includes('profile') && !members.includes('photos'))
        return expand(found, members, principal, { near });
      const expanded: ExpandedPet[] = [];
      let bytes = 0;
      for (let step = firstStep; expanded.length < found.length; step *= 2) {
        const next = found.slice(expanded.length, expanded.length + step);
        for (const pet of await expand(next, members, principal, { near })) {
          bytes += weightOf(pet);
          if (bytes > PAGE_BYTES && expanded.length > 0) return expanded;
          expanded.push(pet);
        }
      }
      return expanded;
    },
  };
}

/** Who has an animal, as far as the reader may know. */
function ownerShownTo(reader: Principal | undefined, owner: NamedOwner): PetOwner {
  const { accountId: id, accountName: name, organization, isPublic } = owner;
  const isOwn = reader !== undefined && isOwnedBy(reader, owner);
  return {
    ...(organization !== undefined && (isOwn || isPublic) ? { organization } : {}),
    ...(isOwn ? { account: { id, ...(name === undefined ? {} : { name }) } } : {}),
  };
}
