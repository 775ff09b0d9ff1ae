import type { ComponentChildren } from 'preact';
import type { Query } from '../../data/calls.ts';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadedProps<Data> {
  readonly query: Pick<Query<Data>, 'data' | 'error' | 'reload'>;
  /** What is shown until then is this high. */
  readonly height: string;
  /** Shown if there is no such resource. */
  readonly missing?: ComponentChildren;
  readonly children: (data: Exclude<Data, undefined>) => ComponentChildren;
}

/** What a query has found, or why it has found nothing. */
export function Loaded<Data>({ query, height, missing, children }: LoadedProps<Data>) {
  const { data, error, reload } = query;
  if (data === undefined && missing !== undefined && error?.status === 404) return <>{missing}</>;
  return (
    <>
      <ErrorNotice error={error} onRetry={reload} />
      {data === undefined && error === undefined && (
        <div aria-busy="true">
          <Skeleton height={height} />
        </div>
      )}
      {data !== undefined && children(data as Exclude<Data, undefined>)}
    </>
  );
}
