import type {
  Application,
  Category,
  ExpandedPet,
  Order,
  Organization,
  PetstoreEvent,
} from '../../../client/src/petstore.ts';
import { categoryStore } from '../../categories/store.ts';
import { eventStore } from '../../events/store.ts';
import { parseJson } from '../../http/validation/json.ts';
import { present } from '../../kit/present.ts';
import { applicationStore } from '../../orders/applications/store.ts';
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

/**
 * The animals in the database, or of an organization, newest first, with all their information.
 *
 * @param withPhotos and with the addresses of their photos
 */
export function petsOf(
  { database, outbox, now, realNow }: OpenEnvironment,
  filters: Pick<PetFilters, 'organizationId'>,
  withPhotos = false,
): AsyncIterable<ExpandedPet> {
  const store = petStore(database, outbox, now);
  const photos = photoStore(database, realNow);
  return downwards(async (position) => {
    const page = await store.list(filters, position);
    const ids = page.map(({ id }) => id);
    const [profiles, pictures] = await Promise.all([
      store.profiles.of(ids),
      withPhotos ? photos.ofPets(ids) : undefined,
    ]);
    return page.map((pet) => {
      const profile = profiles.get(pet.id);
      return {
        ...pet,
        ...(profile === undefined ? {} : { profile: shownProfile(profile, true, now()) }),
        ...(pictures && { photos: pictures.get(pet.id) ?? [] }),
      };
    });
  });
}

/** The only organization that visitors see, if there is only one. */
export const onlyOrganization = async ({ database, outbox, now }: OpenEnvironment): Promise<number | undefined> =>
  (await organizationStore(database, outbox, now).onlyPublic())?.id;

export const organizationOf = async (
  { database, outbox, now }: OpenEnvironment,
  id: number,
): Promise<Organization | undefined> => {
  const operator = { isOperator: true, organizationId: undefined };
  return (await organizationStore(database, outbox, now).find(operator, id))?.organization;
};

export const categoriesOf = ({ database, outbox }: OpenEnvironment): Promise<readonly Category[]> =>
  categoryStore(database, outbox).list(mostCategories, undefined);

/** All orders, newest first. */
export function ordersOf(opened: OpenEnvironment): AsyncIterable<Order> {
  const store = orderStore(opened);
  return downwards(async (position) => (await store.list(undefined, {}, position)).map(({ order }) => order));
}

/** All applications, newest first. */
export function applicationsOf(opened: OpenEnvironment): AsyncIterable<Application> {
  const store = applicationStore(opened);
  return downwards(async (position) => {
    const page = await store.list(undefined, {}, position);
    const approvals = await store.approvals(page);
    return page.map(({ application }) => present({ ...application, approvedUntil: approvals.get(application.id) }));
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
  read: (position: {
    readonly count: number;
    readonly after: readonly [number] | undefined;
  }) => Promise<readonly Item[]>,
): AsyncGenerator<Item> {
  for (let after: readonly [number] | undefined; ;) {
    const page = await read({ count: pageRows, after });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageRows) return;
    after = [last.id];
  }
}
