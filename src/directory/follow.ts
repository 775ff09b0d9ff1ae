import type { Updateable } from 'kysely';
import type { Database, Queries } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { openTurns } from '../http/turns.ts';
import type { Now } from '../time/clock.ts';
import { MOST_OF_SOURCE } from '../vocabulary/directory.ts';
import { kindsAbout } from '../vocabulary/event-kinds.ts';
import { type Int64, isInt64 } from '../vocabulary/int64.ts';
import { admission, refusal } from './admission.ts';
import { categoryNames } from './category-names.ts';
import { LACKING_ROOM, type Mirror, type Received } from './mirror.ts';
import { photosIn } from './photos.ts';
import { numberIn, type Page, SourceFault, type SourceReader } from './source.ts';
import { READ_ALL, type SourceRow, type SourceStore } from './sources.ts';
import { TheirAnimal, TheirCategory, TheirEvent, TheirOrganization, TheirProfile } from './their-schema.ts';

interface FollowParts {
  readonly database: Database;
  readonly sources: SourceStore;
  readonly mirror: Mirror;
  readonly readerOf: (source: SourceRow, stop: AbortSignal) => SourceReader;
  readonly now: Now;
}

const EXPANDED = 'limit=100&expand=owner,profile,photos';
/** Organizations that a step reads; others are read in steps of their own. */
const organizationsAtOnce = 5;
/** How often it is written that nothing was new. */
const seenEveryMs = 60_000;

const animalIn = admission(TheirAnimal);
const refusalOf = refusal(TheirAnimal);
const profileIn = admission(TheirProfile);
const organizationIn = admission(TheirOrganization);
const categoryIn = admission(TheirCategory);
const eventIn = admission(TheirEvent);

/** What a step of a source has done. */
interface Step {
  /** Whether there is more to do at once. */
  readonly hasMore: boolean;
  /** How many animals were written that a source could have written again and again. */
  readonly written: number;
}

export type SourceFollowing = ReturnType<typeof sourceFollowing>;

/** Follows sources: reads all that one has, then its changes. Decision 0112 says why nothing is missed. */
export function sourceFollowing({ database, sources, mirror, readerOf, now }: FollowParts) {
  const names = categoryNames(now);
  /** The others of the service write too. What is read in parts does not keep changes waiting. */
  const lanes = { parts: openTurns({ most: 1 }), changes: openTurns({ most: 4 }) };
  const write = <Result>(lane: keyof typeof lanes, work: (tx: Queries) => Promise<Result>): Promise<Result> =>
    lanes[lane](() => database.transaction(work));

  /** Changes the source after a step that has read of it, and notes how new that may be. */
  const advance = (
    tx: Queries,
    source: SourceRow,
    reader: SourceReader,
    to: Updateable<Tables['directory_sources']>,
  ) => {
    const isNewer = numberIn(reader.reached()) > numberIn(to.position ?? source.position);
    return sources.change(tx, source, { ...to, reached: isNewer ? reader.reached() : null });
  };

  async function categoryOf(source: SourceRow, id: Int64, reader: SourceReader): Promise<Int64 | undefined> {
    const known = names.find(source, id);
    if (known !== undefined) return known.own;
    const value = categoryIn(await ifThere(reader.one(`/v1/categories/${id}`)));
    const own =
      value === undefined ? undefined : await write('changes', (tx) => mirror.categoryFor(tx, source, id, value.name));
    names.keep(source, id, own);
    return own;
  }

  /** Animals as they are to be shown here, or why they are not. Those without an id are left out. */
  async function mirrored(source: SourceRow, items: readonly unknown[], reader: SourceReader): Promise<Received[]> {
    const animals = new Map<number, Received>();
    for (const item of items) {
      const { id: theirId } = Object(item) as { readonly id?: unknown };
      if (isId(theirId)) animals.set(theirId, await received(source, theirId, item, reader));
    }
    return [...animals.values()];
  }

  async function received(source: SourceRow, theirId: number, item: unknown, reader: SourceReader): Promise<Received> {
    const refused = (reason: string) => ({ id: theirId, refused: reason });
    const animal = animalIn(item);
    if (animal === undefined) return refused(refusalOf(item));
    const profile = profileIn(animal.profile);
    if (profile === undefined) return refused('The field `profile` must be an object.');
    const categoryId = await categoryOf(source, animal.categoryId, reader);
    if (categoryId === undefined) return refused(LACKING_ROOM.category);
    const { id, name, status, owner } = animal;
    const photos = photosIn(animal.photos);
    return { id, name, status, categoryId, organizationId: owner.organization.id, profile, photos };
  }

  /** By their ids; undefined if visitors do not see it there. */
  async function theirOrganizations(reader: SourceReader, ids: readonly number[]) {
    const found = new Map<number, TheirOrganization | undefined>();
    for (const id of ids) {
      const received = await ifThere(reader.one(`/v1/organizations/${id}`));
      found.set(id, organizationIn(received));
    }
    return found;
  }

  /** @returns how many organizations were written, except those that the first reading adds */
  async function putAll(tx: Queries, source: SourceRow, all: Iterable<TheirOrganization | undefined>): Promise<number> {
    let written = 0;
    for (const one of all) if (one !== undefined && (await mirror.putOrganization(tx, source, one))) written += 1;
    return source.seen_at === null ? 0 : written;
  }

  /** Shows and removes animals as they were read. @param absent their ids of animals that are not there any more */
  async function put(tx: Queries, source: SourceRow, animals: readonly Received[], absent: readonly number[] = []) {
    const { added, changed } = await mirror.putAnimals(tx, source, animals);
    await mirror.removeAnimals(tx, source, absent);
    const mayBind = added > 0 && (await mirror.lackingBonds(tx, source, 0)).length > 0;
    // The first reading adds all that the source has, once.
    return { mayBind, written: changed + (source.seen_at === null ? 0 : added) };
  }

  /** Reads a page of a part. */
  async function readPage(source: SourceRow, reading: Reading & { readonly path: string }, reader: SourceReader) {
    const { path, pages, part } = reading;
    if (pages >= mostPages) throw new SourceFault('other', `It has more than ${mostPages} pages.`);
    const page = await reader.page(path);
    const isOfOrganizations = path.startsWith(ORGANIZATIONS);
    const animals = isOfOrganizations ? [] : await mirrored(source, page.items, reader);
    const found = isOfOrganizations ? page.items.map(organizationIn) : [];
    if (part.organizationId !== undefined && pages === 0)
      found.push(...(await theirOrganizations(reader, [part.organizationId])).values());
    const following = nextOf(page, path);
    const lowest = Math.min(...page.items.map(idOf));
    if (following !== undefined && !(lowest < (reading.lowest ?? Infinity)))
      throw new SourceFault('other', 'A page has nothing older than the page before it, and names a next one.');
    const next = following ?? (isOfOrganizations ? ANIMALS : undefined);
    return write('parts', async (tx): Promise<Step> => {
      const organizations = await putAll(tx, source, found);
      const { written } = await put(tx, source, animals);
      const isRead = next === undefined && part.categoryId !== undefined;
      const to = isRead
        ? after(source, reading)
        : asText({ ...reading, path: next, pages: pages + 1, lowest: following === undefined ? undefined : lowest });
      await advance(tx, source, reader, to);
      return { hasMore: true, written: organizations + written };
    });
  }

  /** Asks for some of the animals that the pages did not have: they may be elsewhere, or gone. Then removes the organizations that are gone. */
  async function sweep(source: SourceRow, reading: Reading, reader: SourceReader): Promise<Step> {
    const { organizationId } = reading.part;
    const ids = await mirror.unseen(database.read, source, organizationId);
    const animals = await animalsOf(source, ids, reader);
    const isLast = ids.length === 0;
    const organizations = await theirOrganizations(
      reader,
      isLast && organizationId !== undefined ? [organizationId] : [],
    );
    return write('parts', async (tx) => {
      const { written } = await put(tx, source, animals, without(ids, animals));
      const { left, written: ofOrganizations } = await putOrRemove(tx, source, organizations);
      const isDone =
        isLast &&
        left.length === 0 &&
        (organizationId !== undefined || !(await mirror.removeOrganizationBefore(tx, source)));
      await advance(tx, source, reader, isDone ? after(source, reading) : {});
      return { hasMore: true, written: ofOrganizations + written };
    });
  }

  /** Shows organizations as they were read, and removes those that are gone. @returns `left`: their ids of those with more animals than are removed at once */
  async function putOrRemove(tx: Queries, source: SourceRow, all: ReadonlyMap<number, TheirOrganization | undefined>) {
    const left: number[] = [];
    const written = await putAll(tx, source, all.values());
    for (const [id, one] of all)
      if (one === undefined && (await mirror.removeOrganization(tx, source, id))) left.push(id);
    return { left, written };
  }

  /** Reads some animals again: those that lacked bonds when they were written, or that were refused. */
  async function readAgain(source: SourceRow, reading: Reading, reader: SourceReader): Promise<Step> {
    const { bondsAfter, refusedAfter = 0 } = reading.part;
    const isOfBonds = bondsAfter !== undefined;
    const ids = isOfBonds
      ? await mirror.lackingBonds(database.read, source, bondsAfter)
      : await mirror.refused(database.read, source, refusedAfter);
    const animals = await animalsOf(source, ids, reader);
    return write('parts', async (tx) => {
      const { written } = await put(tx, source, animals, isOfBonds ? [] : without(ids, animals));
      const last = ids.at(-1);
      const part = (at: number): Part => (isOfBonds ? { bondsAfter: at } : { refusedAfter: at });
      const to = last === undefined ? after(source, reading) : asText({ ...reading, part: part(last) });
      await advance(tx, source, reader, to);
      return { hasMore: true, written };
    });
  }

  /** Notes where the events are, unless that is known, and begins to read everything: what changes meanwhile is among the events behind. */
  async function begin(source: SourceRow, reader: SourceReader): Promise<Step> {
    const known = source.position === null || source.service === null ? await identified(source, reader) : {};
    await write('changes', (tx) => sources.change(tx, source, { ...known, ...begun(source, EVERYTHING, []) }));
    return MORE;
  }

  async function identified(source: SourceRow, reader: SourceReader) {
    // Ids of another service mean something else, and so may those of a backup.
    names.forget(source);
    const { next, service } = await reader.events('now', 1);
    await sources.requireNew(source, service);
    return { position: positionIn(next), reached: null, service };
  }

  /** What a source becomes when a part is read: it goes on with the next one, and at the end with bonds among animals that are new here. */
  function after(source: SourceRow, { part, later }: Reading) {
    const [next, ...others] = part.bondsAfter === undefined ? distinct([...later, BONDS]) : later;
    return next === undefined ? { reading: null, ...seen() } : begun(source, next, others);
  }

  /** Reads these animals again, up to a hundred. What the source does not have is left out. */
  async function animalsOf(source: SourceRow, ids: readonly number[], reader: SourceReader): Promise<Received[]> {
    if (ids.length === 0) return [];
    const found: unknown[] = [];
    let path: string | undefined = `/v1/pets?ids=${ids.join(',')}&${EXPANDED}`;
    for (let pages = 0; path !== undefined && pages <= ids.length; pages += 1) {
      const page: Page = await reader.page(path);
      found.push(...page.items);
      path = nextOf(page, path);
      if (found.length > ids.length)
        throw new SourceFault('other', 'It answered with other animals than it was asked for.');
    }
    const wanted = new Set(ids);
    return (await mirrored(source, found, reader)).filter(({ id }) => wanted.has(id));
  }

  /** Reads what has changed since. What is too much for a step is read in parts afterwards. */
  async function followSome(source: SourceRow, reader: SourceReader): Promise<Step> {
    const askedAt = now();
    const { items, next } = await reader.events(String(source.position));
    // A backup may have the position, and not all that was read after it.
    if (source.reached !== null) await reader.events(source.reached, 1);
    const position = positionIn(next, source.position);
    const events = items.flatMap((item) => eventIn(item) ?? []);
    const about = (...kinds: readonly string[]) => [
      ...new Set(events.filter(({ type }) => kinds.includes(type)).map(({ data }) => data.id)),
    ];
    const changed = about(...kindsAbout('pet')).filter(isId);
    const organizationIds = about(...kindsAbout('organization')).filter(isId);
    const ofMany = about('organization.listed', 'organization.animals_changed').filter(isId);
    ofMany.push(...organizationIds.slice(organizationsAtOnce));
    // An organization that visitors see now may have a category that they did not see.
    const unknown = names.doubt(source, about(...kindsAbout('category')).filter(isInt64), ofMany.length > 0);
    const parts: Part[] = [
      ...ofMany.map((organizationId) => ({ organizationId })),
      ...[...about('category.updated').filter(isInt64), ...unknown].map((id) => ({ categoryId: String(id) })),
    ];
    const { reading } = source;
    const known = reading === null ? seen(askedAt) : { error: null };
    if (changed.length + organizationIds.length + parts.length === 0) {
      const isStale = source.error !== null || (reading === null && now() - (source.seen_at ?? 0) >= seenEveryMs);
      if (isStale || items.length > 0 || source.reached !== null)
        await write('changes', (tx) => advance(tx, source, reader, { position, ...known }));
      return { hasMore: items.length > 0, written: 0 };
    }
    const organizations = await theirOrganizations(reader, organizationIds.slice(0, organizationsAtOnce));
    const animals = await animalsOf(source, changed, reader);
    return write('changes', async (tx) => {
      const { left, written: ofOrganizations } = await putOrRemove(tx, source, organizations);
      const { mayBind, written } = await put(tx, source, animals, without(changed, animals));
      const more = [...parts, ...left.map((organizationId) => ({ organizationId })), ...(mayBind ? [BONDS] : [])];
      await advance(tx, source, reader, { position, ...known, ...(more.length === 0 ? {} : queued(source, more)) });
      return { hasMore: true, written: ofOrganizations + written };
    });
  }

  const seen = (at = now()) => ({ seen_at: at, error: null });

  /** Removes some of what the source has here, and the source when nothing is left. */
  async function removeSome(source: SourceRow): Promise<Step> {
    names.forget(source);
    await write('parts', async (tx) => {
      const hasMore = await mirror.removeOrganizationBefore(tx, source, Infinity);
      await (hasMore ? sources.change(tx, source, {}) : sources.remove(tx, source));
      if (!hasMore) await mirror.removeUnusedCategories(tx);
    });
    return MORE;
  }

  /** Shows again what was hidden while the source was silent. */
  const show = (source: SourceRow) =>
    write('changes', async (tx) => {
      await mirror.setListed(tx, source, true);
      await sources.change(tx, source, { hidden_at: null });
    });

  async function follow(source: SourceRow, reader: SourceReader): Promise<Step> {
    let step: Step;
    try {
      step = await followSome(source, reader);
    } catch (error) {
      if (!(error instanceof SourceFault) || error.kind !== 'lost') throw error;
      await write('changes', (tx) => sources.change(tx, source, { position: null, reached: null, reading: READ_ALL }));
      return MORE;
    }
    if (step.hasMore || source.reading !== null) return { ...step, hasMore: true };
    const row = source.hidden_at === null ? undefined : await sources.find(source.id);
    // It may be being removed since.
    if (row === undefined || row.removed_at !== null) return step;
    await show(row);
    return MORE;
  }

  return {
    /**
     * Does the next step of a source.
     *
     * @param isFirst of its turn: changes come before what is still to be read, so that what is gone there is soon gone here
     * @throws SourceFault; `Overtaken` if another process works on it
     */
    async step(source: SourceRow, isFirst: boolean, stop: AbortSignal): Promise<Step> {
      try {
        if (source.removed_at !== null) return await removeSome(source);
        const reader = readerOf(source, stop);
        const reading = readingOf(source);
        if (source.position === null || (source.reading !== null && reading === undefined))
          return await begin(source, reader);
        if (isFirst || reading === undefined) return await follow(source, reader);
        const { path, part } = reading;
        if (path !== undefined) return await readPage(source, { ...reading, path }, reader);
        return await (isSwept(part) ? sweep : readAgain)(source, reading, reader);
      } catch (error) {
        // What was read of them is not noted with the source.
        names.forget(source);
        throw error;
      }
    },

    /** Forgets what was in memory of their categories: another process may have followed them since. */
    forgetNames: (): void => names.forgetAll(),

    /** Removes some categories of sources that no animal has any more. */
    tidy: (): Promise<void> => write('changes', (tx) => mirror.removeUnusedCategories(tx)),

    /** Begins to read again what was refused of the source, if it is at rest: there may be room now, or it may be gone without an event. */
    async retry(source: SourceRow): Promise<void> {
      if (source.reading !== null || source.position === null) return;
      if ((await mirror.refused(database.read, source, 0)).length === 0) return;
      names.doubt(source, [], true);
      await write('changes', (tx) => sources.change(tx, source, queued(source, [REFUSED])));
    },

    /** Hides what a source has that was silent for too long. */
    hide: (source: SourceRow): Promise<void> =>
      write('changes', async (tx) => {
        await mirror.setListed(tx, source, false);
        await sources.change(tx, source, { hidden_at: now() });
      }),
  };
}

/** What is read page after page: everything, the animals of one of their organizations or categories, or those that lack bonds or were refused. */
interface Part {
  readonly organizationId?: number;
  readonly categoryId?: string;
  /** Their id of the last animal that was read, of those that lack bonds. */
  readonly bondsAfter?: number;
  /** Of those that were refused. */
  readonly refusedAfter?: number;
}

/** How far a part is read. */
interface Reading {
  readonly part: Part;
  /** Of the next page. Undefined when all pages were read: what they did not have is being removed. */
  readonly path?: string | undefined;
  readonly pages: number;
  /** Their lowest id on the pages of this list: the newest come first. Undefined before the first page. */
  readonly lowest?: number | undefined;
  /** What is to be read afterwards. */
  readonly later: readonly Part[];
}

const EVERYTHING: Part = {};
const BONDS: Part = { bondsAfter: 0 };
const REFUSED: Part = { refusedAfter: 0 };
const MORE: Step = { hasMore: true, written: 0 };
const ORGANIZATIONS = '/v1/organizations?';
const ANIMALS = `/v1/pets?${EXPANDED}`;
/** A page has one animal at least. */
const mostPages = MOST_OF_SOURCE.organizations + MOST_OF_SOURCE.animals;
/** Above this, everything is read instead. */
const mostParts = 100;

const asText = (reading: Reading) => ({ reading: JSON.stringify(reading) });

/** Undefined if nothing is being read, or everything is to be read from its beginning on. */
function readingOf({ reading }: SourceRow): Reading | undefined {
  const found = reading?.startsWith('{') === true ? (JSON.parse(reading) as Partial<Reading>) : {};
  return found.part === undefined ? undefined : (found as Reading);
}

const isSwept = ({ categoryId, bondsAfter, refusedAfter }: Part): boolean =>
  categoryId === undefined && bondsAfter === undefined && refusedAfter === undefined;

/** What a source becomes that begins with a part; in a round of its own, if what it does not find is gone. */
const begun = ({ round }: SourceRow, part: Part, later: readonly Part[]) => ({
  round: round + Number(isSwept(part)),
  ...asText({ part, path: firstOf(part), pages: 0, later }),
});

function firstOf({ organizationId, categoryId, ...part }: Part): string | undefined {
  if (organizationId !== undefined) return `${ANIMALS}&organizationId=${organizationId}`;
  if (categoryId !== undefined) return `${ANIMALS}&categoryId=${categoryId}`;
  return isSwept(part) ? `${ORGANIZATIONS}limit=100` : undefined;
}

/** What a source becomes that is to read more. */
function queued(source: SourceRow, more: readonly Part[]) {
  const reading = readingOf(source);
  const later = distinct([...(reading?.later ?? []), ...more]);
  const [first, ...others] = later;
  if (later.length > mostParts || first === undefined) return { reading: READ_ALL };
  return reading === undefined ? begun(source, first, others) : asText({ ...reading, later });
}

const distinct = (parts: readonly Part[]): Part[] => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
];

/** The ids that none of the animals has. */
const without = (ids: readonly number[], animals: readonly Received[]): number[] => [
  ...new Set(ids).difference(new Set(animals.map(({ id }) => id))),
];

const isId = (id: unknown): id is number => Number.isSafeInteger(id) && (id as number) > 0;

/** @throws SourceFault if the links would lead from page to page for ever */
function nextOf({ next, items }: Page, path: string): string | undefined {
  if (next === path) throw new SourceFault('other', 'A page names itself as the next one.');
  if (next !== undefined && items.length === 0) throw new SourceFault('other', 'An empty page names a next one.');
  return next;
}

/** Their id of what is on a page; infinite if it has none. */
function idOf(item: unknown): number {
  const id = (item as { readonly id?: unknown } | null)?.id;
  return Number.isSafeInteger(id) ? Number(id) : Infinity;
}

/** @param before the position that was asked for. @throws SourceFault */
function positionIn(next: string | undefined, before: string | null = null): string {
  const position = /[?&]position=([\w-]{1,64})(?:&|$)/.exec(next ?? '')?.[1];
  if (position === undefined || position === 'now')
    throw new SourceFault('other', 'It does not say where its events are.');
  if (numberIn(position) < numberIn(before))
    throw new SourceFault('other', 'Its events go back to an earlier position.');
  return position;
}

/** Undefined if the source says that it is not there. */
const ifThere = <Found>(found: Promise<Found>): Promise<Found | undefined> =>
  found.catch((error: unknown) => {
    if (error instanceof SourceFault && error.kind === 'absent') return undefined;
    throw error;
  });
