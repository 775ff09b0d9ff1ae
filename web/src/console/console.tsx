import type { JSX } from 'preact';
import { AppShell, type NavItem } from '../design/app-shell.tsx';
import { PageHeader } from '../design/page-header.tsx';

const NAV: readonly NavItem[] = [{ href: '/console', label: 'Start', icon: 'home' }];

export const Console = (): JSX.Element => (
  <AppShell area="Console" nav={NAV}>
    <PageHeader title="Console" />
  </AppShell>
);
