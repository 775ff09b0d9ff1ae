import { Route, Switch } from 'wouter-preact';
import { LazyPage, type Load } from './lazy-page.tsx';
import { NotFound } from './not-found.tsx';

const loadPapers: Load = () => import('./papers/papers-page.tsx').then(({ PapersPage }) => PapersPage);
const loadSlideshow: Load = () => import('./slideshow/slideshow.tsx').then(({ Slideshow }) => Slideshow);

/** Pages that few people open: the shell names one file for all of them. */
export const OtherPages = () => (
  <Switch>
    <Route path="/print/:paper">
      <LazyPage load={loadPapers} />
    </Route>
    <Route path="/slideshow">
      <LazyPage load={loadSlideshow} />
    </Route>
    <Route>
      <NotFound />
    </Route>
  </Switch>
);
