import { useEffect, useState } from 'preact/hooks';
import type { Account } from '../../../client/src/petstore.ts';
import { useAction } from '../data/calls.ts';
import { Button, LinkButton } from '../design/controls/button.tsx';
import { Card } from '../design/data/card.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { SecretBox } from '../design/feedback/secret.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import { around } from '../design/text/around.tsx';
import { UserText } from '../design/text/user-text.tsx';
import { reloadSession, sendConfirmation } from '../session.ts';
import { knownKey } from './keys/known-key.ts';

/** Instead of the other pages while the account awaits something: its requests to the API are refused. */
export function Awaiting({ account }: { readonly account: Account }) {
  const load = useAction(reloadSession);
  useEffect(() => {
    // The owner comes back from the mail, in this window or another.
    const look = () => void load.run();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  return (
    <div class="stack">
      <PageHeader title="Almost there" about="Your account works once the following is done." />
      {account.awaiting === 'confirmation' ? <AwaitingConfirmation account={account} /> : <AwaitingApproval />}
      {knownKey.value !== undefined && (
        <Card
          title="Your key"
          about="You cannot see it again, so save it somewhere safe. It works as soon as the account does."
        >
          <SecretBox secret={knownKey.value.key} label="the key" />
        </Card>
      )}
      <div>
        <Button icon="refresh" busy={load.isBusy} onClick={() => void load.run()}>
          Look again
        </Button>
      </div>
      <ErrorNotice error={load.error} />
    </div>
  );
}

function AwaitingConfirmation({ account }: { readonly account: Account }) {
  const [isSent, setSent] = useState(false);
  const send = useAction(async () => {
    await sendConfirmation(account.email);
    setSent(true);
  });
  return (
    <Card
      title="Confirm your address"
      about={around(
        'We have sent a mail to {}. Follow its link within seven days; after that the account is closed.',
        <UserText>{account.email}</UserText>,
      )}
      actions={
        <>
          <Button icon="mail" busy={send.isBusy} onClick={() => void send.run()}>
            Send it again
          </Button>
          <LinkButton href="/portal/account">Correct the address</LinkButton>
        </>
      }
    >
      {isSent && <p role="status">The mail is on its way. If it does not arrive, check your spam folder.</p>}
      <ErrorNotice error={send.error} />
    </Card>
  );
}

const AwaitingApproval = () => (
  <Card
    title="The operator’s approval"
    about="The operator of this service approves new accounts. Ask them if it takes too long."
  />
);
