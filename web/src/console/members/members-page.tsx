import './members.css';
import { useMemo, useState } from 'preact/hooks';
import type { PageQuery } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { openList } from '../../data/list.ts';
import { Button } from '../../design/controls/button.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { useLive } from '../live.ts';
import { NoOrganization } from '../organizations/no-organization.tsx';
import { useOrganization } from '../organizations/use-organization.ts';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite.tsx';
import { Members } from './members.tsx';

/** Who belongs to an organization, and who is invited, for its managers and for operators. */
export function MembersPage() {
  const { id, organization, isOperator, isOwn, isMissing } = useOrganization();
  const members = useMemo(
    () => openList((query: PageQuery) => ownPetstore.organizations.members(id, query), { limit: 100 }),
    [id],
  );
  const invitations = useMemo(
    () => openList((query: PageQuery) => ownPetstore.organizations.invitations(id, query), { limit: 100 }),
    [id],
  );
  const [isInviting, setInviting] = useState(false);
  const reload = () => {
    void members.reload();
    void invitations.reload();
  };
  useLive({
    onEvent({ type }) {
      // A new member has accepted an invitation.
      if (type.startsWith('account.')) reload();
    },
    onGap: reload,
  });
  if (isMissing) return <NoOrganization isOperator={isOperator} />;
  const name = organization.data?.name;
  return (
    <>
      <PageHeader
        title="Members"
        about={
          name === undefined ? ' ' : <>The people who work for {<bdi>{name}</bdi>}, with an account of their own.</>
        }
        {...(!isOwn && {
          before: <BackLink href={`/console/organizations/${id}`}>{name ?? `Organization ${id}`}</BackLink>,
        })}
        actions={
          <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      />
      <div class="stack">
        <Members organizationId={id} list={members} />
        <Invitations organizationId={id} list={invitations} />
      </div>
      {isInviting && (
        <InviteDialog
          organizationId={id}
          onInvited={() => void invitations.reload()}
          onClose={() => setInviting(false)}
        />
      )}
    </>
  );
}
