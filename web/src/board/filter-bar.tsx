import '../design/controls/control.css';
import './filter-bar.css';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { Icon } from '../design/data/icons.tsx';
import { UserText } from '../design/data/user-text.tsx';
import { STATUS_WORDS, useBoard } from './board.ts';
import { addressOf, type Filters } from './filters.ts';

/** Long enough to finish a word. */
const typingMs = 250;

/** Every choice is an address: it can be kept, sent and gone back from. */
export function FilterBar({ filters }: { readonly filters: Filters }): JSX.Element {
  const categories = useBoard().categories.value;
  const statuses = { ...STATUS_WORDS, all: 'All' } as const;
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    if (line.current !== null) showChosen(line.current);
  }, [categories === undefined]);
  return (
    <div class="filter-bar">
      <SearchBox filters={filters} />
      <nav class="filter-statuses" aria-label="Status">
        {(['available', 'pending', 'sold', 'all'] as const).map((status) => (
          <Choice key={status} filters={{ ...filters, status }} isChosen={filters.status === status}>
            {statuses[status]}
          </Choice>
        ))}
      </nav>
      <nav ref={line} class="filter-categories" aria-label="Category">
        <Choice filters={{ ...filters, category: undefined }} isChosen={filters.category === undefined}>
          Everyone
        </Choice>
        {[...(categories?.values() ?? [])]
          .toSorted((one, other) => one.name.localeCompare(other.name))
          .map(({ id, name }) => (
            <Choice
              key={String(id)}
              filters={{ ...filters, category: String(id) }}
              isChosen={filters.category === String(id)}
            >
              <UserText>{name}</UserText>
            </Choice>
          ))}
      </nav>
    </div>
  );
}

/** Brings the chosen one into the middle of its line, without moving the page. */
function showChosen(line: HTMLElement): void {
  const chosen = line.querySelector('[aria-current]')?.getBoundingClientRect();
  const { left, width } = line.getBoundingClientRect();
  if (chosen !== undefined) line.scrollLeft += chosen.left + chosen.width / 2 - left - width / 2;
}

const Choice = ({
  filters,
  isChosen,
  children,
}: {
  readonly filters: Filters;
  readonly isChosen: boolean;
  readonly children: ComponentChildren;
}): JSX.Element => (
  <Link href={addressOf(filters)} class="choice" aria-current={isChosen ? 'true' : undefined}>
    {children}
  </Link>
);

function SearchBox({ filters }: { readonly filters: Filters }): JSX.Element {
  const [, navigate] = useLocation();
  const [text, setText] = useState(filters.text);
  const asked = useRef(filters.text);
  const go = (value: string) => {
    asked.current = value;
    navigate(addressOf({ ...filters, text: value }), { replace: true });
  };
  useEffect(() => {
    // Somebody went back, or cleared the filters.
    if (filters.text !== asked.current) {
      asked.current = filters.text;
      setText(filters.text);
    }
  }, [filters.text]);
  useEffect(() => {
    if (text === asked.current) return undefined;
    const timer = setTimeout(go, typingMs, text);
    return () => clearTimeout(timer);
  }, [text, filters]);
  return (
    <form
      role="search"
      class="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        go(text);
      }}
    >
      <Icon name="search" size={18} />
      <input
        type="search"
        class="control"
        dir="auto"
        aria-label="Search by name"
        placeholder="Search by name"
        maxLength={255}
        enterkeyhint="search"
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </form>
  );
}
