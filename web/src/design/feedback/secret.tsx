import './secret.css';
import type { ComponentChildren } from 'preact';
import { Button } from '../controls/button.tsx';
import { CopyButton } from '../controls/copy-button.tsx';
import { Dialog } from './dialog.tsx';

interface SecretProps {
  readonly secret: string;
  /** What it is, as in "Copy the key". */
  readonly label: string;
}

/** A secret that the service shows once, with a button that copies it. */
export const SecretBox = ({ secret, label }: SecretProps) => (
  <div class="secret-box row frame">
    <code class="secret-box-text" translate={false}>
      {secret}
    </code>
    <CopyButton text={secret} label={`Copy ${label}`} isWordy />
  </div>
);

interface SecretDialogProps {
  readonly title: string;
  /** Several have their labels above them. */
  readonly secrets: readonly SecretProps[];
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** Only its button closes the dialog: a stray click would lose the secret. */
export const SecretDialog = ({ title, secrets, onClose, children }: SecretDialogProps) => (
  <Dialog
    title={title}
    actions={
      <Button kind="primary" onClick={onClose}>
        I have saved it
      </Button>
    }
  >
    <div class="stack">
      <p>
        Copy {secrets.map(({ label }) => label).join(' and ')} now and keep {secrets.length === 1 ? 'it' : 'them'} safe.{' '}
        <strong>You cannot see {secrets.length === 1 ? 'it' : 'them'} again.</strong>
      </p>
      {secrets.map((props) => (
        <div key={props.label}>
          {secrets.length > 1 && <p class="secret-label">{props.label}</p>}
          <SecretBox {...props} />
        </div>
      ))}
      {children}
    </div>
  </Dialog>
);
