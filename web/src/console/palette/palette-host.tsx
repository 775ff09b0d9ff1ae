import type { ComponentType } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { Button } from '../../design/controls/button.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { wantsToAdd } from '../animals/animal-list.ts';
import type { SheetProps } from './sheet.ts';
import { followShortcuts, keyText } from './shortcuts.ts';
import { stepInList } from './step-in-list.ts';

const SHEETS = {
  palette: (): Promise<ComponentType<SheetProps>> => import('./palette.tsx').then(({ Palette }) => Palette),
  help: (): Promise<ComponentType<SheetProps>> => import('./help-sheet.tsx').then(({ HelpSheet }) => HelpSheet),
};

/** A button for the palette, and the keyboard shortcuts. The palette and the help sheet are loaded when they are first opened. */
export function PaletteHost() {
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<ComponentType<SheetProps>>();
  const show = (sheet: keyof typeof SHEETS) => {
    SHEETS[sheet]().then(
      (Sheet) => setOpened(() => Sheet),
      () => tell('It could not be loaded. You may be offline, or the service was updated.', 'danger'),
    );
  };
  // Keys work as soon as the page can be seen: other effects wait for the next frame.
  useLayoutEffect(
    () =>
      followShortcuts((action) => {
        if (action.type === 'go') navigate(action.href);
        else if (action.type === 'search') document.querySelector<HTMLElement>('main input[type=search]')?.focus();
        else if (action.type === 'step') stepInList(action.by);
        else if (action.type === 'add') {
          wantsToAdd.value = true;
          navigate('/console/animals');
        } else show(action.type);
      }),
    [],
  );
  const Sheet = opened;
  return (
    <>
      <Button kind="quiet" icon="search" label={`Search (${keyText('Mod+K')})`} onClick={() => show('palette')} />
      {Sheet !== undefined && <Sheet onClose={() => setOpened(undefined)} onHelp={() => show('help')} />}
    </>
  );
}
