import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './design/controls/button.tsx';
import { EmptyState } from './design/data/empty-state.tsx';
import { laterWords, words } from './words.ts';

/** Must be the same function in every render. */
export type Load<Props = object> = () => Promise<ComponentType<Props>>;

/** The components by what loads them. */
const loaded = new Map<unknown, unknown>();

/** Loads a component that may be shown soon. A failure is ignored: `LazyPart` tries again. @returns whether it is loaded */
export async function preload<Props>(load: Load<Props>): Promise<boolean> {
  if (loaded.has(load)) return true;
  try {
    // What is loaded after the first view has words that the first view does not need.
    const [component] = await Promise.all([load(), laterWords()]);
    loaded.set(load, component);
    return true;
  } catch {
    return false;
  }
}

interface LazyPageProps {
  readonly load: Load;
  /** Shown while the page is loading. */
  readonly fallback?: JSX.Element;
}

/** A page whose code is loaded when it is first shown. */
export const LazyPage = (page: LazyPageProps) => <LazyPart props={{}} {...page} />;

interface LazyPartProps<Props> {
  readonly load: Load<Props>;
  readonly props: Props;
  readonly fallback?: JSX.Element;
  /** Whether the fallback is enough if the part cannot be loaded. */
  readonly isOptional?: boolean;
}

/** Like `LazyPage`, for a part of a page that has properties. */
export function LazyPart<Props extends object>(part: LazyPartProps<Props>) {
  const { load, props, fallback = null, isOptional = false } = part;
  const [tried, setTried] = useState<{ readonly load: Load<Props> }>();
  const Part = loaded.get(load) as ComponentType<Props> | undefined;
  useEffect(() => {
    // Also if it has been loaded since the render, which did not show it.
    if (Part === undefined) void preload(load).then(() => setTried({ load }));
  }, [load]);
  if (Part !== undefined) return <Part {...props} />;
  return tried?.load === load && !isOptional ? <LoadFailure /> : fallback;
}

export const LoadFailure = () => (
  <EmptyState
    icon="alert"
    title={words().first.notLoaded}
    action={<Button onClick={() => location.reload()}>{words().first.reload}</Button>}
  >
    {words().first.notLoadedWhy}
  </EmptyState>
);
