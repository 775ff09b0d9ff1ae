import { LinkButton } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';

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
