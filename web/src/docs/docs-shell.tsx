import '../design/layout/app-shell.css';
import './docs.css';
import './search.css';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { useQuery } from '../data/calls.ts';
import { useHash } from '../data/hash-target.ts';
import { Button } from '../design/controls/button.tsx';
import { Finder } from '../design/controls/finder.tsx';
import { IconButton } from '../design/controls/icon-button.tsx';
import { Dialog } from '../design/feedback/dialog.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { Toasts } from '../design/feedback/toast.tsx';
import { StatementLink } from '../design/layout/statement-link.tsx';
import { TopBar } from '../design/layout/top-bar.tsx';
import { GUIDE_GROUPS } from './guides.ts';
import { type Group, WEBHOOK_EVENTS } from './reference/catalogue.ts';
import { loadCatalogue } from './reference/load-catalogue.ts';
import { Method } from './reference/method.tsx';
import { loadIndex } from './search-index.ts';

/** The layout of the documentation: navigation at the side (behind a button on a phone), and the search. */
export function DocsShell({ children }: { readonly children: ComponentChildren }) {
  const [isSearching, setSearching] = useState(false);
  const [isNavOpen, setNavOpen] = useState(false);
  useSearchKeys(() => setSearching(true));
  const closeNav = () => setNavOpen(false);
  return (
    <>
      <TopBar
        area="Docs"
        links={
          <>
            <a href="/">Board</a>
            <Link href="/portal">Developers</Link>
          </>
        }
      >
        <Button
          size="s"
          icon="search"
          class="search-button"
          aria-keyshortcuts="Control+K"
          onClick={() => setSearching(true)}
        >
          Search <kbd aria-hidden="true">Ctrl K</kbd>
        </Button>
        <span class="docs-contents">
          <IconButton icon="menu" label="Contents" onClick={() => setNavOpen(true)} />
        </span>
      </TopBar>
      <div class="app-shell">
        <nav class="side-nav" aria-label="Documentation">
          <DocsNav />
        </nav>
        <main id="main" class="app-main docs-main" tabIndex={-1}>
          {children}
          <StatementLink />
        </main>
      </div>
      <Dialog title="Contents" isOpen={isNavOpen} onClose={closeNav}>
        <nav aria-label="Contents">
          <DocsNav onFollow={closeNav} />
        </nav>
      </Dialog>
      {isSearching && <Search onClose={() => setSearching(false)} />}
      <Toasts />
    </>
  );
}

/** Opens the search with Control-K or Command-K. A key alone would do so by mistake for those who dictate: WCAG 2.1.4. */
function useSearchKeys(open: () => void): void {
  // Keys work as soon as the page can be seen: other effects wait for the next frame.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Searches operations, events and guides. */
function Search({ onClose }: { readonly onClose: () => void }) {
  const [, navigate] = useLocation();
  const { data: find, error, isLoading, reload } = useQuery(loadIndex, []);
  const [query, setQuery] = useState('');
  return (
    <Dialog title="Search the documentation" onClose={onClose}>
      <Finder
        label="Search"
        placeholder="An operation, a path, an error, a setting…"
        text={query}
        onText={setQuery}
        items={find?.(query) ?? []}
        keyOf={({ href }) => href}
        onChoose={({ href }) => {
          onClose();
          navigate(href);
        }}
        isBusy={isLoading}
        nothing="No results. Try fewer or different words."
        render={({ title, context, method }) => (
          <>
            <span class="search-title">{title}</span>
            <span class="quiet tiny">
              {method !== undefined && <Method method={method} />} {context}
            </span>
          </>
        )}
      >
        <ErrorNotice error={error} onRetry={reload} />
      </Finder>
    </Dialog>
  );
}

/** Links to every page, and to the operations of the open page of the reference. */
function DocsNav({ onFollow }: { readonly onFollow?: () => void }) {
  const { data: catalogue } = useQuery(loadCatalogue, []);
  return (
    <div
      class="docs-nav stack"
      onClick={({ target }) => target instanceof Element && target.closest('a') && onFollow?.()}
    >
      <NavLink href="/docs" label="Start" />
      {GUIDE_GROUPS.map(({ title, guides }) => (
        <NavGroup key={title} title={title}>
          {guides.map(({ name, href, title }) => (
            <NavLink key={name} href={href} label={title} />
          ))}
        </NavGroup>
      ))}
      <NavGroup title="API reference">
        <NavLink href="/docs/reference" label="Introduction" />
        {catalogue?.groups.map((group) => (
          <GroupLink key={group.name} group={group} />
        ))}
        {catalogue !== undefined && <NavLink href={`/docs/reference/${WEBHOOK_EVENTS}`} label="Webhook events" />}
      </NavGroup>
    </div>
  );
}

interface NavGroupProps {
  readonly title: string;
  readonly children: JSX.Element | readonly (JSX.Element | readonly JSX.Element[] | false | undefined)[];
}

const NavGroup = ({ title, children }: NavGroupProps) => (
  <>
    <p class="docs-nav-title">{title}</p>
    {children}
  </>
);

function NavLink({ href, label }: { readonly href: string; readonly label: string }) {
  const [path] = useLocation();
  return (
    <Link href={href} class="nav-link" aria-current={path === href ? 'page' : undefined}>
      {label}
    </Link>
  );
}

function GroupLink({ group }: { readonly group: Group }) {
  const [path] = useLocation();
  const hash = useHash();
  return (
    <>
      <NavLink href={group.href} label={group.name} />
      {path === group.href &&
        group.operations.map(({ id, href, summary, isDeprecated }) => (
          <Link
            key={id}
            href={href}
            class={isDeprecated ? 'docs-nav-operation struck' : 'docs-nav-operation'}
            aria-current={hash === id ? 'location' : undefined}
          >
            {summary}
            {isDeprecated && <span class="visually-hidden"> (deprecated)</span>}
          </Link>
        ))}
    </>
  );
}
