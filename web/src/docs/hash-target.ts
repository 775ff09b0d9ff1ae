import { useEffect } from 'preact/hooks';
import { useLocationProperty } from 'wouter-preact/use-browser-location';

const hash = (): string => decodeURIComponent(location.hash.slice(1));

/** The part of the page that the address names, without its `#`. */
export const useHash = (): string => useLocationProperty(hash, () => '');

/** Brings the part that the address names into view, with the focus, as soon as it is there. */
export function useHashTarget(isThere: boolean): void {
  const id = useHash();
  useEffect(() => {
    const target = isThere && id !== '' ? document.getElementById(id) : null;
    if (target === null) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }, [isThere, id]);
}
