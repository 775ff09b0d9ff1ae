import type { JSX } from 'preact';
import { Route, Switch } from 'wouter-preact';
import { BoardPages } from './board/board-pages.tsx';
import { NothingHere } from './design/layout/nothing-here.tsx';
import { TopBar } from './design/layout/top-bar.tsx';
import { LazyPage, type Load } from './lazy-page.tsx';

/** Loaded on demand, so that the board does not wait for them. */
const AREAS: readonly { readonly path: string; readonly area: string; readonly load: Load }[] = [
  { path: '/portal/*?', area: 'Portal', load: () => import('./portal/portal.tsx').then(({ Portal }) => Portal) },
  { path: '/console/*?', area: 'Console', load: () => import('./console/console.tsx').then(({ Console }) => Console) },
  { path: '/docs/*?', area: 'Docs', load: () => import('./docs/docs.tsx').then(({ Docs }) => Docs) },
];

/** One route, so that the event stream stays open between the pages of the board. */
const BOARD = /^\/(?:pets\/[^/]+\/?)?$/;

export const Routes = (): JSX.Element => (
  <Switch>
    <Route path={BOARD}>
      <BoardPages />
    </Route>
    {AREAS.map(({ path, area, load }) => (
      <Route key={path} path={path}>
        <LazyPage load={load} fallback={<TopBar area={area} />} />
      </Route>
    ))}
    <Route>
      <NotFound />
    </Route>
  </Switch>
);

const NotFound = (): JSX.Element => (
  <>
    <TopBar />
    <main id="main" tabIndex={-1}>
      <NothingHere href="/" label="Go to the board" />
    </main>
  </>
);
