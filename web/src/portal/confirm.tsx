import type { ComponentChildren, JSX } from 'preact';
import type { PetstoreError } from '../../../client/src/petstore.ts';
import { Button } from '../design/controls/button.tsx';
import { Dialog } from '../design/feedback/dialog.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';

interface ConfirmProps {
  readonly title: ComponentChildren;
  /** What the button does, as a verb: never just "OK". */
  readonly verb: string;
  readonly isDangerous?: boolean;
  readonly isBusy: boolean;
  readonly error: PetstoreError | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What happens by it. */
  readonly children: ComponentChildren;
}

/** Asks before something that cannot be taken back. */
export const Confirm = (props: ConfirmProps): JSX.Element => (
  <Dialog
    title={props.title}
    width="s"
    isOpen
    onClose={props.onClose}
    actions={
      <>
        <Button onClick={props.onClose}>Cancel</Button>
        <Button kind={props.isDangerous === true ? 'danger' : 'primary'} busy={props.isBusy} onClick={props.onConfirm}>
          {props.verb}
        </Button>
      </>
    }
  >
    <div class="stack">
      {props.children}
      <ErrorNotice error={props.error} />
    </div>
  </Dialog>
);
