import { Link, useLocation, useRoute } from 'wouter-preact';
import { siteTitle } from '../../../src/words/animals.ts';
import { documentFirst, dropAnswers } from '../data/document-answers.ts';
import { LinkButton } from '../design/controls/button.tsx';
import { usePageTitle } from '../design/layout/page-title.ts';
import { TopBar } from '../design/layout/top-bar.tsx';
import { LazyPage } from '../lazy-page.tsx';
import { pageSettings } from '../settings.ts';
import { say, speaks, words } from '../words.ts';
import { BoardRoutes, readPage } from './board-routes.tsx';
import { type Board, openBoard } from './board.ts';
import { hearts } from './hearts.ts';
import { loadSwitchedOff } from './load-switched-off.ts';

let kept: { readonly apiKey: string; readonly board: Board } | undefined;

/** The service's own board. It lives as long as the page, so a visitor who comes back finds it unchanged. Undefined without a key. */
function ownBoard(): Board | undefined {
  const { boardKey: apiKey, organization: only } = pageSettings();
  if (apiKey === undefined) return undefined;
  if (kept?.apiKey !== apiKey)
    kept = { apiKey, board: openBoard({ origin: location.origin, apiKey, only, fetch: documentFirst }) };
  return kept.board;
}

/** Reads what the board shows first at this address, and loads its script: what the document shows can then make room for it. */
export async function readFirstPage(): Promise<void> {
  const board = ownBoard();
  if (board !== undefined) await readPage(board, location);
  dropAnswers();
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

/** At the top of the board. */
export const adopterLinks = () => linksTo(LINKS);

/** At the bottom of the board. */
export const footLinks = () => [adopterLinks(), linksTo([{ href: '/accessibility', label: 'accessibility' }])];

type BoardLink =
  | (typeof LINKS | typeof STAFF_LINKS)[number]
  | { readonly href: string; readonly label: 'accessibility' };

const linksTo = (links: readonly BoardLink[]) =>
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
  // The other pages have titles of their own.
  usePageTitle(path === '/' ? siteTitle(speaks(), pageSettings().name ?? organization?.name) : undefined);
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
          {footLinks()}
          {linksTo(STAFF_LINKS)}
        </nav>
        {Languages !== undefined && <Languages />}
      </footer>
    </>
  );
}
