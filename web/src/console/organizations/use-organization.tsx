import { useParams } from 'wouter-preact';
import type { Organization } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { pathId } from '../../data/path-id.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ownAccount } from '../../session.ts';
import { useLiveQuery } from '../live.ts';

/** The organization that the address of the page names, for its own people and for operators. */
export function useOrganization() {
  const id = pathId(useParams()['organization']);
  const organization = useLiveQuery(
    (signal) => petstore.organizations.get(id, { signal }),
    [id],
    ({ type, data }) => type.startsWith('organization.') && (data as Organization).id === id,
  );
  const account = ownAccount.value;
  const isOperator = account?.role === 'operator';
  const isOwn = account?.organization?.id === id;
  const isMissing = (!isOperator && !isOwn) || organization.error?.code === 'organization_not_found';
  return { id, organization, isOperator, isOwn, isMissing };
}

/** Shown for an organization that does not exist, or is not the manager's own. */
export const NoOrganization = ({ isOperator }: { readonly isOperator: boolean }) => (
  <EmptyState
    isPage
    icon="home"
    title="Organization not found"
    action={
      isOperator ? (
        <LinkButton href="/console/organizations">All organizations</LinkButton>
      ) : (
        <LinkButton href="/console/animals">Go to the animals</LinkButton>
      )
    }
  />
);
