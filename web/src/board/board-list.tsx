import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { termLabel } from '../../../src/words/animals.ts';
import { spellingsOf } from '../../../src/words/terms.ts';
import { isFirstLoad, type List } from '../data/list.ts';
import { EmptyState } from '../design/data/empty-state.tsx';
import { ListEnd } from '../design/data/list-end.tsx';
import { Skeleton } from '../design/data/skeleton.tsx';
import { UserText } from '../design/text/user-text.tsx';
import { LazyPage, LazyPart } from '../lazy-page.tsx';
import { parts, say, speaks, words } from '../words.ts';
import { BoardHead } from './board-head.tsx';
import { useBoard } from './board.ts';
import { Family } from './family.tsx';
import { ADDRESSES, type BoardFilters, wishesIn } from './filters/board-filters.ts';
import { categoryMeant, leastLetters } from './filters/category-meant.ts';
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

interface ListProps {
  readonly list: List<ExpandedPet>;
  readonly filters: BoardFilters;
}

/** The animals that the filters ask for. A search for the name of a category or a species finds its animals, too. */
function Found({ list, filters }: ListProps): JSX.Element {
  const meant = useMeant(filters);
  const board = useBoard();
  if (meant === undefined) return <Cards list={list} filters={filters} />;
  const inMeant = { ...filters, text: '', ...meant.wish };
  const { first } = words();
  const isNobody = list.items.value.length === 0 && !list.hasMore.value && !list.isLoading.value;
  return (
    <>
      <p class="board-meant quiet small" role="status">
        {isNobody && <>{say(first.nobodyIsCalled, { text: filters.text.trim() })} </>}
        <Link href={ADDRESSES.addressOf(inMeant)}>
          {parts(isNobody ? first.allIn : first.showAllIn, {
            category: <UserText key="category">{meant.name}</UserText>,
          })}
        </Link>
      </p>
      <Cards list={isNobody ? board.list(inMeant) : list} filters={isNobody ? inMeant : filters} />
    </>
  );
}

/** What the species are called in all languages: 4 KB, which nobody needs who does not search. */
async function loadSpeciesIn(origin: string): Promise<(text: string) => string | undefined> {
  const response = await fetch(`${origin}/words/species`);
  const species = (await response.json()) as Readonly<Record<string, string>>;
  return (text) => spellingsOf(text).flatMap((spelling) => species[spelling] ?? [])[0];
}

/** The category or else the species that the search means, with its name. */
function useMeant(
  filters: BoardFilters,
): { readonly name: string; readonly wish: Partial<Pick<BoardFilters, 'category' | 'species'>> } | undefined {
  const [speciesIn, setSpeciesIn] = useState<(text: string) => string | undefined>();
  const { categories, origin } = useBoard();
  const { text, category, species } = filters;
  const isSearch = text.trim().length >= leastLetters && category === undefined;
  useEffect(() => {
    // If it cannot be loaded, the names of categories are still understood.
    if (isSearch)
      loadSpeciesIn(origin).then(
        (loaded) => setSpeciesIn(() => loaded),
        () => undefined,
      );
  }, [isSearch]);
  const found = categoryMeant(categories.value, filters, speciesIn);
  if (found !== undefined) return { name: found.name, wish: { category: String(found.id) } };
  const named = isSearch && species === '' ? speciesIn?.(text) : undefined;
  return named === undefined ? undefined : { name: termLabel(speaks(), 'species', named), wish: { species: named } };
}

function Cards({ list, filters }: ListProps): JSX.Element {
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
