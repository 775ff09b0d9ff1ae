import type { JSX } from 'preact';
import { Link, useLocation, useRoute } from 'wouter-preact';
import { animalTitle } from '../../../src/vocabulary/animals/words.ts';
import { boardTitle } from '../../../src/vocabulary/site.ts';
import { LinkButton } from '../design/controls/button.tsx';
import { usePageTitle } from '../design/layout/page-header.tsx';
import { TopBar } from '../design/layout/top-bar.tsx';
import { LazyPage } from '../lazy-page.tsx';
import { pageSettings } from '../settings.ts';
import { BoardRoutes } from './board-routes.tsx';
import { type Board, openBoard } from './board.ts';
import { hearts } from './hearts.ts';
import { loadSwitchedOff } from './load-switched-off.ts';

let kept: { readonly apiKey: string; readonly board: Board } | undefined;

/** The service's own board. It lives as long as the page, so a visitor who comes back finds it unchanged. Undefined without a key. */
function ownBoard(): Board | undefined {
  const { boardKey: apiKey, organization: only } = pageSettings();
  if (apiKey === undefined) return undefined;
  if (kept?.apiKey !== apiKey)
    kept = { apiKey, board: openBoard({ origin: location.origin, apiKey, isOwn: true, only }) };
  return kept.board;
}

/** What adopters look for. */
const LINKS = [
  { href: '/how-to-adopt', label: 'How to adopt' },
  { href: '/how-to-adopt#contact', label: 'Contact' },
] as const;

/** For those who run the service, or write programs. */
const STAFF_LINKS = [
  { href: '/console', label: 'Shelter' },
  { href: '/portal', label: 'Developers' },
  { href: '/docs', label: 'Documentation' },
] as const;

const linksTo = (links: readonly { readonly href: string; readonly label: string }[]) =>
  links.map(({ href, label }) => (
    <Link key={href} href={href}>
      {label}
    </Link>
  ));

export function BoardPages(): JSX.Element {
  const board = ownBoard();
  const organization = board?.organizations.only.value;
  const [path] = useLocation();
  const [isAnimal, parameters] = useRoute('/pets/:id');
  const liked = hearts.value.favorites?.value.length ?? 0;
  usePageTitle(
    isAnimal
      ? titleOf(board, Number(parameters.id))
      : (TITLES[path] ?? boardTitle(pageSettings().name ?? organization?.name)),
  );
  return (
    <>
      <TopBar organization={organization} links={linksTo(LINKS)}>
        <LinkButton kind="quiet" size="s" icon="heart" href="/favorites">
          Favorites{liked > 0 && ` (${liked})`}
        </LinkButton>
      </TopBar>
      <main id="main" class={isAnimal ? 'board board-animal' : 'board'} tabIndex={-1}>
        {board === undefined ? <LazyPage load={loadSwitchedOff} /> : <BoardRoutes board={board} />}
      </main>
      <footer class="board-footer quiet small">
        <p>Animals without a photo have a drawing.</p>
        <nav aria-label="Other pages">
          {linksTo(LINKS)}
          {linksTo(STAFF_LINKS)}
        </nav>
      </footer>
    </>
  );
}

const TITLES: Readonly<Record<string, string>> = { '/favorites': 'Favorites', '/how-to-adopt': 'How to adopt' };

/** The title that the service writes into the document, too. */
function titleOf(board: Board | undefined, id: number): string {
  const pet = board?.animal(id).pet.value;
  if (board === undefined || typeof pet !== 'object') return 'Animal';
  const category = board.categories.value?.get(String(pet.categoryId));
  return animalTitle(pet.name, pet.profile ?? {}, category?.name, board.organizations.of(pet)?.name);
}
