import { useMemo, useRef } from 'preact/hooks';
import type { Application, ApplicationCounts, ListApplicationsQuery } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { type Query, useQuery, useWhileVisible } from '../../data/calls.ts';
import { type List, openList } from '../../data/list.ts';
import { useGathered } from '../../data/use-gathered.ts';
import { ownAccount } from '../../session.ts';
import { type ConsoleEvent, useLive, useLiveQuery } from '../live.ts';

/** Of a list. */
const pageLength = 100;
/** Events of many applications arrive together, as when they are closed. */
const gatherMs = 500;
/** Operators get no events of applications to other organizations. */
const reloadMs = 30_000;

/** The application that an event is about. It lacks what staff keep. */
export const applicationIn = ({ type, data }: ConsoleEvent): Application | undefined =>
  type.startsWith('application.') ? (data as Application) : undefined;

interface Applications {
  readonly list: List<Application>;
  /** How many have each status, of those that are about the same animal or organization. */
  readonly counts: Query<ApplicationCounts>;
}

/** A list of applications. They follow the events, and stay where they are: rows must not vanish under the pointer. */
export function useApplications(filters: ListApplicationsQuery): Applications {
  const { petId, organizationId, q } = filters;
  const list = useMemo(
    () =>
      openList((query: ListApplicationsQuery) => petstore.applications.list(query), { ...filters, limit: pageLength }),
    [JSON.stringify(filters)],
  );
  const counts = useQuery(
    () =>
      petstore.applications.counts({
        ...(petId !== undefined && { petId }),
        ...(organizationId !== undefined && { organizationId }),
      }),
    [petId, organizationId],
  );
  const reload = () => {
    counts.reload();
    // A search reads many applications, and somebody may be far down in a long list: neither is read again by itself.
    if (q === undefined && list.items.value.length <= pageLength) void list.reload();
  };
  /** An event names no organization. Staff and operators receive the events of their own one. */
  const isAbout = (application: Application) =>
    petId === undefined
      ? organizationId === undefined || organizationId === ownAccount.value?.organization?.id
      : petId === application.petId;
  const told = useRef(new Map<number, Application>());
  const showSoon = useGathered(gatherMs, () => {
    const changed = told.current;
    told.current = new Map();
    const known = new Set(list.items.value.map(({ id }) => id));
    list.change((items) => items.map((item) => (changed.has(item.id) ? { ...item, ...changed.get(item.id) } : item)));
    if ([...changed.keys()].every((id) => known.has(id))) counts.reload();
    else reload();
  });
  useLive({
    onEvent(event) {
      const application = applicationIn(event);
      if (application === undefined || !isAbout(application)) return;
      told.current.set(application.id, application);
      showSoon();
    },
    onGap: reload,
  });
  useWhileVisible(reloadMs, () => {
    if (ownAccount.value?.role === 'operator') reload();
  });
  return { list, counts };
}

/** How many applications for an animal wait for an answer. They follow the events. */
export const useWaiting = (petId: number): Query<number> =>
  useLiveQuery(
    async () => {
      const { submitted, in_review: inReview } = await petstore.applications.counts({ petId });
      return submitted + inReview;
    },
    [petId],
    (event) => applicationIn(event)?.petId === petId,
    gatherMs,
  );
