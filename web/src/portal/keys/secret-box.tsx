import './secret-box.css';
import type { JSX } from 'preact';
import { CopyButton } from '../../design/controls/copy-button.tsx';

/** A secret that is shown this once, to be copied whole. */
export const SecretBox = ({ secret, label }: { readonly secret: string; readonly label: string }): JSX.Element => (
  <div class="portal-secret-box">
    <code class="portal-secret-box-text" translate={false}>
      {secret}
    </code>
    <CopyButton text={secret} label={`Copy ${label}`} isWordy />
  </div>
);
