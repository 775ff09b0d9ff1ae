import { useEffect, useMemo, useState } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import { LazyPage, LazyPart } from '../lazy-page.tsx';
import { mayMean } from '../pets/filters.ts';
import { words } from '../words.ts';
import { BoardHead } from './board-head.tsx';
import { useBoard } from './board.ts';
import { Cards, type ListProps } from './cards.tsx';
import { ADDRESSES, type BoardFilters } from './filters/board-filters.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { loadSwitchedOff } from './load-switched-off.ts';

/** @param props.onListed called when the first animals are shown, or that there are none */
export function BoardList({ onListed }: { readonly onListed: () => void }) {
  const board = useBoard();
  const search = useSearch();
  const filters = useMemo(() => ADDRESSES.filtersOf(search), [search]);
  const list = board.list(filters);
  const isListed = list.items.value.length > 0 || !list.hasMore.value;
  const isRevoked = IS_OWN && list.error.value?.code === 'invalid_api_key';
  useEffect(() => {
    if (isListed) onListed();
  }, [isListed]);
  useEffect(() => {
    board.lastList.address = ADDRESSES.addressOf(filters);
  }, [filters]);
  return (
    <>
      {IS_OWN && (
        <>
          <a class="skip-link" href="#animals">
            {words().first.toAnimals}
          </a>
          <BoardHead status={filters.status} />
        </>
      )}
      <FilterBar filters={filters} />
      {isRevoked ? <LazyPage load={loadSwitchedOff} /> : <Found list={list} filters={filters} />}
    </>
  );
}

/** The animals that the filters ask for. What a search may mean besides a name is loaded when somebody searches. */
function Found({ list, filters }: ListProps) {
  const board = useBoard();
  /** Shown instead of a search that finds nobody. */
  const [instead, showInstead] = useState<BoardFilters>();
  return (
    <>
      {mayMean(filters) && <LazyPart load={loadMeant} props={{ list, filters, showInstead }} isOptional />}
      <Cards list={instead === undefined ? list : board.list(instead)} filters={instead ?? filters} />
    </>
  );
}

const loadMeant = () => import('./later/meant.tsx').then(({ Meant }) => Meant);
