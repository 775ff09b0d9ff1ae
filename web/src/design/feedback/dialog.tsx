import './dialog.css';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../../words.ts';
import { Button } from '../controls/button.tsx';

interface DialogProps {
  readonly title: ComponentChildren;
  readonly isOpen?: boolean;
  /** Called on Escape, the close button and a click outside. Without it, only the `actions` end the dialog. */
  readonly onClose?: () => void;
  /** The buttons, main button last. */
  readonly actions?: ComponentChildren;
  readonly width?: 's' | 'm' | 'l';
  readonly children: ComponentChildren;
}

/** The browser would focus the close button, which comes first: the first field, link or button of the content is meant. */
function focusContent(dialog: HTMLElement): void {
  if (dialog.querySelector('[autofocus]') !== null) return;
  const content = ['.dialog-body', '.dialog-actions'].map((part) =>
    dialog.querySelector<HTMLElement>(
      `${part} :is(input, select, textarea, button, a[href], [tabindex="0"]):enabled, ${part} a[href]`,
    ),
  );
  content.find((element) => element !== null)?.focus({ preventScroll: true });
}

/** A modal dialog. It keeps the focus inside, and returns it when it closes. On a phone it is at the bottom. */
export function Dialog({ title, isOpen = true, onClose, actions, width = 'm', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget | null>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return undefined;
    const before = (dialog.getRootNode() as Document | ShadowRoot).activeElement;
    // A scroll bar that lies over the page takes no space.
    dialog.toggleAttribute('data-over-scroll', innerWidth > document.documentElement.clientWidth);
    dialog.showModal();
    focusContent(dialog);
    // The browser does not restore the focus when the element is removed.
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
        // A chooser of files can be cancelled, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      // Browsers close it on a second Escape, whatever the first one did.
      onClose={({ currentTarget }) => currentTarget.showModal()}
      onMouseDown={({ target }) => (pressed.current = target)}
      onMouseUp={({ target, currentTarget }) => {
        // Selecting text may end outside, and a press by mistake may end inside.
        if (target === currentTarget && pressed.current === target) onClose?.();
      }}
    >
      <div class="dialog-sheet">
        <header class="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {onClose !== undefined && (
            <Button kind="quiet" size="s" icon="close" label={words().kit.close} onClick={onClose} />
          )}
        </header>
        <div class="dialog-body">{children}</div>
        {actions !== undefined && <footer class="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
