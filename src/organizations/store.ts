import { isDeepStrictEqual } from 'node:util';
import type { Database, Queries } from '../database/database.ts';
import { isPublicOrganization, isPublicOrganizationFor } from '../database/listed.ts';
import { nameContains } from '../database/names.ts';
import { isNear, type Near, placeIn, type Point } from '../database/near.ts';
import { newest } from '../database/newest.ts';
import type { Outbox } from '../database/outbox.ts';
import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import type { Adoption } from '../vocabulary/application-lifecycle.ts';
import type { EventKind } from '../vocabulary/event-kinds.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { merged } from '../vocabulary/merge-patch.ts';
import type { Owner } from '../vocabulary/owner.ts';
import { columnsOf, isPublic, publicOf, type StoredOrganization, storedOf, type WholeOrganization } from './row.ts';
import type { NewOrganization, Organization, OrganizationNotice, OrganizationPatch, Question } from './schema.ts';

/** Who asks: operators see every organization; others see the public ones and their own. */
export interface Viewer {
  readonly isOperator: boolean;
  /** The organization that the account belongs to. */
  readonly organizationId: number | undefined;
  /** A partner sees only organizations that are of no other service. */
  readonly isPartner?: boolean | undefined;
}

/** Whether the viewer sees all of the organization. */
export const isInsideOf = ({ isOperator, organizationId }: Viewer, id: number): boolean =>
  isOperator || organizationId === id;

type AddedOrganization = Omit<NewOrganization, 'application'> & Pick<Organization, 'application'>;
type ChangedOrganization = Omit<OrganizationPatch, 'application'> & { readonly application?: Question[] | null };

/** An organization is public, so that visitors see it, while it is listed and not suspended. */
export type OrganizationStore = ReturnType<typeof organizationStore>;

export function organizationStore({ read, position }: Database, outbox: Outbox, now: Now) {
  const organizations = (db: Queries) =>
    db
      .selectFrom('organizations')
      .leftJoin('organization_logos', 'organization_id', 'organizations.id')
      .selectAll('organizations')
      .select('hash as logo_hash')
      .select((of) => {
        const source = of
          .selectFrom('directory_sources')
          .whereRef('directory_sources.id', '=', 'organizations.source_id');
        return [source.select('url').as('source_url'), source.select('seen_at').as('source_seen_at')];
      });
  const byId = async (db: Queries, id: Int64): Promise<StoredOrganization | undefined> => {
    const row = await organizations(db)
      .where('id', '=', id as number)
      .executeTakeFirst();
    return row && storedOf(row);
  };

  /** Only its `id` while visitors do not see it: the event goes to every account. */
  const append = (tx: Queries, kind: EventKind, organization: WholeOrganization, by: Actor) => {
    const { id } = organization;
    const notice: OrganizationNotice = isPublic(organization) ? publicOf(organization) : { id };
    return outbox.append(tx, kind, notice, { by, organizationId: id });
  };

  return {
    /** Up to `count` organizations that the viewer sees, with ids below `before`, newest first. */
    async list(
      { isOperator, organizationId, isPartner = false }: Viewer,
      { name, near }: { readonly name?: string | undefined; readonly near?: Near | undefined },
      count: number,
      before: Int64 | undefined,
    ): Promise<StoredOrganization[]> {
      let query = organizations(read);
      if (!isOperator)
        query = query.where((column) =>
          organizationId === undefined
            ? isPublicOrganizationFor(isPartner ? 'own' : true)
            : column.or([isPublicOrganization, column('id', '=', organizationId)]),
        );
      if (name !== undefined) query = query.where(nameContains({ position }, name));
      if (near !== undefined) query = query.where(isNear(near, 'organizations'));
      return (await newest(query, count, before)).map(storedOf);
    },

    /**
     * Up to `count` of the organizations that visitors see, with ids above `after`, in their order. The place of each is its `location`, or
     * else where its address is, if that is known.
     */
    async listedAfter(after: number, count: number): Promise<(Organization & { readonly place: Point | undefined })[]> {
      const rows = await organizations(read)
        .where(isPublicOrganization)
        .where('organizations.id', '>', after)
        .orderBy('organizations.id')
        .limit(count)
        .execute();
      return rows.map((row) => ({ ...publicOf(storedOf(row).organization), place: placeIn(row) }));
    },

    /** Of the organizations that visitors see, by their ids. */
    async publicOnes(ids: readonly number[], db: Queries = read): Promise<ReadonlyMap<number, Organization>> {
      if (ids.length === 0) return new Map();
      const rows = await organizations(db).where(isPublicOrganization).where('organizations.id', 'in', ids).execute();
      return new Map(rows.map((row) => [row.id, publicOf(storedOf(row).organization)]));
    },

    /** The one with this id, if visitors see it. */
    async publicOne(id: number | undefined, db: Queries = read): Promise<Organization | undefined> {
      return id === undefined ? undefined : (await this.publicOnes([id], db)).get(id);
    },

    /** Undefined if the viewer does not see it. Reads in the transaction, or what is committed. */
    async find(viewer: Viewer, id: Int64, db: Queries = read): Promise<StoredOrganization | undefined> {
      const found = await byId(db, id);
      if (found === undefined) return undefined;
      const { id: own, origin } = found.organization;
      const isShown = isPublic(found.organization) && (viewer.isPartner !== true || origin === undefined);
      return isInsideOf(viewer, own) || isShown ? found : undefined;
    },

    /** The questions of an animal's organization to adopters. */
    async questionsOf(tx: Queries, { organizationId }: Pick<Owner, 'organizationId'>): Promise<readonly Question[]> {
      if (organizationId === undefined) return [];
      return (await byId(tx, organizationId))?.organization.application ?? [];
    },

    /** How the animals of an organization are adopted, unless one differs. */
    async adoptionOf(tx: Queries, { organizationId }: Pick<Owner, 'organizationId'>): Promise<Adoption> {
      if (organizationId === undefined) return 'reserve';
      return (await byId(tx, organizationId))?.organization.adoption ?? 'reserve';
    },

    /** The organization that visitors see, if they see exactly one. */
    async onlyPublic(): Promise<Organization | undefined> {
      const [row, ...others] = await organizations(read).where(isPublicOrganization).limit(2).execute();
      // One of another service does not stand for this one.
      if (row === undefined || row.source_id !== null || others.length > 0) return undefined;
      return publicOf(storedOf(row).organization);
    },

    /** Appends the event that something else has changed the organization. */
    async announce(tx: Queries, id: Int64, by: Actor): Promise<void> {
      const found = await byId(tx, id);
      if (found !== undefined) await append(tx, 'organization.updated', found.organization, by);
    },

    /**
     * Appends the event that visitors see other animals of the organizations that have, or had, some of the account's, which is suspended or
     * resumed, or has brought them. Events about the animals of a suspended account are not for visitors, even if they were removed before.
     */
    async announceAnimalsOf(tx: Queries, accountId: number, by: Actor): Promise<void> {
      const rows = await organizations(tx)
        .where(isPublicOrganization)
        .where('id', 'in', (of) =>
          of.selectFrom('pet_counts').select('pet_counts.organization_id').where('account_id', '=', accountId),
        )
        .orderBy('id')
        .execute();
      for (const row of rows) await append(tx, 'organization.animals_changed', storedOf(row).organization, by);
    },

    async add(tx: Queries, { listed = false, ...profile }: AddedOrganization, by: Actor): Promise<StoredOrganization> {
      const at = now();
      const row = await tx
        .insertInto('organizations')
        .values({
          ...columnsOf(merged({ name: profile.name }, profile)),
          listed_at: listed ? at : null,
          suspended_at: null,
          version: 1,
          created_at: at,
          updated_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const added = storedOf({ ...row, logo_hash: null, source_url: null, source_seen_at: null });
      await append(tx, 'organization.created', added.organization, by);
      return added;
    },

    /** Counts a change of what belongs to the organization, such as its logo, and writes the event. */
    async noteChange(tx: Queries, { organization: { id }, version }: StoredOrganization, by: Actor) {
      const counted = { version: version + 1, updated_at: now() };
      await tx.updateTable('organizations').set(counted).where('id', '=', id).execute();
      const changed = await byId(tx, id);
      if (changed === undefined) throw new Error('The organization that has changed does not exist.');
      await append(tx, 'organization.updated', changed.organization, by);
      return changed;
    },

    /** Removes an organization that visitors do not see, and that has no animals and no members, with what belongs to it alone. */
    async remove(tx: Queries, id: number): Promise<void> {
      for (const table of ['organization_logos', 'invitations', 'answer_templates'] as const)
        await tx.deleteFrom(table).where('organization_id', '=', id).execute();
      await tx.deleteFrom('organizations').where('id', '=', id).execute();
    },

    async change(
      tx: Queries,
      found: StoredOrganization,
      patch: ChangedOrganization,
      by: Actor,
    ): Promise<StoredOrganization> {
      const before = found.organization;
      const after = merged(before, patch);
      if (isDeepStrictEqual(before, after)) return found;
      const version = found.version + 1;
      const at = now();
      const appears = isPublic(after) && !isPublic(before);
      const { latitude, longitude, located, ...columns } = columnsOf(after);
      const isElsewhere = !isDeepStrictEqual([before.address, before.location], [after.address, after.location]);
      await tx
        .updateTable('organizations')
        .set((column) => ({
          ...columns,
          ...(isElsewhere ? { latitude, longitude, located } : {}),
          // The next digest comes at eight there.
          ...(before.timeZone === after.timeZone ? {} : { digest_at: null }),
          // Since when visitors see it.
          listed_at: after.listed ? (appears ? at : column.fn.coalesce('listed_at', column.val(at))) : null,
          suspended_at: after.suspended ? column.fn.coalesce('suspended_at', column.val(at)) : null,
          version,
          updated_at: at,
        }))
        .where('id', '=', before.id)
        .execute();
      const disappears = isPublic(before) && !isPublic(after);
      if (appears) await append(tx, 'organization.listed', after, by);
      if (disappears) await append(tx, 'organization.unlisted', after, by);
      if (!(appears || disappears) || !isDeepStrictEqual(publicOf(before), publicOf(after)))
        await append(tx, 'organization.updated', after, by);
      return { organization: after, version };
    },
  };
}
