import type { Database, Queries } from '../database/database.ts';
import type { Now } from '../time/clock.ts';
import { MOST_OF_SOURCE } from '../vocabulary/directory.ts';
import { kindsAbout } from '../vocabulary/event-kinds.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { admission } from './admission.ts';
import type { Mirror, MirroredAnimal } from './mirror.ts';
import { type Page, SourceFault, type SourceReader } from './source.ts';
import { READ_ALL, type SourceRow, type SourceStore } from './sources.ts';
import { TheirAnimal, TheirCategory, TheirEvent, TheirOrganization, TheirProfile } from './their-schema.ts';

interface FollowParts {
  readonly database: Database;
  readonly sources: SourceStore;
  readonly mirror: Mirror;
  readonly readerOf: (source: SourceRow) => SourceReader;
  readonly now: Now;
}

const EXPANDED = 'limit=100&expand=owner,profile';
const FIRST = { organizations: '/v1/organizations?limit=100', animals: `/v1/pets?${EXPANDED}` } as const;
/** An event with one of these changes what visitors see of many animals. */
const OF_MANY: ReadonlySet<string> = new Set([
  'organization.listed',
  'organization.animals_changed',
  'category.updated',
]);
const OF_ANIMALS: readonly string[] = kindsAbout('pet');
const OF_ORGANIZATIONS: readonly string[] = kindsAbout('organization');
/** Of all sources together, in memory. */
const mostNames = 10_000;
/** How often it is written that nothing was new. */
const seenEveryMs = 60_000;

const animalIn = admission(TheirAnimal);
const profileIn = admission(TheirProfile);
const organizationIn = admission(TheirOrganization);
const categoryIn = admission(TheirCategory);
const eventIn = admission(TheirEvent);

export type SourceFollowing = ReturnType<typeof sourceFollowing>;

/** Follows sources: reads all that one has, then its changes. Decision 0112 says why nothing is missed. */
export function sourceFollowing({ database, sources, mirror, readerOf, now }: FollowParts) {
  /** Their categories are few and keep their names: by the source and their id. */
  const names = new Map<string, Int64>();

  async function categoryOf(source: SourceRow, id: Int64, stop: AbortSignal): Promise<Int64 | undefined> {
    const of = `${source.id} ${id}`;
    const known = names.get(of);
    if (known !== undefined) return known;
    const value = categoryIn(await readerOf(source).one(`/v1/categories/${id}`, stop));
    if (value === undefined) return undefined;
    const own = await database.transaction((tx) => mirror.categoryNamed(tx, source, value.name));
    if (names.size >= mostNames) names.clear();
    if (own !== undefined) names.set(of, own);
    return own;
  }

  /** Animals as they are to be shown here. What is not admitted is left out. */
  async function mirrored(source: SourceRow, items: readonly unknown[], stop: AbortSignal): Promise<MirroredAnimal[]> {
    const animals = new Map<number, MirroredAnimal>();
    for (const item of items) {
      const animal = animalIn(item);
      const profile = profileIn(animal?.profile);
      if (animal === undefined || profile === undefined) continue;
      const { id, name, status, owner } = animal;
      const categoryId = await ifThere(categoryOf(source, animal.categoryId, stop));
      if (categoryId === undefined) continue;
      animals.set(id, { id, name, status, categoryId, organizationId: owner.organization.id, profile });
    }
    return [...animals.values()];
  }

  /** The organizations of animals that are not shown here yet: they appeared after the organizations were read. */
  async function missing(source: SourceRow, animals: readonly MirroredAnimal[], stop: AbortSignal) {
    const ids = [...new Set(animals.map(({ organizationId }) => organizationId))];
    const known = await mirror.knownOrganizations(database.read, source, ids);
    return theirOrganizations(
      source,
      ids.filter((id) => !known.has(id)),
      stop,
    );
  }

  /** By their ids; undefined if visitors do not see it there. */
  async function theirOrganizations(source: SourceRow, ids: Iterable<number>, stop: AbortSignal) {
    const found = new Map<number, TheirOrganization | undefined>();
    for (const id of ids) {
      const received = await ifThere(readerOf(source).one(`/v1/organizations/${id}`, stop));
      found.set(id, organizationIn(received));
    }
    return found;
  }

  const putAll = async (tx: Queries, source: SourceRow, all: Iterable<TheirOrganization | undefined>) => {
    for (const one of all) if (one !== undefined) await mirror.putOrganization(tx, source, one);
  };

  /** Reads a page of all that the source has. */
  async function readSome(source: SourceRow, { path, pages }: Reading, stop: AbortSignal): Promise<void> {
    if (pages >= mostPages) throw new SourceFault('other', `It has more than ${mostPages} pages.`);
    const page = await readerOf(source).page(path, stop);
    const isOfOrganizations = path.startsWith(FIRST.organizations.split('?')[0] ?? '');
    const animals = isOfOrganizations ? [] : await mirrored(source, page.items, stop);
    const found = isOfOrganizations
      ? page.items.map(organizationIn)
      : [...(await missing(source, animals, stop)).values()];
    const next = nextOf(page, path) ?? (isOfOrganizations ? FIRST.animals : undefined);
    const reading = next === undefined ? SWEEPING : JSON.stringify({ path: next, pages: pages + 1 } satisfies Reading);
    await database.transaction(async (tx) => {
      await putAll(tx, source, found);
      await mirror.putAnimals(tx, source, animals);
      await sources.change(tx, source, { reading, error: null });
    });
  }

  /** Removes some of what the round has not seen. */
  async function sweep(source: SourceRow, stop: AbortSignal): Promise<void> {
    const swept = await database.transaction(async (tx) => {
      const hasMore =
        (await mirror.removeAnimalsBefore(tx, source)) || (await mirror.removeOrganizationBefore(tx, source));
      return sources.change(tx, source, hasMore ? {} : { reading: null, ...seen() });
    });
    if (swept.reading === null) await bind(swept, stop);
  }

  /** Notes where the events are, and begins to read everything: what changes meanwhile is among the events behind. */
  async function begin(source: SourceRow, stop: AbortSignal): Promise<void> {
    // After a backup was restored there, ids may mean something else.
    names.clear();
    const { next } = await readerOf(source).page('/v1/events?position=now&limit=1', stop);
    const position = positionIn(next);
    const round = source.round + 1;
    const reading = JSON.stringify({ path: FIRST.organizations, pages: 0 } satisfies Reading);
    await database.transaction((tx) => sources.change(tx, source, { position, round, reading }));
  }

  /** Reads these animals again. @returns the pages */
  async function animalsOf(source: SourceRow, ids: readonly number[], stop: AbortSignal): Promise<MirroredAnimal[]> {
    const found: unknown[] = [];
    let path: string | undefined = `/v1/pets?ids=${ids.join(',')}&${EXPANDED}`;
    for (let pages = 0; path !== undefined && pages <= ids.length; pages += 1) {
      const page: Page = await readerOf(source).page(path, stop);
      found.push(...page.items);
      path = nextOf(page, path);
      if (found.length > ids.length || (path !== undefined && page.items.length === 0))
        throw new SourceFault('other', 'It answered with other animals than it was asked for.');
    }
    const wanted = new Set(ids);
    return (await mirrored(source, found, stop)).filter(({ id }) => wanted.has(id));
  }

  /** Reads what has changed since. @returns whether there is more to do at once */
  async function followSome(source: SourceRow, stop: AbortSignal): Promise<boolean> {
    const { items, next } = await readerOf(source).page(`/v1/events?position=${source.position}&limit=100`, stop);
    const position = positionIn(next);
    const events = items.flatMap((item) => eventIn(item) ?? []);
    const about = (kinds: readonly string[]) =>
      [...new Set(events.filter(({ type }) => kinds.includes(type)).map(({ data }) => data.id))].filter(isId);
    if (events.some(({ type }) => OF_MANY.has(type))) {
      names.clear();
      await database.transaction((tx) => sources.change(tx, source, { reading: READ_ALL, error: null }));
      return true;
    }
    const changed = about(OF_ANIMALS);
    const organizationIds = about(OF_ORGANIZATIONS);
    const isNew = changed.length > 0 || organizationIds.length > 0;
    if (!isNew) {
      const isStale = source.error !== null || now() - (source.seen_at ?? 0) >= seenEveryMs;
      if (isStale || items.length > 0)
        await database.transaction((tx) => sources.change(tx, source, { position, ...seen() }));
      return items.length > 0;
    }
    const organizations = await theirOrganizations(source, organizationIds, stop);
    const animals = changed.length === 0 ? [] : await animalsOf(source, changed, stop);
    const more = await missing(source, animals, stop);
    const there = new Set(animals.map(({ id }) => id));
    const gone = [...organizations].filter(([, one]) => one === undefined).map(([id]) => id);
    const { after, hasNew } = await database.transaction(async (tx) => {
      await putAll(tx, source, [...organizations.values(), ...more.values()]);
      const put = await mirror.putAnimals(tx, source, animals);
      await mirror.removeAnimals(
        tx,
        source,
        changed.filter((id) => !there.has(id)),
      );
      let isLeft = false;
      for (const id of gone) isLeft ||= await mirror.removeOrganization(tx, source, id);
      // A large organization takes several steps: each reads the same events.
      return { ...put, after: await sources.change(tx, source, { ...(isLeft ? {} : { position }), ...seen() }) };
    });
    if (hasNew) await bind(after, stop);
    return true;
  }

  /** Reads animals again whose bonds are known now. */
  async function bind(source: SourceRow, stop: AbortSignal): Promise<void> {
    const ids = await mirror.lackingBonds(database.read, source);
    if (ids.length === 0) return;
    const animals = await animalsOf(source, ids, stop);
    await database.transaction(async (tx) => {
      await mirror.putAnimals(tx, source, animals);
      await sources.change(tx, source, {});
    });
  }

  const seen = () => ({ seen_at: now(), error: null });

  /** Removes some of what the source has here, and the source when nothing is left. */
  async function removeSome(source: SourceRow): Promise<void> {
    await database.transaction(async (tx) => {
      const hasMore = await mirror.removeOrganizationBefore(tx, source, Infinity);
      await (hasMore ? sources.change(tx, source, {}) : sources.remove(tx, source));
    });
  }

  /** Shows again what was hidden while the source was silent. */
  const show = (source: SourceRow) =>
    database.transaction(async (tx) => {
      await mirror.setListed(tx, source, true);
      await sources.change(tx, source, { hidden_at: null });
    });

  async function follow(source: SourceRow, stop: AbortSignal): Promise<boolean> {
    try {
      if (await followSome(source, stop)) return true;
    } catch (error) {
      if (!(error instanceof SourceFault) || error.kind !== 'lost') throw error;
      await database.transaction((tx) => sources.change(tx, source, { reading: READ_ALL }));
      return true;
    }
    const after = source.hidden_at === null ? undefined : await sources.find(source.id);
    // It may be being removed since.
    if (after === undefined || after.removed_at !== null) return false;
    await show(after);
    return true;
  }

  return {
    /**
     * Does the next step of a source.
     *
     * @returns whether there is more to do at once
     * @throws SourceFault; `Overtaken` if another process works on it
     */
    async step(source: SourceRow, stop: AbortSignal): Promise<boolean> {
      const { reading } = source;
      if (source.removed_at !== null) await removeSome(source);
      else if (reading === READ_ALL || source.position === null) await begin(source, stop);
      else if (reading === SWEEPING) await sweep(source, stop);
      else if (reading !== null) await readSome(source, JSON.parse(reading) as Reading, stop);
      else return follow(source, stop);
      return true;
    },

    /** Hides what a source has that was silent for too long. */
    hide: (source: SourceRow): Promise<void> =>
      database.transaction(async (tx) => {
        await mirror.setListed(tx, source, false);
        await sources.change(tx, source, { hidden_at: now() });
      }),
  };
}

/** What was read of everything so far. */
interface Reading {
  /** Of the next page. */
  readonly path: string;
  readonly pages: number;
}

/** All was read, and what was not among it is being removed. */
const SWEEPING = 'sweep';
/** A page has one animal at least. */
const mostPages = MOST_OF_SOURCE.organizations + MOST_OF_SOURCE.animals;

const isId = (id: unknown): id is number => Number.isSafeInteger(id) && (id as number) > 0;

/** @throws SourceFault if the link would lead to the same page again */
function nextOf({ next }: Page, path: string): string | undefined {
  if (next === path) throw new SourceFault('other', 'A page names itself as the next one.');
  return next;
}

/** @throws SourceFault */
function positionIn(next: string | undefined): string {
  const position = /[?&]position=([\w-]{1,64})(?:&|$)/.exec(next ?? '')?.[1];
  if (position === undefined || position === 'now')
    throw new SourceFault('other', 'It does not say where its events are.');
  return position;
}

/** Undefined if the source says that it is not there. */
const ifThere = <Found>(found: Promise<Found>): Promise<Found | undefined> =>
  found.catch((error: unknown) => {
    if (error instanceof SourceFault && error.kind === 'absent') return undefined;
    throw error;
  });
