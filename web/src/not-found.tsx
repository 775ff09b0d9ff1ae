import type { JSX } from 'preact';
import { LinkButton } from './design/button.tsx';
import { EmptyState } from './design/empty-state.tsx';
import { usePageTitle } from './design/page-header.tsx';
import { TopBar } from './design/top-bar.tsx';

export function NotFound(): JSX.Element {
  usePageTitle('Nothing here');
  return (
    <>
      <TopBar />
      <main id="main" tabIndex={-1}>
        <EmptyState
          icon="search"
          title="There is nothing here"
          action={<LinkButton href="/">See the animals</LinkButton>}
        >
          The address may be old, or mistyped.
        </EmptyState>
      </main>
    </>
  );
}
