import './portal.css';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter-preact';
import type { Account } from '../../../client/src/petstore.ts';
import { AccountMenu } from '../account-menu.tsx';
import { useAction } from '../data/use-action.ts';
import { addStaffIcons } from '../design/data/add-staff-icons.ts';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { AppShell, type NavItem } from '../design/layout/app-shell.tsx';
import { NothingHere } from '../design/layout/nothing-here.tsx';
import { LazyPage, type Load } from '../lazy-page.tsx';
import { loadSession, nextIn, ownAccount, session, signInAt } from '../session.ts';
import { pageSettings } from '../settings.ts';
import { AccountPage } from './account/account-page.tsx';
import { ConfirmAddress } from './account/confirm-address.tsx';
import { SetPassword } from './account/set-password.tsx';
import { Awaiting } from './awaiting.tsx';
import { Entrance } from './entrance/entrance.tsx';
import { ForgottenPassword } from './entrance/forgotten-password.tsx';
import { SessionEnded } from './entrance/session-ended.tsx';
import { SignIn } from './entrance/sign-in.tsx';
import { SignUp } from './entrance/sign-up.tsx';
import { Keys } from './keys/keys.tsx';
import { ClockNotice, QuotaNotice, SuspendedNotice } from './notices.tsx';
import { Start } from './start/start.tsx';
import { Usage } from './usage/usage-page.tsx';

addStaffIcons();

const NAV: readonly NavItem[] = [
  { href: '/portal', label: 'Start', icon: 'home' },
  { href: '/portal/keys', label: 'Keys', icon: 'key' },
  { href: '/portal/requests', label: 'Requests', icon: 'pulse' },
  { href: '/portal/usage', label: 'Usage', icon: 'usage' },
  { href: '/portal/webhooks', label: 'Webhooks', icon: 'webhook' },
  { href: '/portal/account', label: 'Account', icon: 'settings' },
];

/** In staging only. */
const OF_STAGING: readonly NavItem[] = [
  { href: '/portal/clock', label: 'Clock', icon: 'clock' },
  { href: '/portal/mails', label: 'Mails', icon: 'mail' },
];

/** Pages for visitors who are not signed in. */
const ENTRANCES: Readonly<Record<string, ComponentType>> = {
  '/portal/sign-in': SignIn,
  '/portal/sign-up': SignUp,
  '/portal/forgotten-password': ForgottenPassword,
};

const loadJoin = () => import('./join/join.tsx').then(({ Join }) => Join);

/** By their paths. */
const PAGES: Readonly<Record<string, { readonly Page: ComponentType } | { readonly load: Load }>> = {
  '/portal': { Page: Start },
  '/portal/keys': { Page: Keys },
  '/portal/requests': { load: () => import('./requests/requests-page.tsx').then(({ RequestsPage }) => RequestsPage) },
  '/portal/usage': { Page: Usage },
  '/portal/webhooks/:id?': { load: () => import('./webhooks/webhooks.tsx').then(({ Webhooks }) => Webhooks) },
  '/portal/account': { Page: AccountPage },
};

const PAGES_OF_STAGING: typeof PAGES = {
  '/portal/clock': { load: () => import('./clock/clock-page.tsx').then(({ ClockPage }) => ClockPage) },
  '/portal/mails': { load: () => import('./mails/mails-page.tsx').then(({ MailsPage }) => MailsPage) },
};

/** The pages for developers. Without a session they redirect to the sign-in, which leads back. */
export function Portal() {
  const [path] = useLocation();
  const search = useSearch();
  const load = useAction(loadSession);
  useEffect(() => void load.run(), []);
  if (path === '/portal/set-password') return <SetPassword />;
  if (path === '/portal/confirm') return <ConfirmAddress />;
  if (session.value === 'unknown') {
    return (
      <Entrance title="Developer portal">
        <div aria-busy={load.isBusy}>
          <ErrorNotice error={load.error} onRetry={() => void load.run()} />
        </div>
      </Entrance>
    );
  }
  if (path === '/portal/join') return <LazyPage load={loadJoin} />;
  const Entered = ENTRANCES[path];
  if (session.value !== null) return Entered === undefined ? <SignedIn /> : <Redirect to={nextIn(search)} replace />;
  return Entered === undefined ? <Redirect to={signInAt(path)} replace /> : <Entered />;
}

function SignedIn() {
  const account = ownAccount.value;
  return (
    <AppShell
      area="Portal"
      nav={pageSettings().environment === 'staging' ? [...NAV, ...OF_STAGING] : NAV}
      topLinks={
        <>
          <Link href="/docs">Documentation</Link>
          <a href="/">Board</a>
        </>
      }
      topEnd={<AccountMenu />}
    >
      <SessionEnded />
      <SuspendedNotice />
      {account?.awaiting === undefined ? <Pages /> : <PagesWhileAwaiting account={account} />}
    </AppShell>
  );
}

const PagesWhileAwaiting = ({ account }: { readonly account: Account }) => (
  <Switch>
    <Route path="/portal/account">
      <AccountPage />
    </Route>
    <Route>
      <Awaiting account={account} />
    </Route>
  </Switch>
);

function Pages() {
  const pages = pageSettings().environment === 'staging' ? { ...PAGES, ...PAGES_OF_STAGING } : PAGES;
  return (
    <>
      <QuotaNotice />
      <ClockNotice />
      <Switch>
        {Object.entries(pages).map(([path, page]) => (
          <Route key={path} path={path}>
            {'load' in page ? <LazyPage load={page.load} /> : <page.Page />}
          </Route>
        ))}
        <Route>
          <NothingHere href="/portal" label="Go to the start" />
        </Route>
      </Switch>
    </>
  );
}
