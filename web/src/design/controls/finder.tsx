import './control.css';
import './finder.css';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface FinderProps<Item> {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly render: (item: Item) => ComponentChildren;
  /** Called with the item that is clicked, or chosen with the arrow keys and Enter. */
  readonly onChoose: (item: Item) => void;
  readonly isBusy?: boolean;
  /** Shown if nothing is found. */
  readonly nothing: string;
  /** Between the field and the list, such as an error. */
  readonly children?: ComponentChildren;
}

/** A field with what is found for its text. A combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Finder<Item>(props: FinderProps<Item>) {
  const { label, placeholder, text, onText, items, keyOf, render, onChoose, isBusy = false, nothing, children } = props;
  const id = useId();
  /** The key of the item that was chosen, which stays chosen when others are found above it. */
  const [at, setAt] = useState<string>();
  const chosen = Math.max(
    items.findIndex((one) => keyOf(one) === at),
    0,
  );
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = items[chosen];
    if (event.key === 'Enter' && !event.isComposing && item !== undefined) onChoose(item);
    else if (step !== undefined) setAt(items.map(keyOf).at((chosen + step) % items.length));
    else return;
    event.preventDefault();
  };
  return (
    <div class="finder stack tight">
      <input
        type="search"
        class="control"
        role="combobox"
        aria-label={label}
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(items.length > 0 && { 'aria-activedescendant': `${id}-${chosen}` })}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        maxLength={255}
        value={text}
        onInput={({ currentTarget }) => {
          onText(currentTarget.value);
          setAt(undefined);
        }}
        onKeyDown={move}
      />
      {children}
      <ul class="finder-list" id={`${id}-list`} role="listbox" aria-label="Found" aria-busy={isBusy}>
        {items.map((item, place) => (
          <li
            key={keyOf(item)}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === chosen}
            ref={(element) => {
              if (place === chosen) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => place !== chosen && setAt(keyOf(item))}
            onClick={() => onChoose(item)}
          >
            {render(item)}
          </li>
        ))}
      </ul>
      <p class="quiet small" role="status">
        {items.length > 0 ? (
          <span class="visually-hidden">{items.length === 1 ? '1 result' : `${items.length} results`}</span>
        ) : (
          text.trim() !== '' && !isBusy && nothing
        )}
      </p>
    </div>
  );
}
