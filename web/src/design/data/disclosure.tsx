import './disclosure.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

interface DisclosureProps {
  readonly title: string;
  /** A field in it has a mistake: stays open while this is true. */
  readonly hasMistake?: boolean;
  readonly children: ComponentChildren;
}

/** Renders its content only while it is open. */
export function Disclosure({ title, hasMistake = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || hasMistake || !HAS_SCRIPTS;
  return (
    <details
      class="disclosure small"
      open={isShown && HAS_SCRIPTS}
      onToggle={({ currentTarget }) => {
        currentTarget.open ||= hasMistake;
        setOpen(currentTarget.open);
      }}
    >
      <summary>
        <Icon name="chevron" size={16} />
        {title}
      </summary>
      {isShown && <div class="disclosure-content">{children}</div>}
    </details>
  );
}
