import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** What waits for the reader: shown before the title of the window. */
export const titleCount = signal(0);

/** @param title undefined if another part of the page knows it */
export function usePageTitle(title: string | undefined): void {
  const count = titleCount.value;
  // With the page, not a frame after it.
  useLayoutEffect(() => {
    if (title !== undefined) document.title = count === 0 ? title : `(${count}) ${title}`;
  }, [title, count]);
}
