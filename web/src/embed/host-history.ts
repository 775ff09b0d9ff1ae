import { useEffect, useState } from 'preact/hooks';
import type { BaseLocationHook, BaseSearchHook } from 'wouter-preact';

/** The position of the host page in which the visitor left an address of the board, in CSS pixels. */
const positions = new Map<string, number>();

/**
 * The address in the board, kept in the state of the host page's own history: the host's address and what it keeps there stay, and the
 * browser's back leads from an animal to the list.
 *
 * @param name of the member of the state; another one for each board of a page
 */
export function hostHistory(name: string): BaseLocationHook {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const state = (): Readonly<Record<string, unknown>> => Object(history.state) as Record<string, unknown>;
  const address = (): string => {
    const found = state()[name];
    return typeof found === 'string' ? found : '/';
  };
  addEventListener('popstate', () => {
    notify();
    const top = positions.get(address());
    // The board shows the list again in the next frame.
    if (top !== undefined) requestAnimationFrame(() => setTimeout(() => scrollTo(scrollX, top)));
  });

  const useAddress = (): string => {
    const [shown, show] = useState(address);
    useEffect(() => {
      const note = () => show(address());
      listeners.add(note);
      note();
      return () => {
        listeners.delete(note);
      };
    }, []);
    return shown;
  };
  const navigate = (to: string, { replace = false }: { readonly replace?: boolean } = {}) => {
    if (!replace) positions.set(address(), scrollY);
    history[replace ? 'replaceState' : 'pushState']({ ...state(), [name]: to }, '');
    notify();
  };
  const pathOf = (text: string): string => text.split('?')[0] ?? '/';
  const useSearch: BaseSearchHook = () => {
    const shown = useAddress();
    return shown.slice(pathOf(shown).length + 1);
  };
  return Object.assign((): [string, typeof navigate] => [pathOf(useAddress()), navigate], { searchHook: useSearch });
}
