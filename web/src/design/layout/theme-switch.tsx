import { theme, useSystemIsDark } from '../../theme.ts';
import { words } from '../../words.ts';
import { Button } from '../controls/button.tsx';

/** Changes between light and dark. Choosing the system's own theme forgets the choice. */
export function ThemeSwitch() {
  const systemIsDark = useSystemIsDark();
  const isDark = theme.value === 'system' ? systemIsDark : theme.value === 'dark';
  const change = () => {
    theme.value = isDark === systemIsDark ? (isDark ? 'light' : 'dark') : 'system';
  };
  return (
    <Button
      kind="quiet"
      size="s"
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? words().first.lightTheme : words().first.darkTheme}
      onClick={change}
    />
  );
}
