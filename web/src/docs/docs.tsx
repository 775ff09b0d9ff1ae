import { Link, Route, Switch } from 'wouter-preact';
import { LinkButton } from '../design/controls/button.tsx';
import { addStaffIcons } from '../design/data/add-staff-icons.ts';
import { NothingHere } from '../design/layout/nothing-here.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import { CodeBlock } from '../design/text/code-block.tsx';
import { pageSettings } from '../settings.ts';
import { DocsShell } from './docs-shell.tsx';
import { GuidePage } from './guide-page.tsx';
import { GUIDE_GROUPS, GUIDES } from './guides.ts';
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

/** The start page: the first request, the guides, the reference. */
function Overview() {
  const { environment } = pageSettings();
  const key = environment === 'staging' ? 'psk_test_…' : 'psk_live_…';
  return (
    <article class="overview stack">
      <PageHeader
        title="Documentation"
        about="An HTTP API for animal adoption: list animals, take orders, and receive an event for every change."
        actions={
          <>
            <LinkButton href="/portal">Get a key</LinkButton>
            <LinkButton href="/docs/reference" kind="primary" icon="book">
              API reference
            </LinkButton>
          </>
        }
      />
      <CodeBlock
        language="sh"
        copyLabel="Copy the command"
        code={`# List the animals that can be adopted\ncurl '${location.origin}/v1/pets?status=available' \\\n  -H 'Authorization: Bearer ${key}'`}
      />
      {GUIDE_GROUPS.map(({ title, guides }) => (
        <section key={title} class="stack" aria-labelledby={`overview-${title}`}>
          <h2 id={`overview-${title}`}>{title}</h2>
          <ul class="overview-guides stack tight">
            {guides.map(({ name, href, title, about }) => (
              <li key={name}>
                <Link href={href} class="frame">
                  <strong>{title}</strong>
                  <span class="small quiet">{about}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
