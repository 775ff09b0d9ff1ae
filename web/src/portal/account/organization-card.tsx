import { useState } from 'preact/hooks';
import type { Account } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { LeaveOrganization } from '../../leave-organization.tsx';
import { ROLES } from '../../roles.ts';

interface OrganizationCardProps {
  readonly account: Account;
  readonly membership: NonNullable<Account['organization']>;
}

/** The organization that the account belongs to. */
export function OrganizationCard({ account, membership: { id, role } }: OrganizationCardProps) {
  const [isLeaving, setLeaving] = useState(false);
  const organization = useQuery((signal) => petstore.organizations.get(id, { signal }), [id]);
  return (
    <Card
      title={organization.data === undefined ? 'Organization' : <UserText>{organization.data.name}</UserText>}
      about={`Your role: ${ROLES[role].title.toLowerCase()}. ${ROLES[role].about}`}
      actions={
        <>
          <LinkButton href="/console">Open the console</LinkButton>
          <Button onClick={() => setLeaving(true)}>Leave</Button>
        </>
      }
    >
      <ErrorNotice error={organization.error} onRetry={organization.reload} />
      {isLeaving && <LeaveOrganization account={account} organizationId={id} onClose={() => setLeaving(false)} />}
    </Card>
  );
}
