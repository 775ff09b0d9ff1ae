import type { JSX } from 'preact';
import { CopyButton } from '../../design/controls/copy-button.tsx';

/** Code to be copied. */
export const CodeBlock = ({ code, label }: { readonly code: string; readonly label: string }): JSX.Element => (
  <div class="portal-code-block">
    <pre class="portal-code" tabIndex={0} aria-label={label}>
      <code>{code}</code>
    </pre>
    <CopyButton text={code} label={`Copy ${label}`} />
  </div>
);
