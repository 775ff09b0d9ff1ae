import type { Account } from '../../client/src/petstore.ts';
import { ownPetstore } from './api.ts';
import { ConfirmAct } from './design/feedback/confirm.tsx';
import { tell } from './design/feedback/toast.tsx';
import { reloadSession } from './session.ts';

interface LeaveOrganizationProps {
  readonly account: Pick<Account, 'id'>;
  readonly organizationId: number;
  readonly onClose: () => void;
}

/** Asks before the account that is signed in leaves its organization. */
export function LeaveOrganization({ account, organizationId, onClose }: LeaveOrganizationProps) {
  return (
    <ConfirmAct
      title="Leave the organization?"
      verb="Leave"
      isDangerous
      onClose={onClose}
      act={async () => {
        await ownPetstore.organizations.removeMember(organizationId, account.id);
        tell('You have left the organization.');
        await reloadSession();
      }}
    >
      <p>
        You no longer see its animals, adoptions and messages. What you have added stays with the organization. To come
        back you need an invitation.
      </p>
    </ConfirmAct>
  );
}
