import './portal.css';
import '../design/feedback/note.css';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter-preact';
import type { Account } from '../../../client/src/petstore.ts';
import { durationMs, durationWords } from '../../../src/vocabulary/duration.ts';
import { AccountMenu } from '../account-menu.tsx';
import { petstore } from '../api.ts';
import { useAction, useQuery } from '../data/calls.ts';
import { setClockAhead } from '../data/environment-clock.ts';
import { addStaffIcons } from '../design/data/add-staff-icons.ts';
import { Icon } from '../design/data/icons.tsx';
import { Time } from '../design/data/time.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { AppShell, type NavItem } from '../design/layout/app-shell.tsx';
import { NothingHere } from '../design/layout/nothing-here.tsx';
import { numberText } from '../design/text/number-text.ts';
import { LazyPage, type Load } from '../lazy-page.tsx';
import { isStaff, loadSession, nextIn, ownAccount, session, signInAt } from '../session.ts';
import { pageSettings } from '../settings.ts';
import { AccountPage } from './account/account-page.tsx';
import { ConfirmAddress, SetPassword } from './account/link-page.tsx';
import { Awaiting } from './awaiting.tsx';
import { Entrance } from './entrance/entrance.tsx';
import { ForgottenPassword } from './entrance/forgotten-password.tsx';
import { SessionEnded } from './entrance/session-ended.tsx';
import { SignIn } from './entrance/sign-in.tsx';
import { SignUp } from './entrance/sign-up.tsx';
import { Keys } from './keys/keys.tsx';
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

/** Shown on every page while the account is suspended. */
function SuspendedNotice() {
  if (ownAccount.value?.suspended !== true) return null;
  return (
    <div class="note tone-danger portal-notice" role="alert">
      <Icon name="alert" />
      <p>
        <strong>This account is suspended.</strong> Its keys are refused and its webhooks receive nothing. Contact the
        operator of this service.
      </p>
    </div>
  );
}

/** Shown on every page while the day's requests are used up. The portal's own requests then fail, too, unless the account is staff's. */
function QuotaNotice() {
  const [path] = useLocation();
  const { data } = useQuery((signal) => petstore.account.usage({ signal }), [path]);
  if (data === undefined || data.day.remaining > 0) return null;
  return (
    <div class="note tone-caution portal-notice" role="status">
      <Icon name="clock" />
      <p>
        <strong>Today's {numberText(data.day.limit)} requests are used up.</strong> The limit resets at{' '}
        <Time at={new Date(data.day.reset * 1_000).toISOString()} hasClock />.{' '}
        {isStaff.value
          ? 'Until then your keys are refused.'
          : 'Until then the portal can only show your usage and requests, and manage your keys and webhooks.'}
      </p>
    </div>
  );
}

/** Shown on every page while staging's clock is ahead; its own page says more. */
function ClockNotice() {
  const [path] = useLocation();
  const isStaging = pageSettings().environment === 'staging';
  const { data: aheadMs = 0 } = useQuery(async (signal) => (isStaging ? readClockAhead(signal) : undefined), [path]);
  if (aheadMs === 0 || path === '/portal/clock') return null;
  return (
    <div class="note tone-caution portal-notice" role="status">
      <Icon name="clock" />
      <p>
        <strong>Staging's clock is ahead by {durationWords(aheadMs)}.</strong> Times on these pages are staging's.{' '}
        <Link href="/portal/clock">Clock</Link>
      </p>
    </div>
  );
}

/** How far staging's clock is ahead. It may have been advanced since the page was loaded. */
async function readClockAhead(signal: AbortSignal): Promise<number> {
  const { advancedBy } = await petstore.test.clock({ signal });
  const aheadMs = durationMs(advancedBy) ?? 0;
  setClockAhead(aheadMs);
  return aheadMs;
}
