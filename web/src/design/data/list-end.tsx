import './list-end.css';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { List } from '../../data/list.ts';
import { Button } from '../controls/button.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';

interface ListEndProps {
  readonly list: Pick<List<unknown>, 'hasMore' | 'isLoading' | 'error' | 'items' | 'more'>;
  /** What is said when everything has been seen. */
  readonly end?: string;
}

/** The end of a list that comes in pages: it asks for more when it comes into view, or at a press of its button. */
export function ListEnd({ list, end }: ListEndProps): JSX.Element {
  const mark = useRef<HTMLDivElement>(null);
  const mayAsk = list.hasMore.value && !list.isLoading.value && list.error.value === undefined;
  useEffect(() => {
    if (!mayAsk || mark.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void list.more();
      },
      { rootMargin: '600px' },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [list, mayAsk]);
  return (
    <div class="list-end" ref={mark}>
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
