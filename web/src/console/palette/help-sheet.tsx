import './palette.css';
import { Checkbox } from '../../design/controls/field.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import type { SheetProps } from './sheet.ts';
import { hasSingleKeys, keyText, setSingleKeys, SHORTCUTS } from './shortcuts.ts';

/** All keyboard shortcuts. */
export const HelpSheet = ({ onClose }: SheetProps) => (
  <Dialog title="Keyboard shortcuts" width="s" onClose={onClose}>
    <div class="stack">
      <dl class="shortcuts stack close">
        {SHORTCUTS.map(({ keys, words }) => (
          <div key={words} class="row spread">
            <dt>{words}</dt>
            <dd>
              {keys.map((key, place) => (
                <span key={key}>
                  {place > 0 && <span class="quiet small"> then </span>}
                  <kbd>{keyText(key)}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet small">
        They do nothing while you type. Enter opens what J and K have reached, Escape closes dialogs, and arrow keys
        move in menus and tabs.
      </p>
      <Checkbox label="Use keys without Ctrl or ⌘" isChecked={hasSingleKeys.value} onChecked={setSingleKeys} />
    </div>
  </Dialog>
);
