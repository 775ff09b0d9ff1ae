import './filter-bar.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { PET_STATUSES } from '../../../../src/vocabulary/pet-lifecycle.ts';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { speaks, words } from '../../words.ts';
import { useBoard } from '../board.ts';
import { ADDRESSES, type BoardFilters, placedAt } from './board-filters.ts';
import { WishLine } from './wish-line.tsx';

/** Every choice is a link, so it can be bookmarked, shared and undone with the back button. */
export function FilterBar({ filters }: { readonly filters: BoardFilters }) {
  const categories = useBoard().categories.value;
  const [, navigate] = useLocation();
  const line = useRef<HTMLElement>(null);
  useEffect(() => {
    if (line.current !== null) showChosen(line.current);
  }, [categories === undefined]);
  const { first } = words();
  return (
    <div class="filter-bar">
      <SearchBox
        label={first.place}
        icon="pin"
        autocomplete="postal-code"
        isWhole
        value={filters.near}
        onSearch={(near) => navigate(ADDRESSES.addressOf({ ...filters, ...placedAt(filters, near.trim()) }))}
      />
      <SearchBox
        label={first.byName}
        value={filters.text}
        onSearch={(text) => navigate(ADDRESSES.addressOf({ ...filters, text }), { replace: true })}
      />
      <nav class="filter-statuses" aria-label={first.status}>
        {([...PET_STATUSES, 'all'] as const).map((status) => {
          const word = status === 'all' ? first.allStatuses : first.statuses[status];
          // A document links available animals only: search engines follow its links.
          return HAS_SCRIPTS ? (
            <Choice key={status} filters={{ ...filters, status }} isChosen={filters.status === status}>
              {word}
            </Choice>
          ) : (
            <span key={status} class="choice">
              {word}
            </span>
          );
        })}
      </nav>
      <nav ref={line} class="filter-categories" aria-label={first.category}>
        <Choice filters={{ ...filters, category: undefined }} isChosen={filters.category === undefined}>
          {first.allCategories}
        </Choice>
        {[...(categories?.values() ?? [])]
          .toSorted((one, other) => one.name.localeCompare(other.name, speaks().locale))
          .map(({ id, name }) => (
            <Choice
              key={String(id)}
              filters={{ ...filters, category: String(id) }}
              isChosen={filters.category === String(id)}
            >
              <UserText isCut>{name}</UserText>
            </Choice>
          ))}
      </nav>
      <WishLine filters={filters} />
    </div>
  );
}

/** Scrolls the chosen category to the middle of its line, without scrolling the page. */
function showChosen(line: HTMLElement): void {
  const chosen = line.querySelector('[aria-current]')?.getBoundingClientRect();
  const { left, width } = line.getBoundingClientRect();
  if (chosen !== undefined) line.scrollLeft += chosen.left + chosen.width / 2 - left - width / 2;
}

interface ChoiceProps {
  readonly filters: BoardFilters;
  readonly isChosen: boolean;
  readonly children: ComponentChildren;
}

const Choice = ({ filters, isChosen, children }: ChoiceProps) => (
  <Link href={ADDRESSES.addressOf(filters)} class="choice" aria-current={isChosen ? 'true' : undefined}>
    {children}
  </Link>
);
