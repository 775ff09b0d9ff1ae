import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { ShownLink } from '../../../../src/vocabulary/links.ts';
import { useAction } from '../../data/use-action.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/form.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { confirmAddress, hasConsole, ownAccount } from '../../session.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { Expired, LinkPage } from './link-page.tsx';
import { FormError, OwnPasswordField } from './password-field.tsx';

const expired = (
  <>
    <p>The link in the mail works once, within seven days. Sign in to have it sent again.</p>
    <LinkButton href="/portal" kind="primary">
      Open the portal
    </LinkButton>
  </>
);

/** The page of a link that confirms an address. It asks for the password, so that a click alone confirms nothing. */
export const ConfirmAddress = (): JSX.Element => (
  <LinkPage title="Confirm your address" purpose="confirmation" expired={expired}>
    {(token, link) => <ConfirmForm token={token} link={link} />}
  </LinkPage>
);

function ConfirmForm({ token, link }: { readonly token: string; readonly link: ShownLink }): JSX.Element {
  const [, navigate] = useLocation();
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const confirm = useAction(async () => {
    await confirmAddress(token, password);
    const account = ownAccount.value;
    navigate(account !== undefined && account.awaiting === undefined && hasConsole(account) ? '/console' : '/portal');
  });
  const submit = () => {
    setChecked(true);
    if (password !== '') void confirm.run();
  };
  if (confirm.error?.code === 'confirmation_link_not_found') return <Expired>{expired}</Expired>;
  return (
    <Entrance
      title="Confirm your address"
      about={around('{} becomes the address of your account. Enter its password.', <UserText>{link.email}</UserText>)}
      foot={
        <>
          You did not sign up? Close this page. <Link href="/portal/forgotten-password">Set a password by mail</Link> to
          take the account over.
        </>
      }
    >
      <Form onSubmit={submit}>
        <input type="text" autoComplete="username" value={link.email} readOnly hidden />
        <OwnPasswordField
          label="Password"
          value={password}
          onValue={setPassword}
          isChecked={isChecked}
          action={confirm}
        />
        <FormError error={confirm.error} />
        <Button kind="primary" type="submit" busy={confirm.isBusy}>
          Confirm
        </Button>
      </Form>
    </Entrance>
  );
}
