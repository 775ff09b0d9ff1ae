import { effect, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { keep, kept } from './data/kept.ts';

/** `system` follows the operating system; the others were chosen here. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'petstore-theme';
const stored = HAS_SCRIPTS ? kept(key) : undefined;

export const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

/** Applies the theme to the document, and remembers a choice. */
export function followTheme(): void {
  effect(() => {
    if (theme.value === 'system') {
      delete document.documentElement.dataset['theme'];
    } else {
      document.documentElement.dataset['theme'] = theme.value;
    }
    keep(key, theme.value === 'system' ? undefined : theme.value);
  });
}

/** Renders the component again when the operating system changes between light and dark. */
export function useSystemIsDark(): boolean {
  if (!HAS_SCRIPTS) return false;
  const query = matchMedia('(prefers-color-scheme: dark)');
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const note = () => setDark(query.matches);
    query.addEventListener('change', note);
    return () => query.removeEventListener('change', note);
  }, []);
  return isDark;
}
