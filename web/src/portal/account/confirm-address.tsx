import { Link, useLocation } from 'wouter-preact';
import type { ShownLink } from '../../../../src/vocabulary/links.ts';
import { useForm } from '../../data/use-form.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { confirmAddress, hasConsole, ownAccount } from '../../session.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { SendForm } from '../entrance/send-form.tsx';
import { Expired, LinkPage } from './link-page.tsx';
import { mistakeInOwnPassword, NameOfPassword, PasswordField, wrongPassword } from './password-field.tsx';

const expired = (
  <>
    <p>The link in the mail works once, within seven days. Sign in to have it sent again.</p>
    <LinkButton href="/portal" kind="primary">
      Open the portal
    </LinkButton>
  </>
);

/** The page of a link that confirms an address. It asks for the password, so that a click alone confirms nothing. */
export const ConfirmAddress = () => (
  <LinkPage title="Confirm your address" purpose="confirmation" expired={expired}>
    {(token, link) => <ConfirmForm token={token} link={link} />}
  </LinkPage>
);

function ConfirmForm({ token, link }: { readonly token: string; readonly link: ShownLink }) {
  const [, navigate] = useLocation();
  const form = useForm(
    { password: '' },
    {
      mistakesIn: ({ password }) => ({ password: mistakeInOwnPassword(password) }),
      refusedIn: wrongPassword,
      async send({ password }) {
        await confirmAddress(token, password);
        const account = ownAccount.value;
        navigate(
          account !== undefined && account.awaiting === undefined && hasConsole(account) ? '/console' : '/portal',
        );
      },
    },
  );
  if (form.error?.code === 'confirmation_link_not_found') return <Expired>{expired}</Expired>;
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
      <SendForm form={form} verb="Confirm">
        <NameOfPassword email={link.email} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      </SendForm>
    </Entrance>
  );
}
