import './board.css';
import { useEffect } from 'preact/hooks';
import { Route, Switch } from 'wouter-preact';
import { OfflineNote } from '../design/feedback/offline-note.tsx';
import { LazyPage, type Load, preload } from '../lazy-page.tsx';
import { BoardList } from './board-list.tsx';
import { type Board, BoardProvider } from './board.ts';
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
