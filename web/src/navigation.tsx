import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'wouter-preact';

/** Where each address was left, for those who come back to it. */
const positions = new Map<string, number>();

/** Of what still waits to be scrolled to. */
let waiting: AbortController | undefined;

/** How long a page is waited for to be as long as it was. */
const waitingMs = 5_000;

/** Scrolls as soon as the page is long enough: what it shows may be on its way still. Who scrolls meanwhile is let be. */
function scrollBackTo(top: number): void {
  waiting?.abort();
  scrollTo(0, top);
  if (scrollY >= top - 1) return;
  const controller = new AbortController();
  const { signal } = (waiting = controller);
  const end = () => controller.abort();
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (scrollY >= top - 1) end();
  });
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(kind, end, { signal, passive: true });
  setTimeout(end, waitingMs);
}

/**
 * What a browser does when it loads a page, done for pages that are not loaded: a new one begins at its top, with the focus at its content;
 * going back returns to where one was.
 */
export function Navigation({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [path] = useLocation();
  const isBack = useRef(false);
  const last = useRef(path);
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const onBack = () => (isBack.current = true);
    const onScroll = () => positions.set(last.current, scrollY);
    addEventListener('popstate', onBack);
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('popstate', onBack);
      removeEventListener('scroll', onScroll);
    };
  }, []);
  useLayoutEffect(() => {
    if (last.current === path) return;
    last.current = path;
    const top = isBack.current ? (positions.get(path) ?? 0) : 0;
    isBack.current = false;
    // This is the first to learn of the new address; the page is rendered in the same turn, but later.
    queueMicrotask(() => {
      scrollBackTo(top);
      document.getElementById('main')?.focus({ preventScroll: true });
    });
  }, [path]);
  return <>{children}</>;
}
