import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicOnly } from '../database/listed.ts';
import type { Near } from '../database/near.ts';
import { etagOf } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import type { Scans } from '../http/scans.ts';
import { nearOf } from '../places/near.ts';
import type { Places } from '../places/places.ts';
import type { Int64, Position } from '../vocabulary/int64.ts';
import type { ListPetsQuery, Pet } from './schema.ts';
import type { PetStore } from './store.ts';

interface ListingParts {
  readonly pets: PetStore;
  readonly lists: Lists;
  readonly scans: Scans;
  readonly places: Places;
}

interface Listing {
  readonly found: Pet[];
  /** The place that the list is asked for. */
  readonly near: Near | undefined;
  /** Ends the page at this pet of it, although more were found. */
  readonly endAt: (last: Pet) => void;
  /** Of the pet, if the list was asked for this one only and has it. */
  readonly etag: string | undefined;
}

type ListRequest = FastifyRequest & { readonly query: ListPetsQuery };

/** Reads the pages of lists of pets, and sets the `Link` header. */
export const openListing =
  ({ pets, lists, scans, places }: ListingParts) =>
  async (request: ListRequest, reply: FastifyReply, publicOnly: PublicOnly): Promise<Listing> => {
    const { ids, sort = 'newest' } = request.query;
    if (sort === 'distance' && request.query.near === undefined)
      throw new ApiError(
        'invalid_parameter',
        'The query parameter `sort=distance` needs `near`, the place to measure from.',
      );
    const near = await nearOf(places, request.query);
    const only = ids?.length === 1 ? ids[0] : undefined;
    const positions = new Map<Int64, Position>();
    const positionOf = ({ id }: Pet): Position => positions.get(id) ?? [id];
    let etag: string | undefined;

    const read = async (
      asked: Omit<ListPetsQuery, 'limit' | 'cursor'>,
      count: number,
      after: Position | undefined,
    ): Promise<Pet[]> => {
      const { near: _, within: __, ...others } = asked;
      const filters = { ...others, ...(near && { near }), publicOnly };
      if (only !== undefined) {
        if (after !== undefined) return [];
        const one = await pets.find(only, { ...filters, withPages: true });
        etag = one && etagOf(one.version);
        return one === undefined ? [] : [one.pet];
      }
      const found = await scans.run(request, reply, (pace) => pets.page(filters, { count, after, pace }));
      for (const { pet, position } of found) positions.set(pet.id, position);
      return found.map(({ pet }) => pet);
    };
    const found = await lists.pageInOrder(request, reply, {}, read, positionOf);
    return { found, near, endAt: (last) => lists.endAt(request, reply, {}, positionOf(last)), etag };
  };
