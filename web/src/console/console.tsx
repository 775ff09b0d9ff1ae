import './console.css';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter-preact';
import { AccountMenu } from '../account-menu.tsx';
import { useAction } from '../data/use-action.ts';
import { LinkButton } from '../design/controls/button.tsx';
import { EmptyState } from '../design/data/empty-state.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { OfflineNote } from '../design/feedback/offline-note.tsx';
import { AppShell, type NavItem } from '../design/layout/app-shell.tsx';
import { NothingHere } from '../design/layout/nothing-here.tsx';
import { usePageTitle } from '../design/layout/page-header.tsx';
import { TopBar } from '../design/layout/top-bar.tsx';
import { UserText } from '../design/text/user-text.tsx';
import { type Load, LazyPage } from '../lazy-page.tsx';
import { loadSession, session, signInAt } from '../session.ts';
import { AccountPage } from './accounts/account-page.tsx';
import { Accounts } from './accounts/accounts.tsx';
import { Animals } from './animals/animals.tsx';
import { Categories } from './categories/categories-page.tsx';
import { dropCategory, loadCategories, putCategory } from './categories/categories.tsx';
import { Inbox } from './inbox/inbox.tsx';
import { followAll, useLive } from './live.ts';
import { Orders } from './orders/orders.tsx';

const NAV: readonly NavItem[] = [
  { href: '/console/animals', label: 'Animals', icon: 'animals' },
  { href: '/console/orders', label: 'Orders', icon: 'orders' },
  { href: '/console/inbox', label: 'Inbox', icon: 'inbox' },
  { href: '/console/accounts', label: 'Accounts', icon: 'people' },
  { href: '/console/categories', label: 'Categories', icon: 'tag' },
  { href: '/console/health', label: 'Health', icon: 'pulse' },
];

const PAGES: readonly { readonly path: string; readonly Page: ComponentType }[] = [
  { path: '/console/animals', Page: Animals },
  { path: '/console/orders', Page: Orders },
  { path: '/console/inbox', Page: Inbox },
  { path: '/console/accounts', Page: Accounts },
  { path: '/console/accounts/:id', Page: AccountPage },
  { path: '/console/categories', Page: Categories },
];

const loadImport: Load = () => import('./importing/import-page.tsx').then(({ ImportPage }) => ImportPage);
const loadHealth: Load = () => import('./health/health.tsx').then(({ HealthPage }) => HealthPage);

/** The pages for operators. Other accounts get a link to the portal. */
export function Console(): JSX.Element {
  const [path] = useLocation();
  const search = useSearch();
  const load = useAction(loadSession);
  useEffect(() => void load.run(), []);
  const signedIn = session.value;
  if (signedIn === null) return <Redirect to={signInAt(search === '' ? path : `${path}?${search}`)} replace />;
  if (signedIn === 'unknown') {
    return (
      <>
        <TopBar area="Console" />
        <main id="main" class="console-alone" tabIndex={-1} aria-busy={load.isBusy}>
          <ErrorNotice error={load.error} onRetry={() => void load.run()} />
        </main>
      </>
    );
  }
  return signedIn.account.role === 'operator' ? <ForOperators /> : <ForMembers email={signedIn.account.email} />;
}

function ForMembers({ email }: { readonly email: string }): JSX.Element {
  usePageTitle('Console');
  return (
    <>
      <TopBar area="Console">
        <AccountMenu />
      </TopBar>
      <main id="main" class="console-alone" tabIndex={-1}>
        <EmptyState
          icon="key"
          title="The console is for operators"
          action={
            <>
              <LinkButton href="/portal" kind="primary">
                Open the portal
              </LinkButton>
              <LinkButton href="/">Open the board</LinkButton>
            </>
          }
        >
          You are signed in as <UserText>{email}</UserText>, which is not an operator’s account. Your keys, usage and
          webhooks are in the portal. If you run this service, sign in with the operator’s account.
        </EmptyState>
      </main>
    </>
  );
}

function ForOperators(): JSX.Element {
  useEffect(() => {
    void loadCategories();
    return followAll();
  }, []);
  useLive({
    onEvent(event) {
      if (event.type === 'category.deleted') dropCategory(event.data.id);
      else if (event.type === 'category.created' || event.type === 'category.updated') putCategory(event.data);
    },
    onGap: () => void loadCategories(),
  });
  return (
    <AppShell
      area="Console"
      nav={NAV}
      topEnd={<AccountMenu />}
      topLinks={
        <>
          <Link href="/portal">Developers</Link>
          <Link href="/">Board</Link>
        </>
      }
    >
      <OfflineNote onOnline={() => void loadCategories()} />
      <Switch>
        <Route path="/console">
          <Redirect to="/console/animals" replace />
        </Route>
        {PAGES.map(({ path, Page }) => (
          <Route key={path} path={path}>
            <Page />
          </Route>
        ))}
        <Route path="/console/animals/import">
          <LazyPage load={loadImport} />
        </Route>
        <Route path="/console/health">
          <LazyPage load={loadHealth} />
        </Route>
        <Route>
          <NothingHere href="/console/animals" label="Go to the animals" />
        </Route>
      </Switch>
    </AppShell>
  );
}
