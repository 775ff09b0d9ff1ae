import '../design/tokens.css';
import '../design/base.css';
import './embed.css';
import { type JSX, render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Router, useLocation } from 'wouter-preact';
import { memoryLocation } from 'wouter-preact/memory-location';
import { BoardRoutes } from '../board/board-routes.tsx';
import { type Board, openBoard } from '../board/board.ts';

/** The build replaces this with the text of all styles. */
const STYLES = '@styles@';

/**
 * Inserts the board after its script: `<script src="https://…/embed.js" data-key="ppk_…">`. Optional attributes: `data-organization="3"` shows
 * the animals of one organization, `data-theme="light"` or `"dark"` overrides the visitor's mode.
 */
function embed(script: HTMLScriptElement): void {
  const { key: apiKey, theme, organization } = script.dataset;
  if (apiKey === undefined)
    throw new Error('embed.js needs a publishable key: <script src="…/embed.js" data-key="ppk_…">.');
  if (organization !== undefined && !/^[1-9]\d{0,14}$/.test(organization))
    throw new Error('data-organization of embed.js must be the id of an organization, such as data-organization="3".');
  const organizationId = organization === undefined ? undefined : Number(organization);
  const { origin } = new URL(script.src);
  const board = openBoard({ origin, apiKey, isOwn: false, organizationId });

  const host = document.createElement('div');
  if (theme !== undefined) host.dataset['theme'] = theme;
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  if (document.head.contains(script)) addEventListener('DOMContentLoaded', () => document.body.append(host));
  else script.after(host);
  // Navigation in the board does not change the address of the page. In a new tab, a link opens the service's own board.
  const { hook } = memoryLocation();
  render(
    <Router hook={hook} hrefs={(path) => origin + path}>
      <Frame board={board} />
    </Router>,
    root,
  );
}

function Frame({ board }: { readonly board: Board }): JSX.Element {
  const [path] = useLocation();
  const frame = useRef<HTMLDivElement>(null);
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'start' });
  }, [path]);
  return (
    <div class="embed" ref={frame} role="region" aria-label="Animals looking for a home" tabIndex={-1}>
      <BoardRoutes board={board} />
    </div>
  );
}

const { currentScript } = document;
if (!(currentScript instanceof HTMLScriptElement)) throw new Error('embed.js is not a module: remove type="module".');
embed(currentScript);
