import { signal } from '@preact/signals';
import { keep, kept } from '../../data/kept.ts';

interface Shortcut {
  /** Pressed one after the other. `Mod` is Ctrl or ⌘. */
  readonly keys: readonly string[];
  readonly words: string;
  readonly action: ShortcutAction;
}

export type ShortcutAction =
  | { readonly type: 'palette' | 'help' | 'search' | 'add' }
  | { readonly type: 'step'; readonly by: 1 | -1 }
  | { readonly type: 'go'; readonly href: string };

/** All of them: the help sheet shows this table, and the keys come from it. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Mod+K'], words: 'Search, and commands', action: { type: 'palette' } },
  { keys: ['?'], words: 'Keyboard shortcuts', action: { type: 'help' } },
  { keys: ['/'], words: 'Search on this page', action: { type: 'search' } },
  { keys: ['J'], words: 'Next in a list', action: { type: 'step', by: 1 } },
  { keys: ['K'], words: 'Previous in a list', action: { type: 'step', by: -1 } },
  { keys: ['N'], words: 'Add an animal', action: { type: 'add' } },
  { keys: ['G', 'A'], words: 'Go to the animals', action: { type: 'go', href: '/console/animals' } },
  { keys: ['G', 'O'], words: 'Go to the adoptions', action: { type: 'go', href: '/console/orders' } },
  { keys: ['G', 'I'], words: 'Go to the inbox', action: { type: 'go', href: '/console/inbox' } },
  { keys: ['G', 'C'], words: 'Go to the categories', action: { type: 'go', href: '/console/categories' } },
  { keys: ['G', 'F'], words: 'Go to the statistics', action: { type: 'go', href: '/console/figures' } },
];

const storageKey = 'petstore-single-keys';

/** Whether keys without Ctrl or ⌘ work: who dictates to the computer may need them off. WCAG 2.1.4. */
export const hasSingleKeys = signal(kept(storageKey) !== 'off');

export function setSingleKeys(isOn: boolean): void {
  hasSingleKeys.value = isOn;
  keep(storageKey, isOn ? undefined : 'off');
}

/** The longest time between the keys of a sequence. */
const sequenceMs = 1_200;

/** @returns stops it */
export function followShortcuts(act: (action: ShortcutAction) => void): () => void {
  let pressed: string[] = [];
  let lastMs = 0;
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || isElsewhere(event)) return;
    const hasMod = event.ctrlKey || event.metaKey;
    if (event.altKey || (!hasMod && !hasSingleKeys.value)) return;
    const key = `${hasMod ? 'Mod+' : ''}${event.key.length === 1 ? event.key.toUpperCase() : event.key}`;
    pressed = [...(event.timeStamp - lastMs < sequenceMs ? pressed.slice(-1) : []), key];
    lastMs = event.timeStamp;
    const found =
      SHORTCUTS.find(({ keys }) => keys.length === 2 && keys.join() === pressed.join()) ??
      SHORTCUTS.find(({ keys }) => keys.length === 1 && keys[0] === key);
    if (found === undefined) return;
    event.preventDefault();
    pressed = [];
    act(found.action);
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

const WITHOUT_TEXT = 'input:is([type=checkbox], [type=radio], [type=button], [type=submit])';

/** Somebody types, chooses from a list, or is asked something. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open], [popover]:popover-open') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || (target.matches('input, textarea, select') && !target.matches(WITHOUT_TEXT));
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key as it is printed on the keyboard. */
export const keyText = (key: string): string => key.replace('Mod+', isApple ? '⌘ ' : 'Ctrl ');
