import './portal.css';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter-preact';
import { useAction } from '../data/use-action.ts';
import { AppShell, type NavItem } from '../design/app-shell.tsx';
import { ErrorNotice } from '../design/error-notice.tsx';
import { NothingHere } from '../design/nothing-here.tsx';
import { LazyPage } from '../lazy-page.tsx';
import { loadSession, session } from '../session.ts';
import { AccountMenu } from './account-menu.tsx';
import { AccountPage } from './account-page.tsx';
import { Entrance } from './entrance.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';
import { Keys } from './keys.tsx';
import { knownKey } from './known-key.ts';
import { QuotaNotice, SuspendedNotice } from './notices.tsx';
import { SetPassword } from './set-password.tsx';
import { SignIn } from './sign-in.tsx';
import { SignUp } from './sign-up.tsx';
import { Start } from './start.tsx';
import { Usage } from './usage-page.tsx';
import { nextIn, signInAt } from './way-back.ts';

const NAV: readonly NavItem[] = [
  { href: '/portal', label: 'Start', icon: 'home' },
  { href: '/portal/keys', label: 'Keys', icon: 'key' },
  { href: '/portal/usage', label: 'Usage', icon: 'usage' },
  { href: '/portal/webhooks', label: 'Webhooks', icon: 'webhook' },
  { href: '/portal/account', label: 'Account', icon: 'settings' },
];

/** For who is not signed in. */
const ENTRANCES: Readonly<Record<string, ComponentType>> = {
  '/portal/sign-in': SignIn,
  '/portal/sign-up': SignUp,
  '/portal/forgotten-password': ForgottenPassword,
};

const loadWebhooks = () => import('./webhooks.tsx').then(({ Webhooks }) => Webhooks);

/** The developers' pages: all but the entrances need a session, and lead back here once there is one. */
export function Portal(): JSX.Element {
  const [path] = useLocation();
  const search = useSearch();
  const load = useAction(loadSession);
  useEffect(() => void load.run(), []);
  useEffect(() => {
    if (session.value === null) knownKey.value = undefined;
  }, [session.value]);
  if (path === '/portal/set-password') return <SetPassword />;
  if (session.value === 'unknown') {
    return (
      <Entrance title="Developer portal">
        <div aria-busy={load.isBusy}>
          <ErrorNotice error={load.error} onRetry={() => void load.run()} />
        </div>
      </Entrance>
    );
  }
  const Entered = ENTRANCES[path];
  if (session.value !== null) return Entered === undefined ? <SignedIn /> : <Redirect to={nextIn(search)} replace />;
  return Entered === undefined ? <Redirect to={signInAt(path)} replace /> : <Entered />;
}

function SignedIn(): JSX.Element {
  return (
    <AppShell
      area="Portal"
      nav={NAV}
      topLinks={
        <>
          <Link href="/docs">Documentation</Link>
          <Link href="/">Animals</Link>
        </>
      }
      topEnd={<AccountMenu />}
    >
      <SuspendedNotice />
      <QuotaNotice />
      <Switch>
        <Route path="/portal">
          <Start />
        </Route>
        <Route path="/portal/keys">
          <Keys />
        </Route>
        <Route path="/portal/usage">
          <Usage />
        </Route>
        <Route path="/portal/webhooks/:id?">
          <LazyPage load={loadWebhooks} />
        </Route>
        <Route path="/portal/account">
          <AccountPage />
        </Route>
        <Route>
          <NothingHere href="/portal" label="To the start" />
        </Route>
      </Switch>
    </AppShell>
  );
}
