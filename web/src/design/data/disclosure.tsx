import './disclosure.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

interface DisclosureProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Renders its content only while it is open. */
export function Disclosure({ title, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="disclosure small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="chevron" size={16} />
        {title}
      </summary>
      {isOpen && <div class="disclosure-content">{children}</div>}
    </details>
  );
}
