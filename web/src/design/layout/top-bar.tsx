import './top-bar.css';
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import { originOf, pageSettings } from '../../settings.ts';
import { words } from '../../words.ts';
import { Badge } from '../data/badge.tsx';
import { Logo } from './logo.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

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
