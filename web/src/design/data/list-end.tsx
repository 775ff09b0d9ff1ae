import './list-end.css';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { List } from '../../data/list.ts';
import { Button } from '../controls/button.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';

interface ListEndProps {
  readonly list: Pick<List<unknown>, 'hasMore' | 'isLoading' | 'error' | 'items' | 'more'>;
  /** Shown when every page has been read. */
  readonly end?: string;
}

/** Reads the next page when it comes into view, or with its button. */
export function ListEnd({ list, end }: ListEndProps): JSX.Element {
  const anchor = useRef<HTMLDivElement>(null);
  const canRead = list.hasMore.value && !list.isLoading.value && list.error.value === undefined;
  useEffect(() => {
    if (!canRead || anchor.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting === true) void list.more();
      },
      // Before its end is seen, which would move then.
      { rootMargin: '1200px', scrollMargin: '1200px' },
    );
    observer.observe(anchor.current);
    return () => observer.disconnect();
  }, [list, canRead]);
  return (
    <div class="list-end" ref={anchor}>
      <ErrorNotice error={list.error.value} onRetry={() => void list.more()} />
      {list.hasMore.value && list.error.value === undefined && list.items.value.length > 0 && (
        <Button busy={list.isLoading.value} onClick={() => void list.more()}>
          Show more
        </Button>
      )}
      {!list.hasMore.value && end !== undefined && list.items.value.length > 0 && <p class="quiet small">{end}</p>}
    </div>
  );
}
