import './control.css';
import './search-box.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../data/icons.tsx';

interface SearchBoxProps {
  readonly label: string;
  /** The text that is searched for now. */
  readonly value: string;
  /** Called at a pause in typing, and at once on Enter. */
  readonly onSearch: (text: string) => void;
}

/** Long enough to finish a word. */
const typingMs = 250;

export function SearchBox({ label, value, onSearch }: SearchBoxProps): JSX.Element {
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const search = (typed: string) => {
    searched.current = typed;
    latest.current(typed);
  };
  useEffect(() => {
    // The user went back, or cleared the filters.
    if (value !== searched.current) {
      searched.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === searched.current) return undefined;
    const timer = setTimeout(search, typingMs, text);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <form
      role="search"
      class="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <Icon name="search" size={18} />
      <input
        type="search"
        class="control"
        dir="auto"
        aria-label={label}
        placeholder={label}
        maxLength={255}
        enterkeyhint="search"
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  );
}
