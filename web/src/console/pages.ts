import type { ComponentType } from 'preact';
import type { Account } from '../../../client/src/petstore.ts';
import type { NavItem } from '../design/layout/app-shell.tsx';
import type { Load } from '../lazy-page.tsx';
import { Animals } from './animals/animals.tsx';
import { Categories } from './categories/categories-page.tsx';
import { Inbox } from './inbox/inbox.tsx';
import { Orders } from './orders/orders.tsx';
import { SetupPage } from './setup/setup-page.tsx';

/** Who sees a page: all members of an organization, its managers, or operators alone. Operators see every page. */
export type Audience = 'members' | 'managers' | 'operators';

/** The pages that are open all day are part of the console; the others are loaded when they are first shown. */
type Content = { readonly Page: ComponentType } | { readonly load: Load };

export type ConsolePage = Content & {
  /** `:organization` is the number of an organization; in the navigation it is the account's own. What ends with `?` may be missing. */
  readonly path: string;
  readonly audience: Audience;
  /** A page without it is reached from another one. */
  readonly nav?: Pick<NavItem, 'label' | 'icon'> & {
    /** Whether it is in the navigation only where something may wait on it. */
    readonly isOccasional?: true;
    /** Whether it is about the organization of the account, which not every operator has. */
    readonly isOwn?: true;
  };
};

const PAGES: readonly ConsolePage[] = [
  {
    path: '/console/animals',
    audience: 'members',
    nav: { label: 'Animals', icon: 'animals' },
    Page: Animals,
  },
  {
    path: '/console/animals/import',
    audience: 'members',
    load: () => import('./importing/import-page.tsx').then(({ ImportPage }) => ImportPage),
  },
  {
    path: '/console/animals/:animal',
    audience: 'members',
    load: () => import('./animal/animal-page.tsx').then(({ AnimalPage }) => AnimalPage),
  },
  {
    path: '/console/orders/:order?',
    audience: 'members',
    nav: { label: 'Adoptions', icon: 'orders' },
    Page: Orders,
  },
  {
    path: '/console/applications',
    audience: 'members',
    nav: { label: 'Applications', icon: 'person', isOccasional: true },
    load: () => import('./applications/applications-list.tsx').then(({ Applications }) => Applications),
  },
  {
    path: '/console/applications/:application',
    audience: 'members',
    load: () => import('./applications/application-pages.tsx').then(({ ApplicationPage }) => ApplicationPage),
  },
  {
    path: '/console/animals/:animal/applications',
    audience: 'members',
    load: () => import('./applications/application-pages.tsx').then(({ ApplicationsOfPet }) => ApplicationsOfPet),
  },
  {
    path: '/console/adopters/:through',
    audience: 'members',
    load: () => import('./adopters/adopter-page.tsx').then(({ AdopterPage }) => AdopterPage),
  },
  {
    path: '/console/inbox/:message?',
    audience: 'members',
    nav: { label: 'Inbox', icon: 'inbox' },
    Page: Inbox,
  },
  {
    path: '/console/categories',
    audience: 'members',
    nav: { label: 'Categories', icon: 'tag' },
    Page: Categories,
  },
  {
    path: '/console/figures',
    audience: 'members',
    nav: { label: 'Statistics', icon: 'usage' },
    load: () => import('./figures/figures-page.tsx').then(({ FiguresPage }) => FiguresPage),
  },
  {
    path: '/console/organizations/:organization',
    audience: 'managers',
    nav: { label: 'Organization', icon: 'home' },
    load: () => import('./organizations/organization-page.tsx').then(({ OrganizationPage }) => OrganizationPage),
  },
  {
    path: '/console/organizations/:organization/members',
    audience: 'managers',
    nav: { label: 'Members', icon: 'people' },
    load: () => import('./members/members-page.tsx').then(({ MembersPage }) => MembersPage),
  },
  {
    path: '/console/listing-sites',
    audience: 'managers',
    nav: { label: 'Listing sites', icon: 'upload', isOwn: true },
    load: () => import('./listing-sites/listing-sites.tsx').then(({ ListingSites }) => ListingSites),
  },
  {
    path: '/console/listing-sites/:site',
    audience: 'managers',
    load: () => import('./listing-sites/site-page.tsx').then(({ SitePage }) => SitePage),
  },
  {
    path: '/console/audit',
    audience: 'managers',
    nav: { label: 'History', icon: 'clock' },
    load: () => import('./audit/audit-page.tsx').then(({ AuditPage }) => AuditPage),
  },
  {
    path: '/console/notifications',
    audience: 'members',
    nav: { label: 'Notifications', icon: 'mail' },
    load: () => import('./notifications/notifications-page.tsx').then(({ NotificationsPage }) => NotificationsPage),
  },
  {
    path: '/console/setup',
    audience: 'operators',
    nav: { label: 'Setting up', icon: 'check' },
    Page: SetupPage,
  },
  {
    path: '/console/organizations',
    audience: 'operators',
    nav: { label: 'Organizations', icon: 'list' },
    load: () => import('./organizations/organizations-page.tsx').then(({ OrganizationsPage }) => OrganizationsPage),
  },
  {
    path: '/console/accounts',
    audience: 'operators',
    nav: { label: 'Accounts', icon: 'key' },
    load: () => import('./accounts/accounts.tsx').then(({ Accounts }) => Accounts),
  },
  {
    path: '/console/accounts/:id',
    audience: 'operators',
    load: () => import('./accounts/account-page.tsx').then(({ AccountPage }) => AccountPage),
  },
  {
    path: '/console/partners',
    audience: 'operators',
    nav: { label: 'Partners', icon: 'book' },
    load: () => import('./partners/partners-page.tsx').then(({ PartnersPage }) => PartnersPage),
  },
  {
    path: '/console/directory',
    audience: 'operators',
    nav: { label: 'Directory', icon: 'pin' },
    load: () => import('./directory/directory-page.tsx').then(({ DirectoryPage }) => DirectoryPage),
  },
  {
    path: '/console/people',
    audience: 'operators',
    nav: { label: 'People', icon: 'search' },
    load: () => import('./people/people-page.tsx').then(({ PeoplePage }) => PeoplePage),
  },
  {
    path: '/console/health',
    audience: 'operators',
    nav: { label: 'Health', icon: 'pulse' },
    load: () => import('./health/health.tsx').then(({ HealthPage }) => HealthPage),
  },
];

/** The pages that the account sees, in the order of the navigation. */
export const pagesOf = (account: Account): readonly ConsolePage[] =>
  PAGES.filter(({ audience }) => sees(account, audience));

/** The pages that others see. */
export const pagesOfOthers = (account: Account): readonly ConsolePage[] =>
  PAGES.filter(({ audience }) => !sees(account, audience));

function sees({ role, organization }: Account, audience: Audience): boolean {
  if (role === 'operator') return true;
  if (audience === 'operators') return false;
  return audience === 'managers' ? organization?.role === 'manager' : organization !== undefined;
}

/** The navigation, with what waits on each page. For operators, a shelter's pages and the service's are apart. */
export function navOf(account: Account, waiting: Readonly<Record<string, number>>): readonly NavItem[] {
  const own = account.organization?.id;
  return pagesOf(account).flatMap(({ path, audience, nav }) => {
    if (nav === undefined || (own === undefined && (nav.isOwn === true || path.includes(OWN)))) return [];
    const group = audience === 'operators' ? 'Service' : 'Shelter';
    const href = path.replace(OWN, String(own)).replace(OPTIONAL, '');
    const count = waiting[href];
    const { isOccasional, isOwn: _, ...words } = nav;
    if (isOccasional === true && count === undefined) return [];
    return [
      {
        ...words,
        href,
        ...(count !== undefined && { waiting: count }),
        ...(account.role === 'operator' && { group }),
      },
    ];
  });
}

const OWN = ':organization';
/** What a page shows in detail. */
const OPTIONAL = /\/:\w+\?$/;
