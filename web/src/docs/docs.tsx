import type { JSX } from 'preact';
import { AppShell, type NavItem } from '../design/app-shell.tsx';
import { PageHeader } from '../design/page-header.tsx';

const NAV: readonly NavItem[] = [{ href: '/docs', label: 'Start', icon: 'home' }];

export const Docs = (): JSX.Element => (
  <AppShell area="Docs" nav={NAV}>
    <PageHeader title="Docs" />
  </AppShell>
);
