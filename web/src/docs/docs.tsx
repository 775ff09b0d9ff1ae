import { Route, Switch } from 'wouter-preact';
import { addStaffIcons } from '../design/data/add-staff-icons.ts';
import { NothingHere } from '../design/layout/nothing-here.tsx';
import { DocsShell } from './docs-shell.tsx';
import { GuidePage } from './guide-page.tsx';
import { GUIDES } from './guides.ts';
import { Overview } from './overview.tsx';
import { ReferencePage } from './reference/reference-pages.tsx';

addStaffIcons();

/** The guides and the API reference. */
export const Docs = () => (
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
        <NothingHere href="/docs" label="Go to the documentation" />
      </Route>
    </Switch>
  </DocsShell>
);
