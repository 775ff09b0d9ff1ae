import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type AroundNavHandler, Router, useLocation } from 'wouter-preact';

/** The scroll position of each path. */
const positions = new Map<string, number>();

/** Stops the restoration that is under way. */
let restoring: AbortController | undefined;

/** The time for a page to become long enough. */
const restoreMs = 5_000;

/** Scrolls as soon as the page is long enough: its content may still be loading. Stops when the user scrolls. */
function scrollBackTo(top: number): void {
  restoring?.abort();
  scrollTo(0, top);
  if (scrollY >= top - 1) return;
  const controller = new AbortController();
  const { signal } = (restoring = controller);
  const end = () => controller.abort();
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (scrollY >= top - 1) end();
  });
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    addEventListener(kind, end, { signal, passive: true });
  setTimeout(end, restoreMs);
}

/** The newest navigation: a second tap, or going back, takes the place of the first. */
let newest = 0;

/** Shows that an animal was tapped before its page is rendered: on a slow phone that takes longer than people notice. */
const afterPaint: AroundNavHandler = (navigate, to, options) => {
  const own = ++newest;
  const go = () => own === newest && navigate(to, options);
  if (to.startsWith('/pets/') && !document.hidden) requestAnimationFrame(() => setTimeout(go));
  else go();
};

/**
 * Does what a browser does when it loads a page: a new page starts at the top with the focus on its content, and going back restores the
 * scroll position.
 */
export function Navigation({ children }: { readonly children: ComponentChildren }) {
  const [path] = useLocation();
  const isBack = useRef(false);
  const last = useRef(path);
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const onBack = () => {
      isBack.current = true;
      newest += 1;
    };
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
    // The new page is rendered later in the same task.
    queueMicrotask(() => {
      scrollBackTo(top);
      document.getElementById('main')?.focus({ preventScroll: true });
    });
  }, [path]);
  return <Router aroundNav={afterPaint}>{children}</Router>;
}
