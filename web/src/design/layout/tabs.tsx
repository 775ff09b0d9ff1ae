import './tabs.css';
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useId, useState } from 'preact/hooks';

interface TabsProps {
  /** The accessible name. */
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly content: () => ComponentChildren }[];
}

/** Shows one of several parts of a page. Arrow keys move between the tabs. A part with its own address is a route instead. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const [chosen, choose] = useState(0);
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + tabs.length) % tabs.length;
    choose(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]').item(next).focus();
  };
  return (
    <div class="stack">
      <div class="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            class="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`} tabIndex={0}>
        {tabs[chosen]?.content()}
      </div>
    </div>
  );
}
