import '../design/layout/app-shell.css';
import './docs.css';
import './search.css';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { useQuery } from '../data/use-query.ts';
import { Button } from '../design/controls/button.tsx';
import { Finder } from '../design/controls/finder.tsx';
import { IconButton } from '../design/controls/icon-button.tsx';
import { Dialog } from '../design/feedback/dialog.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { Toasts } from '../design/feedback/toast.tsx';
import { StatementLink } from '../design/layout/statement-link.tsx';
import { TopBar } from '../design/layout/top-bar.tsx';
import { DocsNav } from './docs-nav.tsx';
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
