import type { ComponentChildren, JSX } from 'preact';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { SecretBox } from './secret-box.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  /** What it is, as in "Copy the key". */
  readonly label: string;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** Shows a secret once. A stray click does not close it: what it shows would be gone. */
export const SecretDialog = ({ title, secret, label, onClose, children }: SecretDialogProps): JSX.Element => (
  <Dialog
    title={title}
    isOpen
    onClose={() => {}}
    actions={
      <Button kind="primary" onClick={onClose}>
        I have kept it
      </Button>
    }
  >
    <div class="stack">
      <p>
        Copy {label} now and keep it where others do not read it. <strong>It is not shown again.</strong>
      </p>
      <SecretBox secret={secret} label={label} />
      {children}
    </div>
  </Dialog>
);
