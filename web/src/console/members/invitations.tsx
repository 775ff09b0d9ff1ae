import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Invitation } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import type { List } from '../../data/list.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { ListTable } from '../../design/data/list-table.tsx';
import { Time } from '../../design/data/time.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ROLES } from '../../roles.ts';

interface InvitationsProps {
  readonly organizationId: number;
  readonly list: List<Invitation>;
}

/** The invitations that nobody has accepted yet. */
export function Invitations({ organizationId, list }: InvitationsProps): JSX.Element {
  const [withdrawing, withdraw] = useState<Invitation>();
  return (
    <div class="console-rows">
      <Card isFlush title="Open invitations">
        <ListTable
          caption="Open invitations"
          list={list}
          keyOf={({ id }) => id}
          columns={[
            { header: 'For', cell: (invitation) => <Whom invitation={invitation} /> },
            { header: 'Role', cell: ({ role }) => ROLES[role].title },
            {
              header: 'Works until',
              cell: ({ expiresAt }) => <Time at={expiresAt} hasClock />,
            },
            {
              header: 'Actions',
              isHeaderHidden: true,
              align: 'end',
              cell: (invitation) => (
                <div class="row">
                  <Button kind="quiet" size="s" onClick={() => withdraw(invitation)}>
                    Withdraw<span class="visually-hidden"> invitation {invitation.id}</span>
                  </Button>
                </div>
              ),
            },
          ]}
          empty={<p class="members-none quiet">Nobody is invited at the moment.</p>}
        />
      </Card>
      {withdrawing !== undefined && (
        <Withdraw
          organizationId={organizationId}
          invitation={withdrawing}
          onClose={() => withdraw(undefined)}
          onWithdrawn={({ id }) => list.change((invitations) => invitations.filter((one) => one.id !== id))}
        />
      )}
    </div>
  );
}

const Whom = ({ invitation: { email } }: { readonly invitation: Invitation }): JSX.Element =>
  email === undefined ? <>Anyone with the link</> : <UserText>{email}</UserText>;

interface WithdrawProps {
  readonly organizationId: number;
  readonly invitation: Invitation;
  readonly onClose: () => void;
  readonly onWithdrawn: (invitation: Invitation) => void;
}

function Withdraw({ organizationId, invitation, onClose, onWithdrawn }: WithdrawProps): JSX.Element {
  const withdraw = useAction(async () => {
    await petstore.organizations.withdrawInvitation(organizationId, invitation.id);
    onWithdrawn(invitation);
    tell('The invitation was withdrawn.');
    onClose();
  });
  return (
    <Confirm title="Withdraw the invitation?" verb="Withdraw" isDangerous action={withdraw} onClose={onClose}>
      <p>Its link stops working at once.</p>
    </Confirm>
  );
}
