import { useState } from 'preact/hooks';
import type { Account } from '../../../../client/src/petstore.ts';
import { useAction } from '../../data/use-action.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Checkbox } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { around } from '../../design/text/around.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { join, type ShownInvitation, signOut } from '../../session.ts';

interface JoinSignedInProps {
  readonly token: string;
  readonly invitation: ShownInvitation;
  readonly account: Account;
  readonly onJoined: () => void;
}

/** Accepts the invitation with the account that is signed in, if it can. */
export function JoinSignedIn({ token, invitation, account, onJoined }: JoinSignedInProps) {
  const { animals = 0 } = invitation;
  const [isBringing, setBringing] = useState(true);
  const accept = useAction(async () => {
    await join(token, { bringAnimals: isBringing && animals > 0 });
    onJoined();
  });
  const leave = useAction(signOut);
  const obstacle = obstacleFor(account, invitation);
  return (
    <div class="stack">
      <p>
        You are signed in as <UserText>{account.email}</UserText>. {obstacle}
      </p>
      {obstacle === undefined ? (
        <Form onSubmit={() => void accept.run()}>
          {animals > 0 && (
            <Checkbox
              label={animals === 1 ? 'Bring my animal' : `Bring my ${numberText(animals)} animals`}
              hint="What this account has added becomes the organization’s: animals, with their adoptions and applications, and categories. It stays there if you leave."
              isChecked={isBringing}
              onChecked={setBringing}
            />
          )}
          <ErrorNotice error={accept.error} />
          <Button kind="primary" type="submit" busy={accept.isBusy}>
            Join
          </Button>
        </Form>
      ) : (
        account.organization !== undefined && <LinkButton href="/console">Open the console</LinkButton>
      )}
      <ErrorNotice error={leave.error} />
      <Button
        kind={obstacle === undefined ? 'quiet' : 'secondary'}
        busy={leave.isBusy}
        onClick={() => void leave.run()}
      >
        Use another account
      </Button>
    </div>
  );
}

/** Why the account cannot accept the invitation. */
function obstacleFor({ email, organization }: Account, invitation: ShownInvitation) {
  if (organization?.id === invitation.organization.id) return <>This account already belongs to the organization.</>;
  if (organization !== undefined)
    return <>This account belongs to another organization. To join, leave that one first, or use another account.</>;
  if (invitation.email !== undefined && invitation.email !== email)
    return around('The invitation is for {}.', <UserText>{invitation.email}</UserText>);
  return undefined;
}
