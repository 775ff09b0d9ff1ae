import './content.css';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Link, Router } from 'wouter-preact';
import { type Category, Petstore, PetstoreError } from '../../../client/src/petstore.ts';
import type { AddressOf, ContentOf } from '../../../src/words/content.ts';
import { BoardHead } from '../board/board-head.tsx';
import { adopterLinks, footLinks } from '../board/board-pages.tsx';
import { type Board, BoardProvider, firstPageOf, shownMembers } from '../board/board.ts';
import { ADDRESSES } from '../board/filters/board-filters.ts';
import { FilterBar } from '../board/filters/filter-bar.tsx';
import { Languages } from '../board/later/languages.tsx';
import { Accessibility } from '../board/organization/accessibility.tsx';
import { HowToAdopt } from '../board/organization/how-to-adopt.tsx';
import { type BoardOrganizations, openOrganizations } from '../board/organization/organizations.ts';
import { PetGrid } from '../board/pet-grid.tsx';
import { About } from '../board/pet-page.tsx';
import { setClockAhead } from '../data/environment-clock.ts';
import { until } from '../data/until.ts';
import { Button } from '../design/controls/button.tsx';
import { EmptyState } from '../design/data/empty-state.tsx';
import { BackLink } from '../design/layout/back-link.tsx';
import { TopBar } from '../design/layout/top-bar.tsx';
import { takeSettings } from '../settings.ts';
import { speakAs, words } from '../words.ts';

/** A search may take long: then the page's scripts show it, and visitors need not wait for the document. */
const deadlineMs = 5_000;

/** The requests stay within the process. */
const BASE_URL = 'http://service.invalid/v1';

/** What is needed to render a page, once it is read. */
type Page = () => JSX.Element;

interface Reading {
  readonly petstore: Petstore;
  readonly organizations: BoardOrganizations;
}

export const addressOf: AddressOf = ({ path, search, speaker }) => {
  if (path !== '/') return path;
  // Which values there are, the words of any language say.
  speakAs(speaker);
  return addressAt(ADDRESSES.addressOf(ADDRESSES.filtersOf(search)), new URLSearchParams(search).get('cursor'));
};

/** @param cursor where the list goes on; null at its beginning */
const addressAt = (address: string, cursor: string | null): string =>
  cursor === null ? address : `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;

/** Renders a page of the board for those who run no scripts, with the components that the page itself is made of. */
export const contentOf: ContentOf = async ({ path, search, isChosen, settings, speaker, nowMs, fetch }) => {
  const petstore = new Petstore({ baseUrl: BASE_URL, apiKey: settings.boardKey, fetch, maxAttempts: 1, deadlineMs });
  const organizations = openOrganizations(petstore, { first: settings.organization, organizationId: undefined });
  speakAs(speaker);
  const id = /^\/pets\/([^/]+)\/?$/.exec(path)?.[1];
  const reading = { petstore, organizations };
  const page = await (id !== undefined
    ? animalPage(reading, id)
    : path === '/'
      ? listPage(reading, search)
      : path.startsWith('/accessibility')
        ? () => <Accessibility />
        : contactPage(reading));
  const categories = new Map<string, Category>();
  for await (const category of petstore.categories.list()) categories.set(String(category.id), category);
  const board: Partial<Board> = {
    origin: '',
    organizations,
    categories: signal(categories),
    arrivals: new Set(),
    lastList: { address: '/', openedId: undefined },
  };
  // The components read these. From here on nothing waits, so no other page comes in between.
  speakAs(speaker);
  takeSettings(settings);
  setClockAhead(nowMs - Date.now());
  const html = renderToString(
    <Router ssrPath={path} ssrSearch={search} hrefs={(href) => (isChosen ? inLanguage(href, speaker.language) : href)}>
      <BoardProvider value={board as Board}>
        <TopBar organization={organizations.only.peek()} links={adopterLinks()}>
          <Button kind="quiet" size="s" icon="heart">
            {words().first.favorites}
          </Button>
        </TopBar>
        <main id="main" class={id === undefined ? 'board' : 'board board-animal'}>
          <div class="board-ground">{page()}</div>
        </main>
        <footer class="board-footer quiet small">
          <nav aria-label={words().first.otherPages}>{footLinks()}</nav>
          <Languages />
        </footer>
      </BoardProvider>
    </Router>,
  );
  return html.replaceAll(DRAWING, placeOf).replaceAll(HIDDEN, boxOf).replaceAll(TOUCHING, ' ');
};

/** Decorative: icons and the logo have their words beside them. What users typed has no `<`. */
const DRAWING = /<svg\b([^>]*)>[^]*?<\/svg>/g;

/** It keeps its place, without lines and colors: the policy of the site allows no inline styles. */
const placeOf = (_: string, attributes: string): string =>
  `<svg${attributes.match(/ (?:class|width|height)="[^"]*"/g)?.join('') ?? ''}></svg>`;

/** Fields and buttons, which nobody sees before the scripts. */
const HIDDEN =
  /<(?:button|input|select|option|form)\b(?:"[^"]*"|[^">])*>|<span class="button-spinner" aria-hidden="true"><\/span>/g;

/** It is as large as with everything that it says. */
const boxOf = (tag: string): string =>
  tag.startsWith('<span')
    ? ''
    : tag.replaceAll(
        / (?:aria-[a-z]+|title|placeholder|type|value|maxlength|enterkeyhint|autocomplete|role)="[^"]*"/g,
        '',
      );

/** Programs that know no styles would join the words of neighbors. */
const TOUCHING = /(?<=<\/(?:a|bdi|span|strong)>)(?=<(?:a|bdi|span)\b)/g;

/** No script remembers the language that a visitor has chosen. */
function inLanguage(href: string, language: string): string {
  const { pathname, searchParams, hash } = new URL(href, BASE_URL);
  searchParams.set('lang', language);
  return `${pathname}?${searchParams}${hash}`;
}

/** Some animals of a list, with a link to the next ones. */
async function listPage({ petstore, organizations }: Reading, search: string): Promise<Page> {
  const filters = ADDRESSES.filtersOf(search);
  const address = ADDRESSES.addressOf(filters);
  const cursor = new URLSearchParams(search).get('cursor') ?? undefined;
  const first = firstPageOf(filters);
  const query = { ...first, expand: shownMembers(organizations, first), cursor };
  const page = await petstore.pets
    .list(query)
    .page()
    .catch((failure: unknown) => {
      const isUnknownPlace = failure instanceof PetstoreError && failure.code === 'invalid_parameter';
      if (!isUnknownPlace || filters.near === '') throw failure;
      return undefined;
    });
  const { items = [], next } = page ?? {};
  const why = (): string =>
    page === undefined
      ? words().reserving.unknownPlace
      : address === '/'
        ? words().first.nothingHere
        : words().finding.noMatch;
  return () => (
    <>
      <BoardHead status={filters.status} />
      <FilterBar filters={filters} />
      <section id="animals" aria-label={words().first.animals}>
        {items.length > 0 ? (
          <PetGrid pets={items} first={1} />
        ) : (
          <EmptyState title={why()}>
            {address !== '/' && <Link href="/">{words().finding.showAvailable}</Link>}
          </EmptyState>
        )}
        {next?.cursor !== undefined && (
          <p class="list-end">
            <Link href={addressAt(address, next.cursor)} asChild>
              <a rel="next">{words().first.showMore}</a>
            </Link>
          </p>
        )}
      </section>
    </>
  );
}

async function animalPage({ petstore, organizations }: Reading, id: string): Promise<Page> {
  const ids = [Number(id)].filter((number) => Number.isSafeInteger(number));
  const query = { ids, limit: ids.length, expand: shownMembers(organizations) };
  const [pet] = ids.length === 0 ? [] : (await petstore.pets.list(query).page()).items;
  if (pet !== undefined) await organizations.readOf(pet);
  return () => (
    <div class="pet-page stack">
      <BackLink href="/">{words().animal.allAnimals}</BackLink>
      {pet === undefined ? <NotFound /> : <About pet={pet} reload={() => undefined} />}
    </div>
  );
}

const NotFound = () => (
  <EmptyState isPage title={words().animal.notFound}>
    {words().animal.notFoundWhy}
  </EmptyState>
);

/** How to adopt, and how to reach the shelters. */
async function contactPage({ organizations }: Reading): Promise<Page> {
  if (organizations.only.peek() === undefined) {
    const list = organizations.list();
    await until(() => !list.isLoading.value);
    const refusal = list.error.peek();
    if (refusal !== undefined) throw refusal;
  }
  return () => <HowToAdopt />;
}
