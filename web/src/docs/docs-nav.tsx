import type { JSX } from 'preact';
import { Link, useLocation } from 'wouter-preact';
import { useHash } from '../data/hash-target.ts';
import { useQuery } from '../data/use-query.ts';
import { GUIDE_GROUPS } from './guides.ts';
import { type Group, WEBHOOK_EVENTS } from './reference/catalogue.ts';
import { loadCatalogue } from './reference/load-catalogue.ts';

/** Links to every page, and to the operations of the open page of the reference. */
export function DocsNav({ onFollow }: { readonly onFollow?: () => void }) {
  const { data: catalogue } = useQuery(loadCatalogue, []);
  return (
    <div
      class="docs-nav stack"
      onClick={({ target }) => target instanceof Element && target.closest('a') && onFollow?.()}
    >
      <NavLink href="/docs" label="Start" />
      {GUIDE_GROUPS.map(({ title, guides }) => (
        <NavGroup key={title} title={title}>
          {guides.map(({ name, href, title }) => (
            <NavLink key={name} href={href} label={title} />
          ))}
        </NavGroup>
      ))}
      <NavGroup title="API reference">
        <NavLink href="/docs/reference" label="Introduction" />
        {catalogue?.groups.map((group) => (
          <GroupLink key={group.name} group={group} />
        ))}
        {catalogue !== undefined && <NavLink href={`/docs/reference/${WEBHOOK_EVENTS}`} label="Webhook events" />}
      </NavGroup>
    </div>
  );
}

const NavGroup = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: JSX.Element | readonly (JSX.Element | readonly JSX.Element[] | false | undefined)[];
}) => (
  <>
    <p class="docs-nav-title">{title}</p>
    {children}
  </>
);

function NavLink({ href, label }: { readonly href: string; readonly label: string }) {
  const [path] = useLocation();
  return (
    <Link href={href} class="nav-link" aria-current={path === href ? 'page' : undefined}>
      {label}
    </Link>
  );
}

function GroupLink({ group }: { readonly group: Group }) {
  const [path] = useLocation();
  const hash = useHash();
  return (
    <>
      <NavLink href={group.href} label={group.name} />
      {path === group.href &&
        group.operations.map(({ id, href, summary, isDeprecated }) => (
          <Link
            key={id}
            href={href}
            class={isDeprecated ? 'docs-nav-operation struck' : 'docs-nav-operation'}
            aria-current={hash === id ? 'location' : undefined}
          >
            {summary}
            {isDeprecated && <span class="visually-hidden"> (deprecated)</span>}
          </Link>
        ))}
    </>
  );
}
