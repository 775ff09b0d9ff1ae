import './board.css';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Route, Switch } from 'wouter-preact';
import { LazyPage, preload } from '../lazy-page.tsx';
import { BoardList } from './board-list.tsx';
import { type Board, BoardProvider } from './board.ts';
import { OfflineNote } from './offline-note.tsx';

/** The first view does without it; it is fetched as soon as there is nothing else to do. */
const loadPetPage = () => import('./pet-page.tsx').then(({ PetPage }) => PetPage);

/** All of the board but the frame around it. */
export function BoardRoutes({ board }: { readonly board: Board }): JSX.Element {
  useEffect(() => board.open(), [board]);
  return (
    <BoardProvider value={board}>
      <div class="board-ground">
        <OfflineNote onBack={board.refresh} />
        <Switch>
          <Route path="/pets/:id">
            <LazyPage load={loadPetPage} />
          </Route>
          <Route>
            <BoardList onListed={() => void preload(loadPetPage)} />
          </Route>
        </Switch>
        <p class="visually-hidden" role="status">
          {board.news.value}
        </p>
      </div>
    </BoardProvider>
  );
}
