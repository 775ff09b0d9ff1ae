import './menu.css';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Icon, type IconName } from '../data/icons.tsx';
import { Button } from './button.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  /** Each item has either `onSelect` or `href`. */
  readonly onSelect?: () => void;
  readonly href?: string;
  /** Whether `href` opens in a window of its own. */
  readonly isNewWindow?: boolean;
  readonly tone?: 'danger';
}

interface MenuProps {
  /** The label of the button, or its accessible name if it has an icon alone. */
  readonly label: string;
  readonly icon?: IconName;
  readonly isIconOnly?: boolean;
  readonly items: readonly MenuItem[];
  /** Content above the items. */
  readonly children?: ComponentChildren;
}

/** A menu button. Arrow keys move between the items; Escape and a click outside close the menu. */
export function Menu({ label, icon = 'more', isIconOnly = true, items, children }: MenuProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  // The items exist only while they are shown: a list may have a menu in each of its rows.
  useLayoutEffect(() => {
    const popover = box.current;
    if (!isOpen || popover === null) return;
    popover.showPopover();
    position(popover, popover.previousElementSibling);
    entriesOf(popover)[0]?.focus();
  }, [isOpen]);

  const move = (event: KeyboardEvent) => {
    const popover = box.current;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (popover === null || step === undefined) return;
    event.preventDefault();
    const entries = entriesOf(popover);
    const at = entries.findIndex((entry) => entry.matches(':focus'));
    entries.at((at + step) % entries.length)?.focus();
  };
  const select = (item: MenuItem) => {
    box.current?.hidePopover();
    item.onSelect?.();
  };

  return (
    <>
      <Button
        kind="quiet"
        size="s"
        icon={icon}
        {...(isIconOnly ? { label } : { children: label })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(true)}
      />
      <div
        ref={box}
        id={id}
        class="menu"
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={move}
      >
        {isOpen && (
          <>
            {children !== undefined && <div class="menu-about quiet">{children}</div>}
            <div role="menu" aria-label={label}>
              {items.map((item) => {
                const parts = {
                  role: 'menuitem',
                  tabIndex: -1,
                  class: item.tone === 'danger' ? 'menu-item menu-item-danger' : 'menu-item',
                  onClick: () => select(item),
                } as const;
                const face = (
                  <>
                    {item.icon !== undefined && <Icon name={item.icon} size={16} />}
                    {item.label}
                  </>
                );
                return item.href === undefined ? (
                  <button key={item.label} type="button" {...parts}>
                    {face}
                  </button>
                ) : item.isNewWindow === true ? (
                  <a key={item.label} href={item.href} target="_blank" {...parts}>
                    {face}
                  </a>
                ) : (
                  <Link key={item.label} href={item.href} {...parts}>
                    {face}
                  </Link>
                );
              })}
            </div>
          </>
        )}
      </div>
    </>
  );
}

const entriesOf = (popover: HTMLElement) => [...popover.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** Moves the menu below the button, or above it if there is no room, and within the window. */
function position(popover: HTMLElement, opener: Element | null): void {
  const { width, height } = popover.getBoundingClientRect();
  const button = (opener ?? popover).getBoundingClientRect();
  const left = button.left + width > innerWidth - 8 ? button.right - width : button.left;
  const top = button.bottom + height > innerHeight - 8 ? button.top - height - 4 : button.bottom + 4;
  popover.style.left = `${Math.max(8, left)}px`;
  popover.style.top = `${Math.max(8, top)}px`;
}
