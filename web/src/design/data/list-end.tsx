import './list-end.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { List } from '../../data/list.ts';
import { words } from '../../words.ts';
import { Button } from '../controls/button.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Skeleton } from './skeleton.tsx';

interface ListEndProps {
  readonly list: Pick<List<unknown>, 'hasMore' | 'isLoading' | 'error' | 'items' | 'more'>;
  /** Shown when every page has been read. */
  readonly end?: string;
  /** Whether the list draws only what is near the view, and so may be of any length. */
  readonly isEndless?: boolean;
}

/** A list that draws every item loads this many by itself: the page stays quick, and what is below the list can be reached. */
const mostByItself = 240;

/** Reads the next page when it comes into view, or after many pages with its button. */
export function ListEnd({ list, end, isEndless = false }: ListEndProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const [most, setMost] = useState(isEndless ? Infinity : mostByItself);
  const count = list.items.value.length;
  const error = list.error.value;
  const isLoading = list.isLoading.value;
  const hasMore = list.hasMore.value && error === undefined;
  const readsItself = hasMore && count < most;
  const canRead = readsItself && !isLoading;
  useEffect(() => {
    if (!canRead || anchor.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting === true) void list.more();
      },
      // Before its end is seen.
      { rootMargin: '1200px', scrollMargin: '1200px' },
    );
    observer.observe(anchor.current);
    return () => observer.disconnect();
  }, [list, canRead]);
  return (
    // Another element when the page is there: the one in view would be moved.
    <div key={isLoading} class="list-end" ref={anchor}>
      <ErrorNotice error={error} onRetry={() => void list.more()} />
      {hasMore &&
        count > 0 &&
        (readsItself ? (
          <Skeleton height="2.5rem" width="8rem" />
        ) : (
          <Button
            busy={isLoading}
            onClick={() => {
              setMost(count + mostByItself);
              void list.more();
            }}
          >
            {words().first.showMore}
          </Button>
        ))}
      {!list.hasMore.value && end !== undefined && count > 0 && <p class="quiet small">{end}</p>}
    </div>
  );
}
