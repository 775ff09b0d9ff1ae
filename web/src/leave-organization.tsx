import type { JSX } from 'preact';
import type { Account } from '../../client/src/petstore.ts';
import { petstore } from './api.ts';
import { useAction } from './data/use-action.ts';
import { Confirm } from './design/feedback/confirm.tsx';
import { tell } from './design/feedback/toast.tsx';
import { reloadSession } from './session.ts';

interface LeaveOrganizationProps {
  readonly account: Pick<Account, 'id'>;
  readonly organizationId: number;
  readonly onClose: () => void;
}

/** Asks before the account that is signed in leaves its organization. */
export function LeaveOrganization({ account, organizationId, onClose }: LeaveOrganizationProps): JSX.Element {
  const leave = useAction(async () => {
    await petstore.organizations.removeMember(organizationId, account.id);
    onClose();
    tell('You have left the organization.');
    await reloadSession();
  });
  return (
    <Confirm title="Leave the organization?" verb="Leave" isDangerous action={leave} onClose={onClose}>
      <p>
        You no longer see its animals, adoptions and messages. What you have added stays with the organization. To come
        back you need an invitation.
      </p>
    </Confirm>
  );
}
