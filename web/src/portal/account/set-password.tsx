import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { ShownLink } from '../../../../src/vocabulary/links.ts';
import { useAction } from '../../data/use-action.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Checkbox } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { hasConsole, ownAccount, resetPassword } from '../../session.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { Expired, LinkPage } from './link-page.tsx';
import { FormError, mistakeInPassword, NewPasswordField } from './password-field.tsx';

const expired = (
  <>
    <p>A password link works once, within 24 hours.</p>
    <LinkButton href="/portal/forgotten-password" kind="primary">
      Get a new link
    </LinkButton>
  </>
);

/** The page of a password link. */
export const SetPassword = (): JSX.Element => (
  <LinkPage title="Set a new password" purpose="password" expired={expired}>
    {(token, link) => <SetPasswordForm token={token} link={link} />}
  </LinkPage>
);

function SetPasswordForm({ token, link }: { readonly token: string; readonly link: ShownLink }): JSX.Element {
  const [, navigate] = useLocation();
  const [password, setPassword] = useState('');
  const [isRevoking, setRevoking] = useState(true);
  const [isChecked, setChecked] = useState(false);
  const save = useAction(async () => {
    await resetPassword(token, password, link.keys === 'offered' && isRevoking);
    navigate(ownAccount.value !== undefined && hasConsole(ownAccount.value) ? '/console' : '/portal');
  });
  const submit = () => {
    setChecked(true);
    if (mistakeInPassword(password) === undefined) void save.run();
  };
  if (save.error?.code === 'password_link_not_found') return <Expired>{expired}</Expired>;
  return (
    <Entrance
      title="Set a new password"
      about={around('For {}. This signs you in here, and out everywhere else.', <UserText>{link.email}</UserText>)}
    >
      <Form onSubmit={submit}>
        {/* Password managers store the password under this name. */}
        <input type="text" autoComplete="username" value={link.email} readOnly hidden />
        <NewPasswordField
          label="New password"
          value={password}
          onValue={setPassword}
          isChecked={isChecked}
          action={save}
        />
        {link.keys === 'offered' && (
          <Checkbox
            label="Revoke all API keys"
            hint="Anyone who knew your password may have made keys. Programs need new ones afterwards."
            isChecked={isRevoking}
            onChecked={setRevoking}
          />
        )}
        {link.keys === 'revoked' && <p class="quiet small">The API keys of the account are revoked.</p>}
        <FormError error={save.error} />
        <Button kind="primary" type="submit" busy={save.isBusy}>
          Set password
        </Button>
      </Form>
    </Entrance>
  );
}
