import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './design/controls/button.tsx';
import { EmptyState } from './design/data/empty-state.tsx';

/** Must be the same function each time. */
export type Load = () => Promise<ComponentType>;

/** What has been loaded once is there at once. */
const loaded = new Map<Load, ComponentType>();

/** Loads what may be shown soon. Where that fails it is tried again, and told, when it is to be shown. */
export async function preload(load: Load): Promise<boolean> {
  if (loaded.has(load)) return true;
  try {
    loaded.set(load, await load());
    return true;
  } catch {
    return false;
  }
}

interface LazyPageProps {
  readonly load: Load;
  /** What stands there meanwhile; nothing by default. */
  readonly meanwhile?: JSX.Element;
}

/** A part of the application that is loaded when it is first shown. */
export function LazyPage({ load, meanwhile }: LazyPageProps): JSX.Element | null {
  const [hasFailed, setFailed] = useState<boolean>();
  useEffect(() => {
    if (!loaded.has(load)) void preload(load).then((isLoaded) => setFailed(!isLoaded));
  }, [load]);
  const Page = loaded.get(load);
  if (Page !== undefined) return <Page />;
  if (hasFailed !== true) return meanwhile ?? null;
  return (
    <EmptyState
      icon="alert"
      title="This page could not be loaded"
      action={<Button onClick={() => location.reload()}>Load it again</Button>}
    >
      The connection may be gone, or there is a new version of the service.
    </EmptyState>
  );
}
