import './top-bar.css';
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { originOf, pageSettings } from '../../settings.ts';
import { theme, useSystemIsDark } from '../../theme.ts';
import { words } from '../../words.ts';
import { Button } from '../controls/button.tsx';
import { Badge } from '../data/badge.tsx';

interface TopBarProps {
  /** Whose pages these are, unless the operator has given the site a name. */
  readonly organization?: { readonly name: string; readonly logo?: string } | undefined;
  /** Shown beside the name, such as "Console". */
  readonly area?: string | undefined;
  /** Links to the other areas. A phone does not show them, so they must be elsewhere too. */
  readonly links?: ComponentChildren;
  /** At the end, such as the account menu. */
  readonly children?: ComponentChildren;
}

/** The top of every page, with a band in staging. */
export function TopBar({ organization, area, links, children }: TopBarProps) {
  const { first, staging } = words();
  const site = pageSettings();
  const isStaging = site.environment === 'staging';
  const production = isStaging && HAS_SCRIPTS ? originOf('production') : undefined;
  const { name = organization?.name ?? 'Petstore', logo = organization?.logo } = site;
  // The pages of the areas are in English: the board is loaded as a whole, in the visitor's language.
  const Home = area === undefined ? Link : 'a';
  return (
    <>
      <a class="skip-link" href="#main">
        {first.toContent}
      </a>
      {isStaging && (
        <p class="staging-band">
          <strong>{staging.badge}</strong> {staging.note}{' '}
          {production !== undefined && <a href={production}>{staging.toProduction}</a>}
        </p>
      )}
      <header class="top-bar">
        <div class="top-bar-inner">
          <Home href="/" class="top-bar-home" aria-label={name}>
            {logo === undefined ? <Logo /> : <img class="top-bar-logo" src={logo} alt="" />}
            <bdi class="top-bar-name cut">{name}</bdi>
          </Home>
          {area !== undefined && <span class="top-bar-area quiet small cut">{area}</span>}
          {isStaging && <Badge tone="accent">{staging.badge}</Badge>}
          <nav class="top-bar-links" aria-label={first.areas}>
            {links}
          </nav>
          <div class="top-bar-end">
            <ThemeSwitch />
            {children}
          </div>
        </div>
      </header>
    </>
  );
}

/** A paw. */
const Logo = ({ size = 28 }: { readonly size?: number }) => (
  <svg class="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="var(--accent)" />
    <g fill="var(--on-accent)">
      <ellipse cx="9.4" cy="15.2" rx="2.3" ry="3" transform="rotate(-24 9.4 15.2)" />
      <ellipse cx="13.6" cy="10.2" rx="2.4" ry="3.3" transform="rotate(-7 13.6 10.2)" />
      <ellipse cx="18.9" cy="10.2" rx="2.4" ry="3.3" transform="rotate(7 18.9 10.2)" />
      <ellipse cx="23" cy="15.2" rx="2.3" ry="3" transform="rotate(24 23 15.2)" />
      <path d="M16.2 15.1c3.2 0 6.2 4.3 6.2 6.9 0 1.9-1.4 2.7-2.9 2.7-1.3 0-2.1-.6-3.3-.6s-2 .6-3.3.6c-1.5 0-2.9-.8-2.9-2.7 0-2.6 3-6.9 6.2-6.9z" />
    </g>
  </svg>
);

/** Changes between light and dark. Choosing the system's own theme forgets the choice. */
function ThemeSwitch() {
  const systemIsDark = useSystemIsDark();
  const isDark = theme.value === 'system' ? systemIsDark : theme.value === 'dark';
  const change = () => {
    theme.value = isDark === systemIsDark ? (isDark ? 'light' : 'dark') : 'system';
  };
  return (
    <Button
      kind="quiet"
      size="s"
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? words().first.lightTheme : words().first.darkTheme}
      onClick={change}
    />
  );
}
