import './console.css';
import '../design/feedback/note.css';
import { useEffect } from 'preact/hooks';
import { Link, Redirect, Route, Switch, useLocation, useSearch } from 'wouter-preact';
import type { Account, AccountNotice } from '../../../client/src/petstore.ts';
import { hasConsole } from '../../../src/vocabulary/organizations.ts';
import { AccountMenu } from '../account-menu.tsx';
import { petstore } from '../api.ts';
import { useAction, useQuery, useWhileVisible } from '../data/calls.ts';
import { dropAnswers } from '../data/document-answers.ts';
import { useGathered } from '../data/use-gathered.ts';
import { LinkButton } from '../design/controls/button.tsx';
import { addStaffIcons } from '../design/data/add-staff-icons.ts';
import { EmptyState } from '../design/data/empty-state.tsx';
import { addAdvice } from '../design/feedback/advice.ts';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { OfflineNote } from '../design/feedback/offline-note.tsx';
import { AppShell } from '../design/layout/app-shell.tsx';
import { NothingHere } from '../design/layout/nothing-here.tsx';
import { titleCount, usePageTitle } from '../design/layout/page-title.ts';
import { TopBar } from '../design/layout/top-bar.tsx';
import { UserText } from '../design/text/user-text.tsx';
import { LazyPage } from '../lazy-page.tsx';
import { SessionEnded } from '../portal/entrance/session-ended.tsx';
import { loadSession, reloadSession, session, signInAt } from '../session.ts';
import { pageSettings } from '../settings.ts';
import { badges, countBadges } from './badges.ts';
import { dropCategory, loadCategories, putCategory } from './categories/categories.tsx';
import { followAll, useLive } from './live.ts';
import { loadOrganizations } from './organizations/organizations.tsx';
import { type Audience, navOf, pagesOf, pagesOfOthers } from './pages.ts';
import { PaletteHost } from './palette/palette-host.tsx';
import { remaining } from './setup/setup-page.tsx';

// For failures that only the console can cause: the first view of the board does not load it.
addAdvice({
  precondition_failed: {
    title: 'Somebody else has changed this',
    advice: 'Review the current version, then try again.',
  },
  pet_has_open_order: {
    title: 'This animal is reserved',
    advice: 'Cancel the adoption or let the animal go home first, or wait until the reservation expires.',
  },
  mirrored: {
    title: 'It belongs to another service',
    advice: 'Only its shelter changes it.',
  },
  invalid_status_transition: {
    title: 'The status has changed',
    advice: 'Somebody else changed it. Show its current state, then try again.',
  },
});
addStaffIcons();

/** How often what waits is counted. */
const countMs = 30_000;
/** Events of many orders and applications arrive together, as when they are closed. */
const gatherMs = 300;

/** The pages for members of an organization and for operators. Other accounts get a link to the portal. */
export function Console() {
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
  const { account } = signedIn;
  // The portal says what is missing.
  if (account.awaiting !== undefined) return <Redirect to="/portal" replace />;
  return hasConsole(account) ? <Pages account={account} /> : <Closed email={account.email} />;
}

function Closed({ email }: { readonly email: string }) {
  usePageTitle('Console');
  return (
    <>
      <TopBar area="Console">
        <AccountMenu />
      </TopBar>
      <main id="main" class="console-alone" tabIndex={-1}>
        <EmptyState
          isPage
          icon="key"
          title="The console is for shelters"
          action={
            <>
              <LinkButton href="/portal" kind="primary">
                Open the portal
              </LinkButton>
              <LinkButton href="/" isForeign>
                Open the board
              </LinkButton>
            </>
          }
        >
          You are signed in as <UserText>{email}</UserText>, which belongs to no organization. Your keys, usage and
          webhooks are in the portal. If you work for a shelter or a shop, ask its manager for an invitation. If you run
          this service, sign in with the operator’s account.
        </EmptyState>
      </main>
    </>
  );
}

function Pages({ account }: { readonly account: Account }) {
  const isOperator = account.role === 'operator';
  /** What several pages need. */
  const load = () => {
    void loadCategories();
    if (isOperator) void loadOrganizations();
    void countBadges();
  };
  // What the page has not asked for at first would be old when it does.
  useEffect(dropAnswers, []);
  useEffect(() => {
    load();
    return followAll();
  }, [isOperator]);
  const countSoon = useGathered(gatherMs, () => void countBadges());
  // Operators receive no events of what waits for others.
  useWhileVisible(countMs, () => void countBadges());
  useEffect(() => {
    titleCount.value = Object.values(badges.value).reduce((sum, count) => sum + count, 0);
  }, [badges.value]);
  useEffect(() => () => void (titleCount.value = 0), []);
  // Somebody has given the account another role, or removed it from its organization.
  const readAccount = useAction(reloadSession);
  useLive({
    onEvent(event) {
      if (/^(?:order|application)\./.test(event.type) || event.type === 'message.delivered') countSoon();
      if (event.type === 'category.deleted') dropCategory(event.data.id);
      else if (event.type === 'category.created' || event.type === 'category.updated') putCategory(event.data);
      else if (event.type.startsWith('account.') && (event.data as AccountNotice).id === account.id)
        void readAccount.run();
      else if (isOperator && event.type.startsWith('organization.')) void loadOrganizations();
    },
    onGap: load,
  });
  return (
    <AppShell
      area="Console"
      nav={navOf(account, badges.value)}
      topEnd={
        <>
          <PaletteHost />
          <AccountMenu />
        </>
      }
      topLinks={
        <>
          <Link href="/portal">Developers</Link>
          <a href="/">Board</a>
        </>
      }
    >
      <SessionEnded />
      <OfflineNote onOnline={load} />
      <Switch>
        <Route path="/console">
          <Home isOperator={isOperator} />
        </Route>
        {pagesOf(account).map((page) => (
          <Route key={page.path} path={page.path}>
            {'load' in page ? <LazyPage load={page.load} /> : <page.Page />}
          </Route>
        ))}
        {pagesOfOthers(account).map(({ path, audience }) => (
          <Route key={path} path={path}>
            <ForOthers audience={audience} />
          </Route>
        ))}
        <Route>
          <NothingHere href="/console/animals" label="Go to the animals" />
        </Route>
      </Switch>
    </AppShell>
  );
}

/** The first page: for operators what is left to set up, until it is done or hidden; otherwise the animals. */
function Home({ isOperator }: { readonly isOperator: boolean }) {
  const asks = isOperator && pageSettings().environment === 'production';
  const setup = useQuery(async (signal) => (asks ? petstore.admin.setup({ signal }) : undefined), []);
  if (setup.isLoading) return null;
  const isLeft = setup.data !== undefined && !setup.data.hidden && remaining(setup.data) > 0;
  return <Redirect to={isLeft ? '/console/setup' : '/console/animals'} replace />;
}

/** Tells people who follow a colleague's link whom to ask. */
function ForOthers({ audience }: { readonly audience: Audience }) {
  usePageTitle('No access');
  return (
    <EmptyState
      isPage
      icon="key"
      title={audience === 'managers' ? 'This page is for managers' : 'This page is for operators'}
      action={<LinkButton href="/console/animals">Go to the animals</LinkButton>}
    >
      {audience === 'managers'
        ? 'Ask a manager of your organization for what you need here.'
        : 'Ask the operator of this service for what you need here.'}
    </EmptyState>
  );
}
