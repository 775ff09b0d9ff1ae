import { useEffect, useState } from 'preact/hooks';
import { theme } from '../../theme.ts';

/** Changes when the colours do: what depends on them in another way than by CSS, such as on a canvas, is then drawn anew. */
export function useScheme(): string {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const note = () => setDark(query.matches);
    query.addEventListener('change', note);
    return () => query.removeEventListener('change', note);
  }, []);
  return `${theme.value} ${isDark}`;
}

/** What a variable is as a colour that a canvas takes: `light-dark()` is resolved only where it is used. */
export function colourOf(host: HTMLElement, name: string): string {
  host.style.color = `var(${name})`;
  const { color } = getComputedStyle(host);
  host.style.color = '';
  return color;
}
