import { Link, useLocation, useRoute } from 'wouter-preact';
import { siteTitle } from '../../../src/words/animals.ts';
import { LinkButton } from '../design/controls/button.tsx';
import { usePageTitle } from '../design/layout/page-header.tsx';
import { TopBar } from '../design/layout/top-bar.tsx';
import { LazyPage } from '../lazy-page.tsx';
import { pageSettings } from '../settings.ts';
import { say, speaks, words } from '../words.ts';
import { BoardRoutes } from './board-routes.tsx';
import { type Board, openBoard } from './board.ts';
import { hearts } from './hearts.ts';
import { loadSwitchedOff } from './load-switched-off.ts';

let kept: { readonly apiKey: string; readonly board: Board } | undefined;

/** The service's own board. It lives as long as the page, so a visitor who comes back finds it unchanged. Undefined without a key. */
function ownBoard(): Board | undefined {
  const { boardKey: apiKey, organization: only } = pageSettings();
  if (apiKey === undefined) return undefined;
  if (kept?.apiKey !== apiKey) kept = { apiKey, board: openBoard({ origin: location.origin, apiKey, only }) };
  return kept.board;
}

/** What adopters look for. */
const LINKS = [
  { href: '/how-to-adopt', label: 'howToAdopt' },
  { href: '/how-to-adopt#contact', label: 'contact' },
] as const;

/** For those who run the service, or write programs. */
const STAFF_LINKS = [
  { href: '/console', label: 'shelter' },
  { href: '/portal', label: 'developers' },
  { href: '/docs', label: 'documentation' },
] as const;

/** As the top and the bottom of the board have them. */
export const adopterLinks = () => linksTo(LINKS);

const linksTo = (links: typeof LINKS | typeof STAFF_LINKS) =>
  links.map(({ href, label }) => (
    <Link key={href} href={href}>
      {words().first[label]}
    </Link>
  ));

export function BoardPages() {
  const board = ownBoard();
  const organization = board?.organizations.only.value;
  const [path] = useLocation();
  const [isAnimal] = useRoute('/pets/:id');
  const { first } = words();
  const { favorites, Languages } = hearts.value;
  const liked = favorites?.value.length ?? 0;
  // An animal's page has a title of its own.
  usePageTitle(
    isAnimal ? undefined : (titleAt(path) ?? siteTitle(speaks(), pageSettings().name ?? organization?.name)),
  );
  return (
    <>
      <TopBar organization={organization} links={linksTo(LINKS)}>
        <LinkButton kind="quiet" size="s" icon="heart" href="/favorites">
          {liked > 0 ? say(words().board.favoritesCount, { count: liked }) : first.favorites}
        </LinkButton>
      </TopBar>
      <main id="main" class={isAnimal ? 'board board-animal' : 'board'} tabIndex={-1}>
        {board === undefined ? <LazyPage load={loadSwitchedOff} /> : <BoardRoutes board={board} />}
      </main>
      <footer class="board-footer quiet small">
        <p>{first.drawings}</p>
        <nav aria-label={first.otherPages}>
          {linksTo(LINKS)}
          {linksTo(STAFF_LINKS)}
        </nav>
        {Languages !== undefined && <Languages />}
      </footer>
    </>
  );
}

/** Undefined for the list of animals. */
function titleAt(path: string): string | undefined {
  const { favorites, howToAdopt } = words().first;
  return { '/favorites': favorites, '/how-to-adopt': howToAdopt }[path];
}
