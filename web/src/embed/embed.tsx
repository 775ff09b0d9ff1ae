import '../design/tokens.css';
import '../design/base.css';
import './embed.css';
import { signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Router, useLocation } from 'wouter-preact';
import { BoardRoutes } from '../board/board-routes.tsx';
import { type Board, openBoard } from '../board/board.ts';
import { loadWordsFrom, speaks, words } from '../words.ts';
import { followTheme, isTheme, setAccent } from './host-colors.ts';
import { hostHistory } from './host-history.ts';

/** Marks the element of a board. */
const BOARD = 'data-petstore-board';

/** Until the words are asked for again. */
const retryMs = 5_000;

/** The build replaces this with the text of all styles. */
const STYLES = '@styles@';

/**
 * Inserts the board after its script: `<script src="https://…/embed.js" data-key="ppk_…">`. Optional attributes: `data-organization="3"` shows
 * the animals of one organization, `data-theme="light"` or `"dark"` overrides the page's own look, `data-accent="#a3427a"` is the color of
 * buttons, `data-lang="es"` overrides the language of the page.
 */
function embed(script: HTMLScriptElement): void {
  const { key: apiKey, theme = 'auto', accent, organization, lang } = script.dataset;
  if (apiKey === undefined)
    throw new Error('embed.js needs a publishable key: <script src="…/embed.js" data-key="ppk_…">.');
  if (organization !== undefined && !/^[1-9]\d{0,14}$/.test(organization))
    throw new Error('data-organization of embed.js must be the id of an organization, such as data-organization="3".');
  if (!isTheme(theme)) throw new Error('data-theme of embed.js must be "auto", "light" or "dark".');
  const organizationId = organization === undefined ? undefined : Number(organization);
  if (lang !== undefined && !/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(lang))
    throw new Error('data-lang of embed.js must be a language, such as data-lang="es".');
  const { origin } = new URL(script.src);
  const scopes = signal<string>();
  const board = openBoard({
    origin,
    apiKey,
    organizationId,
    async fetch(...request) {
      const response = await fetch(...request);
      scopes.value = response.headers.get('x-key-scopes') ?? scopes.peek();
      return response;
    },
  });
  board.may = (scope) => scopes.value?.split(' ').includes(scope) ?? true;

  const host = document.createElement('div');
  const number = document.querySelectorAll(`[${BOARD}]`).length;
  host.setAttribute(BOARD, '');
  if (accent !== undefined && !setAccent(host, accent))
    throw new Error('data-accent of embed.js must be a color of CSS, such as data-accent="#a3427a".');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  const place = (put: () => void) => {
    put();
    followTheme(host, theme);
  };
  const atEnd = () => place(() => document.body.append(host));
  if (!document.head.contains(script)) place(() => script.after(host));
  // A script that another one adds may run later.
  else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', atEnd);
  else atEnd();
  const show = () => {
    host.lang = speaks().language;
    host.dir = speaks().direction;
    // In a new tab, a link opens the service's own board.
    render(
      <Router hook={hostHistory(`petstoreBoard${number}`)} hrefs={(path) => origin + path}>
        <Frame board={board} />
      </Router>,
      root,
    );
  };
  // What the page around the board says comes before what the browser prefers.
  const around = script.closest('[lang]')?.getAttribute('lang');
  const wanted = [lang ?? '', around ?? '', ...navigator.languages].filter((tag) => tag !== '');
  const load = (): void => {
    // Without words there is nothing to show, not even a failure.
    loadWordsFrom(origin, wanted).then(show, () => setTimeout(load, retryMs));
  };
  load();
}

function Frame({ board }: { readonly board: Board }) {
  const [path] = useLocation();
  const frame = useRef<HTMLDivElement>(null);
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    frame.current?.focus({ preventScroll: true });
    // Back in the list, the visitor is where the animal was opened.
    if (path !== '/') showTop(frame.current);
  }, [path]);
  return (
    <div
      class={path === '/' ? 'embed' : 'embed embed-animal'}
      ref={frame}
      role="region"
      aria-label={words().first.siteTitle}
      tabIndex={-1}
    >
      <BoardRoutes board={board} />
    </div>
  );
}

/** Scrolls to below what the page keeps at the top of the window, such as its header. */
function showTop(frame: HTMLElement | null): void {
  frame?.scrollIntoView({ block: 'start' });
  const above = document
    .elementsFromPoint(innerWidth / 2, 0)
    .filter((element) => /fixed|sticky/.test(getComputedStyle(element).position));
  scrollBy(0, -Math.max(0, ...above.map((element) => element.getBoundingClientRect().bottom)));
}

const { currentScript } = document;
if (!(currentScript instanceof HTMLScriptElement)) throw new Error('embed.js is not a module: remove type="module".');
embed(currentScript);
