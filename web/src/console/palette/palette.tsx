import './palette.css';
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useQuery } from '../../data/use-query.ts';
import { Icon } from '../../design/data/icons.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';
import { commands, type Entry, found } from './entries.ts';
import type { SheetProps } from './sheet.ts';

/** Waits for a pause in typing. */
const pauseMs = 150;

/** Finds animals, orders, people, accounts, pages and actions by what is typed. */
export function Palette({ onClose, onHelp }: SheetProps): JSX.Element | null {
  const id = useId();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [searched, setSearched] = useState('');
  const [at, setAt] = useState(0);
  const account = ownAccount.value;
  useEffect(() => {
    const timer = setTimeout(setSearched, pauseMs, text.trim());
    return () => clearTimeout(timer);
  }, [text]);
  const results = useQuery(
    async (signal) => (account === undefined || searched === '' ? [] : found(account, searched, signal)),
    [searched],
  );
  if (account === undefined) return null;
  const help = () => onHelp();
  // Results for another text do not count.
  const things = searched === '' || searched !== text.trim() ? [] : (results.data ?? []);
  const entries = [...things, ...commands(account, text, help)];
  const chosen = Math.min(at, entries.length - 1);
  const choose = ({ href, run, key }: Entry) => {
    if (key !== 'help') onClose();
    run?.();
    if (href?.startsWith('/console') === true) navigate(href);
    else if (href !== undefined) location.assign(href);
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[chosen];
    if (event.key === 'Enter' && !event.isComposing && entry !== undefined) choose(entry);
    else if (step !== undefined) setAt((chosen + step + entries.length) % Math.max(entries.length, 1));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search, and commands" isOpen onClose={onClose}>
      <div class="palette">
        <input
          type="search"
          class="palette-input"
          role="combobox"
          aria-label="Search animals, adoptions, people, pages and actions"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(entries.length > 0 && { 'aria-activedescendant': `${id}-${chosen}` })}
          placeholder="A name, a number, a page …"
          autocomplete="off"
          spellcheck={false}
          maxLength={255}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={move}
        />
        <ErrorNotice error={results.error} onRetry={results.reload} />
        <ul class="palette-list" id={`${id}-list`} role="listbox" aria-label="Found" aria-busy={results.isLoading}>
          {entries.map((entry, place) => (
            <li
              key={entry.key}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === chosen}
              ref={(element) => {
                if (place === chosen) element?.scrollIntoView({ block: 'nearest' });
              }}
              onPointerMove={() => place !== chosen && setAt(place)}
              onClick={() => choose(entry)}
            >
              <Icon name={entry.icon} size={18} />
              <span class="palette-label">
                <UserText>{entry.label}</UserText>
                {entry.detail !== undefined && (
                  <span class="quiet small">
                    <UserText>{entry.detail}</UserText>
                  </span>
                )}
              </span>
              <span class="palette-group">{entry.group}</span>
            </li>
          ))}
        </ul>
        {entries.length === 0 && !results.isLoading && <p class="quiet">Nothing is called that.</p>}
        <p class="visually-hidden" role="status">
          {entries.length === 1 ? '1 result' : `${entries.length} results`}
        </p>
      </div>
    </Dialog>
  );
}
