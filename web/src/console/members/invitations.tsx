import { useState } from 'preact/hooks';
import type { Invitation } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { type List, removeItem } from '../../data/list.ts';
import { Button } from '../../design/controls/button.tsx';
import { ListCard } from '../../design/data/list-table.tsx';
import { actions } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { ConfirmAct } from '../../design/feedback/confirm-act.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ROLES } from '../../roles.ts';

interface InvitationsProps {
  readonly organizationId: number;
  readonly list: List<Invitation>;
}

/** The invitations that nobody has accepted yet. */
export function Invitations({ organizationId, list }: InvitationsProps) {
  const [withdrawing, withdraw] = useState<Invitation>();
  return (
    <>
      <ListCard
        caption="Open invitations"
        title="Open invitations"
        rows="console-rows"
        list={list}
        columns={[
          { header: 'For', phone: 'start', cell: (invitation) => <Whom invitation={invitation} /> },
          { header: 'Role', phone: 'start', cell: ({ role }) => ROLES[role].title },
          {
            header: 'Works until',
            phone: 'end quiet',
            cell: ({ expiresAt }) => <Time at={expiresAt} hasClock />,
          },
          actions((invitation: Invitation) => (
            <div class="row">
              <Button kind="quiet" size="s" onClick={() => withdraw(invitation)}>
                Withdraw<span class="visually-hidden"> invitation {invitation.id}</span>
              </Button>
            </div>
          )),
        ]}
        empty="Nobody is invited at the moment."
      />
      {withdrawing !== undefined && (
        <ConfirmAct
          title="Withdraw the invitation?"
          verb="Withdraw"
          isDangerous
          onClose={() => withdraw(undefined)}
          act={async () => {
            await ownPetstore.organizations.withdrawInvitation(organizationId, withdrawing.id);
            removeItem(list, withdrawing.id);
            tell('The invitation was withdrawn.');
          }}
        >
          <p>Its link stops working at once.</p>
        </ConfirmAct>
      )}
    </>
  );
}

const Whom = ({ invitation: { email } }: { readonly invitation: Invitation }) =>
  email === undefined ? <>Anyone with the link</> : <UserText>{email}</UserText>;
