import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ListRequestsQuery, LoggedRequest, PetstoreError } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction, useWhileVisible } from '../../data/calls.ts';
import { type List, openList } from '../../data/list.ts';

/** Five windows may do so within the limit on reading the log. */
const readMs = 3_000;
const pageSize = 50;

interface LiveRequests {
  readonly list: List<LoggedRequest>;
  readonly isLive: boolean;
  /** Stops and continues the reading of new requests. */
  readonly toggle: () => void;
  /** Why new requests could not be read. */
  readonly error: PetstoreError | undefined;
}

/** The requests that a query finds; new ones appear at the top while the window is visible. @param query its identity identifies the list */
export function useLiveRequests(query: ListRequestsQuery): LiveRequests {
  const [isLive, setLive] = useState(true);
  const first = useMemo(() => ({ ...query, limit: pageSize }), [query]);
  const list = useMemo(() => openList((asked: ListRequestsQuery) => petstore.account.requests(asked), first), [first]);
  useEffect(() => {
    setLive(true);
    void list.more();
  }, [list]);
  const newest = useAction(async () => {
    if (list.items.value.length === 0) return list.reload();
    const { items } = await petstore.account.requests(first).page();
    const merged = withNewest(items, list.items.value);
    if (merged !== undefined) list.change((shown) => withNewest(items, shown) ?? shown);
    // Reading again would drop the further pages of somebody who scrolled down.
    else if (list.items.value.length > pageSize) setLive(false);
    else await list.reload();
  });
  useWhileVisible(readMs, () => {
    if (isLive && !list.isLoading.value) void (list.error.value === undefined ? newest.run() : list.more());
  });
  return {
    list,
    isLive,
    error: newest.error,
    toggle() {
      setLive(!isLive);
      if (!isLive) void list.reload();
    },
  };
}

/** The requests that are shown with the newest before them; undefined if there may be others in between. */
function withNewest(
  newest: readonly LoggedRequest[],
  shown: readonly LoggedRequest[],
): readonly LoggedRequest[] | undefined {
  const byId = new Map(shown.map((request) => [request.id, request]));
  // What has not changed stays the same object, so that its row is not drawn again.
  const first = newest.map((request) => byId.get(request.id) ?? request);
  for (const { id } of newest) byId.delete(id);
  if (byId.size === shown.length) return undefined;
  return byId.size + newest.length === shown.length ? shown : [...first, ...byId.values()];
}
