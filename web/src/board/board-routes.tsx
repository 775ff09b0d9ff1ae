import './board.css';
import { useEffect } from 'preact/hooks';
import { Route, Switch } from 'wouter-preact';
import { until } from '../data/until.ts';
import { OfflineNote } from '../design/feedback/offline-note.tsx';
import { LazyPage, type Load, preload } from '../lazy-page.tsx';
import { BoardList } from './board-list.tsx';
import { type Board, BoardProvider } from './board.ts';
import { ADDRESSES } from './filters/board-filters.ts';
import { loadHearts } from './hearts.ts';

/** Loaded after the first view, which does not need it. */
const loadPetPage = withHearts(() => import('./pet-page.tsx').then(({ PetPage }) => PetPage));

const onListed = (): void => {
  void preload(loadPetPage);
  void loadHearts();
};

const loadFavorites = withHearts(() => import('./favorites-page.tsx').then(({ FavoritesPage }) => FavoritesPage));

const loadTexts = withHearts(() => import('./organization/texts.tsx').then(({ Texts }) => Texts));

function withHearts(load: Load): Load {
  return () => {
    void loadHearts();
    return load();
  };
}

/** What does not change with the animals. */
const TEXTS = /^\/(?:how-to-adopt|accessibility)\/?$/;

/** Reads what the page at this address shows first, and loads its script. Failures are left to the page. */
export async function readPage(
  board: Board,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<void> {
  const id = /^\/pets\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (id !== undefined) {
    const { pet, error } = board.animal(Number(id));
    await preload(loadPetPage);
    await until(() => pet.value !== undefined || error.value !== undefined);
  } else if (TEXTS.test(pathname)) {
    await preload(loadTexts);
    const { organizations } = board;
    if (pathname.startsWith('/how-to-adopt') && organizations.only.value === undefined)
      await until(() => !organizations.list().isLoading.value);
  } else {
    const list = board.list(ADDRESSES.filtersOf(search));
    await until(() => !list.isLoading.value);
  }
  await until(() => board.categories.value !== undefined);
}

/** The board without the header and footer of the site. */
export function BoardRoutes({ board }: { readonly board: Board }) {
  useEffect(() => board.open(), [board]);
  return (
    <BoardProvider value={board}>
      <div class="board-ground">
        <OfflineNote onOnline={board.refresh} />
        <Switch>
          <Route path="/pets/:id">
            <LazyPage load={loadPetPage} />
          </Route>
          {IS_OWN && (
            <Route path="/favorites">
              <LazyPage load={loadFavorites} />
            </Route>
          )}
          {IS_OWN && (
            <Route path={TEXTS}>
              <LazyPage load={loadTexts} />
            </Route>
          )}
          <Route>
            <BoardList onListed={onListed} />
          </Route>
        </Switch>
        <p class="visually-hidden" role="status">
          {board.news.value}
        </p>
      </div>
    </BoardProvider>
  );
}
