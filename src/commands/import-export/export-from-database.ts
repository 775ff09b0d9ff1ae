import type { Category, ExpandedPet, Order, PetstoreEvent } from '../../../client/src/petstore.ts';
import { categoryStore } from '../../categories/store.ts';
import { eventStore } from '../../events/store.ts';
import { parseJson } from '../../http/validation/json.ts';
import { orderStore } from '../../orders/store.ts';
import { organizationStore } from '../../organizations/store.ts';
import { photoStore } from '../../pets/photos/store.ts';
import { shownProfile } from '../../pets/profile/view.ts';
import type { PetFilters } from '../../pets/query/filters.ts';
import { petStore } from '../../pets/store.ts';
import type { OpenEnvironment } from '../local/environment.ts';

const pageRows = 1_000;
const deepestEvent = 64;
const mostCategories = 1_000_000;

/** All animals in the database, or an organization's, newest first, with all their information. */
export function petsOf(
  { database, outbox, now }: OpenEnvironment,
  filters: Pick<PetFilters, 'organizationId'>,
): AsyncIterable<ExpandedPet> {
  const store = petStore(database, outbox, now);
  return downwards(async (before) => {
    const page = await store.list(filters, { count: pageRows, after: before === undefined ? undefined : [before] });
    const profiles = await store.profiles.of(page.map(({ id }) => id));
    return page.map((pet) => {
      const profile = profiles.get(pet.id);
      return { ...pet, ...(profile === undefined ? {} : { profile: shownProfile(profile, true, now()) }) };
    });
  });
}

/** The animals of an organization, newest first, as everybody sees them, with their photos. */
export function listedPetsOf(opened: OpenEnvironment, organizationId: number): AsyncIterable<ExpandedPet> {
  const { database, outbox, now, realNow } = opened;
  const store = petStore(database, outbox, now);
  const photos = photoStore(database, realNow);
  return downwards(async (before) => {
    const page = await store.list(
      { organizationId, withHidden: false },
      { count: pageRows, after: before === undefined ? undefined : [before] },
    );
    const ids = page.map(({ id }) => id);
    const [profiles, pictures] = await Promise.all([store.profiles.of(ids), photos.ofPets(ids)]);
    return page.map((pet) => {
      const profile = profiles.get(pet.id);
      return {
        ...pet,
        ...(profile === undefined ? {} : { profile: shownProfile(profile, false, now()) }),
        photos: pictures.get(pet.id) ?? [],
      };
    });
  });
}

/** The only organization that visitors see, if there is only one. */
export const onlyOrganization = async ({ database, outbox, now }: OpenEnvironment): Promise<number | undefined> =>
  (await organizationStore(database, outbox, now).onlyPublic())?.id;

export const categoriesOf = ({ database, outbox }: OpenEnvironment): Promise<readonly Category[]> =>
  categoryStore(database, outbox).list(mostCategories, undefined);

/** All orders, newest first. */
export function ordersOf(opened: OpenEnvironment): AsyncIterable<Order> {
  const store = orderStore(opened);
  return downwards(async (before) => {
    const page = await store.list(
      undefined,
      {},
      { count: pageRows, after: before === undefined ? undefined : [before] },
    );
    return page.map(({ order }) => order);
  });
}

/** All events, oldest first. */
export async function* eventsOf({ database }: OpenEnvironment): AsyncGenerator<PetstoreEvent> {
  const store = eventStore(database);
  for (let after = 0; ;) {
    const page = await store.after(after, pageRows);
    for (const { body } of page) yield parseJson(Buffer.from(body), deepestEvent) as PetstoreEvent;
    after = page.at(-1)?.sequence ?? after;
    if (page.length < pageRows) return;
  }
}

/** Pages from the newest id down; what is added meanwhile is not included. */
async function* downwards<Item extends { readonly id: number }>(
  read: (before: number | undefined) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let before: number | undefined; ;) {
    const page = await read(before);
    yield* page;
    before = page.at(-1)?.id;
    if (page.length < pageRows) return;
  }
}
