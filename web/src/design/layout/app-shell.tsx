import './app-shell.css';
import '../forced-colors.css';
import type { ComponentChildren } from 'preact';
import { Link, useLocation } from 'wouter-preact';
import { Menu } from '../controls/menu.tsx';
import { Icon, type IconName } from '../data/icons.tsx';
import { Toasts } from '../feedback/toast.tsx';
import { TopBar } from './top-bar.tsx';

export interface NavItem {
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
  /** The heading above this item and its neighbors of the same group. */
  readonly group?: string;
  /** What waits there: shown as a number. */
  readonly waiting?: number;
}

interface AppShellProps {
  readonly area: string;
  readonly nav: readonly NavItem[];
  /** The end of the top bar. */
  readonly topEnd?: ComponentChildren;
  readonly topLinks?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** More would not fit. */
const mostShown = 99;

/** The number of items that fit on a phone. */
const bottomItems = 5;

/** The layout of the portal and the console: navigation at the side, or at the bottom on a phone. */
export function AppShell({ area, nav, topEnd, topLinks, children }: AppShellProps) {
  const [location, navigate] = useLocation();
  const current = currentOf(nav, location);
  const shown = nav.length <= bottomItems ? nav : nav.slice(0, bottomItems - 1);
  const rest = nav.slice(shown.length);
  return (
    <>
      <TopBar area={area} links={topLinks}>
        {topEnd}
      </TopBar>
      <div class="app-shell">
        <nav class="side-nav" aria-label={area}>
          {[...Map.groupBy(nav, ({ group }) => group)].map(([group, items]) => (
            <div key={group} class="nav-group">
              {group !== undefined && <p class="nav-group-title">{group}</p>}
              {items.map((item) => (
                <NavLink key={item.href} item={item} isCurrent={item === current} />
              ))}
            </div>
          ))}
        </nav>
        <main id="main" class="app-main" tabIndex={-1}>
          {children}
        </main>
        <nav class="bottom-nav" aria-label={area}>
          {shown.map((item) => (
            <NavLink key={item.href} item={item} isCurrent={item === current} />
          ))}
          {rest.length > 0 && (
            <Menu
              label="More"
              icon="more"
              isIconOnly={false}
              items={rest.map(({ href, label, icon }) => ({ label, icon, onSelect: () => navigate(href) }))}
            />
          )}
        </nav>
      </div>
      <Toasts />
    </>
  );
}

const NavLink = ({ item, isCurrent }: { readonly item: NavItem; readonly isCurrent: boolean }) => (
  <Link href={item.href} class="nav-link" aria-current={isCurrent ? 'page' : undefined}>
    <Icon name={item.icon} size={18} />
    <span>{item.label}</span>
    {item.waiting !== undefined && item.waiting > 0 && (
      <span class="nav-badge numbers tone-accent">
        {item.waiting > mostShown ? `${mostShown}+` : item.waiting}
        <span class="visually-hidden"> waiting</span>
      </span>
    )}
  </Link>
);

/** The item with the longest path that the location begins with. */
function currentOf(nav: readonly NavItem[], location: string): NavItem | undefined {
  return nav
    .filter(({ href }) => location === href || location.startsWith(`${href}/`))
    .toSorted((one, other) => other.href.length - one.href.length)[0];
}
