import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import type { ApiKeyWithSecret } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { signIn } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import { FormError, mistakeInPassword, NewPasswordField } from '../account/password-field.tsx';
import { knownKey } from '../keys/known-key.ts';
import { mistakeInEmail, NewEmailField } from './email-field.tsx';
import { Entrance } from './entrance.tsx';

export function SignUp(): JSX.Element {
  const search = useSearch();
  const foot = (
    <>
      Already have an account? <Link href={`/portal/sign-in${search === '' ? '' : `?${search}`}`}>Sign in</Link>
    </>
  );
  const { signup } = pageSettings();
  const about = `It is free and comes with an API key.${signup === 'approved' ? ' An operator of this service approves it first.' : ''}`;
  return signup !== 'closed' ? (
    <Entrance title="Create an account" about={about} foot={foot}>
      <SignUpForm />
    </Entrance>
  ) : (
    <Entrance title="Sign-up is closed" foot={foot}>
      <p>The operator of this service creates new accounts. Contact them to get one.</p>
    </Entrance>
  );
}

function SignUpForm(): JSX.Element {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  // If signing in fails after the account was created, the next attempt does not create another.
  const created = useRef<{ readonly email: string; readonly apiKey: ApiKeyWithSecret }>();
  const create = useAction(async () => {
    const account = { email: email.trim(), password, ...(name.trim() !== '' && { name: name.trim() }) };
    if (created.current?.email !== account.email) {
      const { apiKey } = await petstore.account.create(account);
      created.current = { email: account.email, apiKey };
    }
    knownKey.value = created.current.apiKey;
    await signIn(account.email, password);
  });
  const submit = () => {
    setChecked(true);
    if (mistakeInEmail(email) === undefined && mistakeInPassword(password) === undefined) void create.run();
  };
  return (
    <Form onSubmit={submit}>
      <NewEmailField
        taken="This email address already has an account. Sign in instead."
        value={email}
        onValue={setEmail}
        isChecked={isChecked}
        action={create}
      />
      <NewPasswordField label="Password" value={password} onValue={setPassword} isChecked={isChecked} action={create} />
      <TextField
        label="Organization"
        hint="The name of your shelter, shop or project."
        isOptional
        autoComplete="organization"
        maxLength={255}
        value={name}
        onValue={setName}
      />
      <FormError error={create.error} />
      <Button kind="primary" type="submit" busy={create.isBusy}>
        Create account
      </Button>
    </Form>
  );
}
