import { useEffect } from 'preact/hooks';

/** What this document has told, such as `view 7`. */
const told = new Set<string>();

/**
 * Whether the board was opened at this animal by a reload, the browser's back or a change of language: it was counted before, mostly. A page
 * that the browser has discarded to save memory may never have been seen. An embedding page does not say.
 */
function isOpenedAgain(petId: number): boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (loaded === undefined || !isPageOf(petId, loaded.name)) return false;
  if ('wasDiscarded' in document && document.wasDiscarded === true) return false;
  return loaded.type !== 'navigate' || isPageOf(petId, document.referrer);
}

function isPageOf(petId: number, address: string): boolean {
  const url = URL.parse(address);
  return url?.origin === location.origin && url.pathname.replace(/\/$/, '') === `/pets/${petId}`;
}

/**
 * Lets the service count a view or a heart, once in each document. It stores nothing about the visitor, and nothing is kept in the browser:
 * docs/decisions/0108-interest-without-cookies.md.
 */
export function noteInterest(origin: string, petId: number, kind: 'view' | 'heart'): void {
  const name = `${kind} ${petId}`;
  if (told.has(name)) return;
  told.add(name);
  if (IS_OWN && kind === 'view' && isOpenedAgain(petId)) return;
  // The client would wait and repeat, and a page that closes would end it.
  void fetch(`${origin}/v1/pets/${petId}/interest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind }),
    keepalive: true,
  }).catch(() => undefined);
}

/** Notes a view as soon as the page is on the screen: a browser may load it ahead of time, or in the background. @param petId undefined until it is there */
export function useNotedView(origin: string, petId: number | undefined): void {
  useEffect(() => {
    if (petId === undefined) return undefined;
    const note = () => {
      if (document.visibilityState === 'visible') noteInterest(origin, petId, 'view');
    };
    note();
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, [origin, petId]);
}
