import { useEffect } from 'preact/hooks';
import { useLocationProperty } from 'wouter-preact/use-browser-location';

const hash = (): string => decodeURIComponent(location.hash.slice(1));

/** The fragment of the address, without its `#`. */
export const useHash = (): string => useLocationProperty(hash, () => '');

/** Scrolls to the element that the fragment names, and focuses it, once the page is ready. */
export function useHashTarget(isReady: boolean): void {
  const id = useHash();
  useEffect(() => {
    const target = isReady && id !== '' ? document.getElementById(id) : null;
    if (target === null) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }, [isReady, id]);
}
