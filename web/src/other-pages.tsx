import { Route, Switch } from 'wouter-preact';
import { loadStaffIcons } from './design/data/icons.tsx';
import { LazyPage, type Load } from './lazy-page.tsx';
import { NotFound } from './not-found.tsx';

const loadPapers: Load = () => import('./papers/papers-page.tsx').then(({ PapersPage }) => PapersPage);
const loadSlideshow: Load = async () => {
  const [{ Slideshow }] = await Promise.all([import('./slideshow/slideshow.tsx'), loadStaffIcons()]);
  return Slideshow;
};

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
