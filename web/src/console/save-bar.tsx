import './save-bar.css';
import type { ComponentChildren } from 'preact';
import type { Action } from '../data/calls.ts';
import { Button } from '../design/controls/button.tsx';
import { ChangeError } from './change-error.tsx';

interface SaveBarProps {
  readonly save: Pick<Action<[], unknown>, 'isBusy' | 'error' | 'clear'>;
  readonly onDiscard: () => void;
  /** Reads what somebody else has changed. What was typed stays. */
  readonly onStale: () => void;
  /** What to know before saving. */
  readonly children?: ComponentChildren;
}

/** At the end of a form of a whole page, while something in it is not saved: stays in view. */
export const SaveBar = ({ save, onDiscard, onStale, children }: SaveBarProps) => (
  <div class="save-bar stack tight frame">
    {children}
    <ChangeError change={save} onStale={onStale} />
    <div class="row spread">
      <p class="small quiet" role="status">
        Your changes are not saved yet.
      </p>
      <div class="row">
        <Button
          onClick={() => {
            save.clear();
            onDiscard();
          }}
        >
          Discard
        </Button>
        <Button type="submit" kind="primary" busy={save.isBusy}>
          Save
        </Button>
      </div>
    </div>
  </div>
);

/** Call it when the bar is about to disappear, so that the keyboard does not lose its place. */
export function leaveSaveBar(): void {
  if (document.activeElement?.closest('.save-bar') instanceof HTMLElement)
    document.getElementById('main')?.focus({ preventScroll: true });
}
