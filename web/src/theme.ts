import { effect, signal } from '@preact/signals';

/** As the system has it, or as somebody has chosen here. */
export type Theme = 'system' | 'light' | 'dark';

const key = 'petstore-theme';
const stored = localStorage.getItem(key);

export const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

/** Keeps the document as the theme is. */
export function followTheme(): void {
  effect(() => {
    if (theme.value === 'system') {
      delete document.documentElement.dataset['theme'];
      localStorage.removeItem(key);
    } else {
      document.documentElement.dataset['theme'] = theme.value;
      localStorage.setItem(key, theme.value);
    }
  });
}
