import './note.css';
import type { ComponentChildren } from 'preact';
import { IconButton } from '../controls/icon-button.tsx';

interface RefusalsProps {
  readonly title?: string;
  readonly onClose: () => void;
  /** The items of the list. */
  readonly children: ComponentChildren;
}

/** Names what a change of many has left as it was, and why. */
export const Refusals = ({ title, onClose, children }: RefusalsProps) => (
  <div class="note tone-caution refusals" role="alert">
    <div>
      {title !== undefined && <strong>{title}</strong>}
      <ul>{children}</ul>
    </div>
    <IconButton icon="close" label="Dismiss" onClick={onClose} />
  </div>
);
