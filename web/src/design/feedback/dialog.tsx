import './dialog.css';
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../controls/button.tsx';

interface DialogProps {
  readonly title: ComponentChildren;
  readonly isOpen: boolean;
  /** Escape, the cross and a click beside it. Where closing would lose work, leave `isOpen` as it is. */
  readonly onClose: () => void;
  /** At the end, the main button last. */
  readonly actions?: ComponentChildren;
  readonly width?: 's' | 'm' | 'l';
  readonly children: ComponentChildren;
}

/** The browser's own modal dialog: it keeps the focus, and gives it back. On a phone it comes from below. */
export function Dialog({ title, isOpen, onClose, actions, width = 'm', children }: DialogProps): JSX.Element | null {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return undefined;
    const before = (dialog.getRootNode() as Document | ShadowRoot).activeElement;
    const { scrollHeight, clientHeight } = document.documentElement;
    dialog.toggleAttribute('data-over-scroll', scrollHeight > clientHeight);
    dialog.showModal();
    // A dialog that is taken out of the page does not give the focus back by itself.
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <dialog
      ref={element}
      class={`dialog dialog-${width}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <div class="dialog-sheet">
        <header class="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <Button kind="quiet" size="s" icon="close" label="Close" onClick={onClose} />
        </header>
        <div class="dialog-body">{children}</div>
        {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
