import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Family } from '../family.tsx';

export const NoOrganization = (): JSX.Element => (
  <EmptyState picture={<Family />} title="No shelter is listed here yet">
    <p>When one is, its animals appear here automatically.</p>
    <p class="small">
      Do you run this service? List an organization in the <Link href="/console/organizations">console</Link>, or with{' '}
      <code>petstore organizations list</code>.
    </p>
  </EmptyState>
);
