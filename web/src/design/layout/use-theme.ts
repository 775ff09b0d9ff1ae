import { useLayoutEffect } from 'preact/hooks';

/** Shows a page in one theme, whatever the reader prefers elsewhere. */
export function useTheme(theme: 'light' | 'dark'): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const { theme: before } = dataset;
    dataset['theme'] = theme;
    return () => {
      if (before === undefined) delete dataset['theme'];
      else dataset['theme'] = before;
    };
  }, []);
}
