import type { JSX } from 'preact';
import { theme } from '../../theme.ts';
import { Button } from '../controls/button.tsx';
import { useScheme } from '../data/canvas.ts';

/** Turns light and dark about; what the system already has is not kept as a choice. */
export function ThemeSwitch(): JSX.Element {
  useScheme();
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = theme.value === 'system' ? systemIsDark : theme.value === 'dark';
  const turn = () => {
    const next = isDark ? 'light' : 'dark';
    theme.value = (next === 'dark') === systemIsDark ? 'system' : next;
  };
  return (
    <Button
      kind="quiet"
      size="s"
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? 'Light colours' : 'Dark colours'}
      onClick={turn}
    />
  );
}
