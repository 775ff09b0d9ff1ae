import './search.css';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useQuery } from '../data/use-query.ts';
import { Dialog } from '../design/feedback/dialog.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { Method } from './reference/method.tsx';
import { type Entry, loadIndex } from './search-index.ts';

/** Searches operations, events and guides. A combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Search({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [, navigate] = useLocation();
  const { data: find, error, reload } = useQuery(loadIndex, []);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const found = find?.(query) ?? [];
  useEffect(() => field.current?.focus(), []);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  const go = (entry: Entry) => {
    onClose();
    navigate(entry.href);
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setActive((active + step + found.length) % found.length);
    const entry = found[active];
    if (event.key === 'Enter' && entry !== undefined) go(entry);
    if (step !== undefined || event.key === 'Enter') event.preventDefault();
  };
  return (
    <Dialog title="Search the documentation" isOpen onClose={onClose}>
      <input
        ref={field}
        class="control"
        type="search"
        role="combobox"
        aria-label="Search"
        aria-expanded={found.length > 0}
        aria-controls="search-results"
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `search-result-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="An operation, a path, an error, a setting…"
        value={query}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      <ErrorNotice error={error} onRetry={reload} />
      <ul class="search-results" id="search-results" role="listbox" aria-label="Results" ref={list}>
        {found.map((entry, index) => (
          <li
            key={entry.href}
            id={`search-result-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseMove={() => setActive(index)}
            onClick={() => go(entry)}
          >
            <span class="search-title">{entry.title}</span>
            <span class="search-context">
              {entry.method !== undefined && <Method method={entry.method} />} {entry.context}
            </span>
          </li>
        ))}
      </ul>
      <p class="small quiet" role="status">
        {query.trim() !== '' && find !== undefined && found.length === 0
          ? 'No results. Try fewer or different words.'
          : found.length > 0 && <span class="visually-hidden">{found.length} results</span>}
      </p>
    </Dialog>
  );
}
