import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { isFirstLoad, type List } from '../data/list.ts';
import { EmptyState } from '../design/data/empty-state.tsx';
import { ListEnd } from '../design/data/list-end.tsx';
import { Skeleton } from '../design/data/skeleton.tsx';
import { LazyPage, LazyPart } from '../lazy-page.tsx';
import { mayMean } from '../pets/filters.ts';
import { parts, words } from '../words.ts';
import { BoardHead } from './board-head.tsx';
import { useBoard } from './board.ts';
import { Family } from './family.tsx';
import { ADDRESSES, type BoardFilters, wishesIn } from './filters/board-filters.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { loadSwitchedOff } from './load-switched-off.ts';
import { PetGrid } from './pet-grid.tsx';

/** @param props.onListed called when the first animals are shown */
export function BoardList({ onListed }: { readonly onListed: () => void }): JSX.Element {
  const board = useBoard();
  const search = useSearch();
  const filters = useMemo(() => ADDRESSES.filtersOf(search), [search]);
  const list = board.list(filters);
  const isListed = list.items.value.length > 0;
  const isRevoked = board.isOwn && list.error.value?.code === 'invalid_api_key';
  useEffect(() => {
    if (isListed) onListed();
  }, [isListed]);
  useEffect(() => {
    board.lastList.address = ADDRESSES.addressOf(filters);
  }, [filters]);
  return (
    <>
      {board.isOwn && (
        <>
          <a class="skip-link" href="#animals">
            {words().first.skipToAnimals}
          </a>
          <BoardHead status={filters.status} />
        </>
      )}
      <FilterBar filters={filters} />
      {isRevoked ? <LazyPage load={loadSwitchedOff} /> : <Found list={list} filters={filters} />}
    </>
  );
}

export interface ListProps {
  readonly list: List<ExpandedPet>;
  readonly filters: BoardFilters;
}

/** The animals that the filters ask for. What a search may mean besides a name is loaded when somebody searches. */
const Found = ({ list, filters }: ListProps): JSX.Element =>
  mayMean(filters) ? (
    <LazyPart load={loadMeant} props={{ list, filters }} fallback={<Cards list={list} filters={filters} />} />
  ) : (
    <Cards list={list} filters={filters} />
  );

export function Cards({ list, filters }: ListProps): JSX.Element {
  const pets = list.items.value;
  if (filters.near !== '' && list.error.value?.code === 'invalid_parameter')
    return <LazyPart load={loadUnknownPlace} props={{ filters }} />;
  return (
    <section id="animals" tabIndex={-1} aria-label={words().first.animals} aria-busy={list.isLoading.value}>
      {pets.length === 0 && !list.hasMore.value && !list.isLoading.value ? (
        <Nothing filters={filters} />
      ) : (
        <PetGrid pets={pets} first={2}>
          {isFirstLoad(list) && Array.from({ length: 8 }, (_, index) => <CardSkeleton key={index} />)}
        </PetGrid>
      )}
      <ListEnd list={list} />
    </section>
  );
}

const CardSkeleton = (): JSX.Element => (
  <li aria-hidden="true">
    <div class="pet-card pet-card-waiting">
      <Skeleton height="auto" />
      <div class="pet-card-words">
        <Skeleton width="60%" />
        <Skeleton width="35%" height="0.75em" />
      </div>
    </div>
  </li>
);

const loadMeant = () => import('./later/meant.tsx').then(({ Meant }) => Meant);
const loadUnknownPlace = () => import('./later/first-extras.ts').then(({ UnknownPlace }) => UnknownPlace);
const loadNoOrganization = () => import('./later/first-extras.ts').then(({ NoOrganization }) => NoOrganization);
const loadNoMatch = () => import('./later/first-extras.ts').then(({ NoMatch }) => NoMatch);

function Nothing({ filters }: { readonly filters: BoardFilters }): JSX.Element {
  const { isOwn, organizations } = useBoard();
  const { status, category, text } = filters;
  if (status !== 'available' || category !== undefined || text !== '' || wishesIn(filters) > 0)
    return <LazyPart load={loadNoMatch} props={{ filters }} />;
  if (organizations.areNone.value) return <LazyPage load={loadNoOrganization} />;
  const { first } = words();
  return (
    <EmptyState picture={<Family />} title={first.nothingHere}>
      <p>{first.newOnesAppear}</p>
      {isOwn && (
        <p class="small">
          {parts(first.addTheFirst, {
            console: (
              <Link key="console" href="/console">
                {first.consoleLink}
              </Link>
            ),
            demo: (
              <Link key="demo" href="/docs/running#the-demo">
                {first.demoLink}
              </Link>
            ),
          })}
        </p>
      )}
    </EmptyState>
  );
}
