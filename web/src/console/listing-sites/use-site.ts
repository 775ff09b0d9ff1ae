import { useEffect, useRef } from 'preact/hooks';
import { useParams, useSearch } from 'wouter-preact';
import type { ListingSite } from '../../../../client/src/petstore.ts';
import { LISTING_SITES, type ListingSiteName } from '../../../../src/vocabulary/listing-sites.ts';
import { ownPetstore } from '../../api.ts';
import { useReloads } from '../../data/calls.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { pathId } from '../../data/path-id.ts';
import { ownAccount } from '../../session.ts';
import { useLiveQuery } from '../live.ts';

/** A part of the page that changes the site. */
export interface SitePart {
  readonly organizationId: number;
  readonly site: ListingSite;
  readonly onChanged: (site: ListingSite) => void;
}

/** While a run is under way or about to begin, and otherwise: no event tells of runs. */
const followMs = 1_500;
const lookMs = 10_000;
/** A run that has not begun by then waits for something else: visitors do not see the organization, or the clock of the browser is wrong. */
const beginsWithinMs = 60_000;

/** Whose sites a page shows: the account's own organization, or for operators the one that the address names; 0 if there is none. */
export function useWhose(): number {
  const asked = pathId(new URLSearchParams(useSearch()).get('organization') ?? undefined);
  const own = ownAccount.value?.organization?.id ?? 0;
  return ownAccount.value?.role === 'operator' && asked !== 0 ? asked : own;
}

/** The address of the page of all sites, or of one. */
export function addressOf(organizationId: number, site?: ListingSiteName): string {
  const path = site === undefined ? '/console/listing-sites' : `/console/listing-sites/${site}`;
  return organizationId === ownAccount.value?.organization?.id ? path : `${path}?organization=${organizationId}`;
}

/** The site that the address of the page names; undefined if there is no such site. */
export function useSiteName(): ListingSiteName | undefined {
  const name = useParams()['site'] ?? '';
  return Object.hasOwn(LISTING_SITES, name) ? (name as ListingSiteName) : undefined;
}

/** Whether something is about to happen at the site, or happens. */
export const isActive = ({ running, nextRunAt }: ListingSite): boolean =>
  running || (nextRunAt !== undefined && Date.parse(nextRunAt) <= environmentNow());

/** The sites that are set up, as they are now. */
export function useSites(organizationId: number) {
  const sites = useLiveQuery(
    async (signal) => (organizationId === 0 ? [] : ownPetstore.listingSites.list(organizationId, { signal })),
    [organizationId],
    ({ type, data }) => type === 'organization.updated' && data.id === organizationId,
  );
  const dueSince = useRef<number>();
  if (sites.data?.some(isActive) !== true) dueSince.current = undefined;
  else dueSince.current ??= performance.now();
  const isSoon = dueSince.current !== undefined && performance.now() - dueSince.current < beginsWithinMs;
  const isRunning = sites.data?.some(({ running }) => running) === true;
  useReloads(isRunning || isSoon ? followMs : lookMs, sites);
  return sites;
}

/** Calls it when something has happened at the site since the component was first drawn. */
export function useAfterRun({ lastAttemptAt, running, waiting, updatedAt }: ListingSite, act: () => void): void {
  useEffect(act, [lastAttemptAt, running, waiting?.list, updatedAt]);
}
