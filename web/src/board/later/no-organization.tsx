import { Link } from 'wouter-preact';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { parts, words } from '../../words.ts';
import { Family } from '../family.tsx';

export function NoOrganization() {
  const { reserving } = words();
  return (
    <EmptyState picture={<Family />} title={reserving.noOrganization}>
      <p>{reserving.noOrganizationHint}</p>
      <p class="small">
        {parts(reserving.listOne, {
          console: (
            <Link key="console" href="/console/organizations">
              {reserving.consoleLink}
            </Link>
          ),
          command: <code key="command">petstore organizations list</code>,
        })}
      </p>
    </EmptyState>
  );
}
