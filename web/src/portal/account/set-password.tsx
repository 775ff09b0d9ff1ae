import { useLocation } from 'wouter-preact';
import type { ShownLink } from '../../../../src/vocabulary/links.ts';
import { useForm } from '../../data/use-form.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { Checkbox } from '../../design/controls/field.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { hasConsole, ownAccount, resetPassword } from '../../session.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { SendForm } from '../entrance/send-form.tsx';
import { Expired, LinkPage } from './link-page.tsx';
import { mistakeInPassword, NameOfPassword, PasswordField, weakness } from './password-field.tsx';

const expired = (
  <>
    <p>A password link works once, within 24 hours.</p>
    <LinkButton href="/portal/forgotten-password" kind="primary">
      Get a new link
    </LinkButton>
  </>
);

/** The page of a password link. */
export const SetPassword = () => (
  <LinkPage title="Set a new password" purpose="password" expired={expired}>
    {(token, link) => <SetPasswordForm token={token} link={link} />}
  </LinkPage>
);

function SetPasswordForm({ token, link }: { readonly token: string; readonly link: ShownLink }) {
  const [, navigate] = useLocation();
  const form = useForm(
    { password: '', isRevoking: true },
    {
      mistakesIn: ({ password }) => ({ password: mistakeInPassword(password) }),
      refusedIn: weakness,
      async send({ password, isRevoking }) {
        await resetPassword(token, password, link.keys === 'offered' && isRevoking);
        navigate(ownAccount.value !== undefined && hasConsole(ownAccount.value) ? '/console' : '/portal');
      },
    },
  );
  if (form.error?.code === 'password_link_not_found') return <Expired>{expired}</Expired>;
  return (
    <Entrance
      title="Set a new password"
      about={around('For {}. This signs you in here, and out everywhere else.', <UserText>{link.email}</UserText>)}
    >
      <SendForm form={form} verb="Set password">
        <NameOfPassword email={link.email} />
        <PasswordField label="New password" autoComplete="new-password" {...form.field('password')} />
        {link.keys === 'offered' && (
          <Checkbox
            label="Revoke all API keys"
            hint="Anyone who knew your password may have made keys. Programs need new ones afterwards."
            isChecked={form.draft.isRevoking}
            onChecked={(isRevoking) => form.set({ isRevoking })}
          />
        )}
        {link.keys === 'revoked' && <p class="quiet small">The API keys of the account are revoked.</p>}
      </SendForm>
    </Entrance>
  );
}
