import './control.css';
import './search-box.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from '../data/icons.tsx';
import { directionOf } from './direction.ts';

interface SearchBoxProps {
  readonly label: string;
  /** The text that is searched for now. */
  readonly value: string;
  /** Called at a pause in typing, and at once on Enter. */
  readonly onSearch: (text: string) => void;
  readonly icon?: IconName;
  readonly autocomplete?: string;
  /** Whether a part of the text finds nothing: it is searched for on Enter, and when the field is left. */
  readonly isWhole?: boolean;
}

/** Long enough to finish a word. */
const typingMs = 250;

export function SearchBox(props: SearchBoxProps) {
  const { label, value, onSearch, icon = 'search', autocomplete = 'off', isWhole = false } = props;
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const search = (typed: string) => {
    if (typed === searched.current) return;
    searched.current = typed;
    latest.current(typed);
  };
  useEffect(() => {
    // The user went back, or cleared the filters. A caller may trim what it searches for.
    if (value !== searched.current && value !== searched.current.trim()) {
      searched.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === searched.current || (isWhole && text !== '')) return undefined;
    const timer = setTimeout(search, typingMs, text);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <form
      role="search"
      class="search-box"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <Icon name={icon} size={18} />
      <input
        type="search"
        class="control"
        dir={directionOf(text)}
        aria-label={label}
        placeholder={label}
        maxLength={255}
        enterkeyhint="search"
        autocomplete={autocomplete}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onChange={() => search(text)}
      />
    </form>
  );
}
