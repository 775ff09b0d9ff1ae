import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useAction } from '../../data/use-action.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/form.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { hasConsole, ownAccount, resetPassword } from '../../session.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { mistakeInPassword, PasswordField } from './password-field.tsx';

/** The page of a password link. Its token follows the `#`, so that no server log contains it. */
export function SetPassword(): JSX.Element {
  const [, navigate] = useLocation();
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const save = useAction(async () => {
    await resetPassword(token, password);
    navigate(ownAccount.value !== undefined && hasConsole(ownAccount.value) ? '/console' : '/portal');
  });
  const submit = () => {
    setChecked(true);
    if (mistakeInPassword(password) === undefined) void save.run();
  };
  if (token === '' || save.error?.code === 'password_link_not_found') {
    return (
      <Entrance title="This link has expired">
        <div class="stack">
          <p>A password link works once, within 24 hours.</p>
          <LinkButton href="/portal/forgotten-password" kind="primary">
            Get a new link
          </LinkButton>
        </div>
      </Entrance>
    );
  }
  return (
    <Entrance title="Set a new password" about="This signs you in here, and out everywhere else.">
      <Form onSubmit={submit}>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          value={password}
          onValue={setPassword}
          error={isChecked ? mistakeInPassword(password) : undefined}
        />
        <ErrorNotice error={save.error} />
        <Button kind="primary" type="submit" busy={save.isBusy}>
          Set password
        </Button>
      </Form>
    </Entrance>
  );
}
