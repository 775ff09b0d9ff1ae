import { useState } from 'preact/hooks';
import type { Account, AccountChanges } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Card } from '../../design/data/card.tsx';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';
import { ActionRow } from '../action-row.tsx';
import { ChangeError, type Changing } from '../change-error.tsx';

/** Whether the service knows the account, and what it is for others. */
export function AccountStanding({ account, onChanged, onStale }: Changing<'account', Account>) {
  const change = useAction(async (changes: AccountChanges, told: string) => {
    onChanged(await petstore.admin.updateAccount(account.id, changes, versionOf(account)));
    tell(told);
  });
  const isOwn = ownAccount.value?.id === account.id;
  const isOperator = account.role === 'operator';
  return (
    <Card title="Standing">
      {!account.approved && (
        <ActionRow
          title="Approve"
          about={
            account.awaiting === 'approval'
              ? 'The account works once you approve it. To refuse it, close it.'
              : 'The account signed up by itself. Approve it if you know who it is: it then learns who adopts its animals.'
          }
          verb="Approve"
          kind="primary"
          busy={change.isBusy}
          onAct={() => void change.run({ approved: true }, 'The account was approved.')}
        />
      )}
      <ActionRow
        title={isOperator ? 'Operator' : 'Make an operator'}
        about={
          isOwn && isOperator
            ? 'You run this service. Only another operator can take the role from you.'
            : 'Operators see and change everything, including all accounts.'
        }
        verb={isOperator ? 'Take the role away' : 'Make operator'}
        busy={change.isBusy}
        disabled={isOwn && isOperator}
        onAct={() =>
          void (isOperator
            ? change.run({ role: 'member' }, 'The account is no operator any more.')
            : change.run({ role: 'operator' }, 'The account is an operator.'))
        }
      />
      {!isOwn && <Close account={account} onChanged={onChanged} />}
      <ChangeError change={change} onStale={onStale} />
    </Card>
  );
}

function Close({ account, onChanged }: Pick<Changing<'account', Account>, 'account' | 'onChanged'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <ActionRow
      title="Close"
      about="For good. The address, the name, the keys and the animals that it owns alone are removed."
      verb="Close the account"
      kind="danger"
      onAct={() => setAsking(true)}
    >
      {isAsking && (
        <ConfirmAct
          title={around('Close {}?', <UserText>{account.email}</UserText>)}
          verb="Close it"
          isDangerous
          onClose={() => setAsking(false)}
          act={async () => {
            onChanged(await petstore.admin.closeAccount(account.id));
            tell('The account is closed.');
          }}
        >
          <p>
            Its keys, webhooks and sessions end, and its reservations are cancelled. What it has added for an
            organization stays there. You cannot undo this.
          </p>
        </ConfirmAct>
      )}
    </ActionRow>
  );
}
