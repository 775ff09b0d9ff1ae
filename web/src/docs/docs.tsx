import type { JSX } from 'preact';
import { Link, Route, Switch } from 'wouter-preact';
import { EmptyState } from '../design/empty-state.tsx';
import { usePageTitle } from '../design/page-header.tsx';
import { DocsShell } from './docs-shell.tsx';
import { GuidePage } from './guide-page.tsx';
import { GUIDES } from './guides.ts';
import { Overview } from './overview.tsx';
import { ReferencePage } from './reference/reference-pages.tsx';

/** The guides, and the reference of the interface. */
export const Docs = (): JSX.Element => (
  <DocsShell>
    <Switch>
      <Route path="/docs">
        <Overview />
      </Route>
      <Route path="/docs/reference/:name?">{({ name }) => <ReferencePage name={name} />}</Route>
      {GUIDES.map((guide) => (
        <Route key={guide.name} path={guide.href}>
          <GuidePage guide={guide} />
        </Route>
      ))}
      <Route>
        <Nothing />
      </Route>
    </Switch>
  </DocsShell>
);

function Nothing(): JSX.Element {
  usePageTitle('Nothing here');
  return (
    <EmptyState icon="search" title="There is no such page">
      The address may be old, or mistyped. <Link href="/docs">All of the documentation</Link>
    </EmptyState>
  );
}
