import './search.css';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useQuery } from '../data/use-query.ts';
import { Finder } from '../design/controls/finder.tsx';
import { Dialog } from '../design/feedback/dialog.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { Method } from './reference/method.tsx';
import { loadIndex } from './search-index.ts';

/** Searches operations, events and guides. */
export function Search({ onClose }: { readonly onClose: () => void }) {
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
