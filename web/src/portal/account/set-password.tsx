import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useAction } from '../../data/use-action.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/form.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { resetPassword, session } from '../../session.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { mistakeInPassword, PasswordField } from './password-field.tsx';

/** What a link from the operator, the first start or a mail leads to. Its token stands behind the `#`, which no log sees. */
export function SetPassword(): JSX.Element {
  const [, navigate] = useLocation();
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const save = useAction(async () => {
    await resetPassword(token, password);
    const { value: signedIn } = session;
    const isOperator = typeof signedIn === 'object' && signedIn?.account.role === 'operator';
    navigate(isOperator ? '/console' : '/portal');
  });
  const submit = () => {
    setChecked(true);
    if (mistakeInPassword(password) === undefined) void save.run();
  };
  if (token === '' || save.error?.code === 'password_link_not_found') {
    return (
      <Entrance title="This link no longer works">
        <div class="stack">
          <p>Such a link works once, and for 24 hours. Ask for another one.</p>
          <LinkButton href="/portal/forgotten-password" kind="primary">
            Get another link
          </LinkButton>
        </div>
      </Entrance>
    );
  }
  return (
    <Entrance title="Set a new password" about="You are signed in with it, and signed out everywhere else.">
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
          Set the password
        </Button>
      </Form>
    </Entrance>
  );
}
