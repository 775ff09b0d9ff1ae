import { Route, Switch } from 'wouter-preact';
import { ENGLISH } from '../../src/vocabulary/site.ts';
import { BoardPages } from './board/board-pages.tsx';
import { TopBar } from './design/layout/top-bar.tsx';
import { LazyPage, type Load } from './lazy-page.tsx';
import { speaks } from './words.ts';

/** Loaded on demand, so that the board does not wait for them. */
const AREAS: readonly { readonly path: string | RegExp; readonly area?: string; readonly load: Load }[] = [
  { path: '/portal/*?', area: 'Portal', load: inEnglish(() => import('./portal/portal.tsx').then((it) => it.Portal)) },
  {
    path: '/console/*?',
    area: 'Console',
    load: inEnglish(() => import('./console/console.tsx').then((it) => it.Console)),
  },
  { path: '/docs/*?', area: 'Docs', load: inEnglish(() => import('./docs/docs.tsx').then((it) => it.Docs)) },
  {
    path: /^\/(?:reservation|application|alert)\/?$/,
    load: () => import('./board/reservation/link-pages.tsx').then((it) => it.LinkPages),
  },
  { path: '/*?', load: () => import('./other-pages.tsx').then((it) => it.OtherPages) },
];

function inEnglish(load: Load): Load {
  return async () => {
    // A visitor of the board in another language needs another document.
    if (speaks().language !== ENGLISH) await new Promise(() => location.reload());
    return load();
  };
}

/** One route, so that the event stream stays open between the pages of the board. */
const BOARD = /^\/(?:favorites\/?|how-to-adopt\/?|accessibility\/?|pets\/[^/]+\/?)?$/;

export const Routes = () => (
  <Switch>
    <Route path={BOARD}>
      <BoardPages />
    </Route>
    {AREAS.map(({ path, area, load }) => (
      <Route key={String(path)} path={path}>
        <LazyPage load={load} fallback={<TopBar area={area} />} />
      </Route>
    ))}
  </Switch>
);
