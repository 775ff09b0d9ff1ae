import { useRef } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import type { ApiKeyWithSecret } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useForm } from '../../data/use-form.ts';
import { EmailField, TextField } from '../../design/controls/field.tsx';
import { signIn } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import { mistakeInPassword, PasswordField, weakness } from '../account/password-field.tsx';
import { knownKey } from '../keys/known-key.ts';
import { mistakeInEmail, takenEmail } from './email-mistakes.ts';
import { Entrance } from './entrance.tsx';
import { SendForm } from './send-form.tsx';

export function SignUp() {
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

function SignUpForm() {
  // If signing in fails after the account was created, the next attempt does not create another.
  const created = useRef<{ readonly email: string; readonly apiKey: ApiKeyWithSecret }>();
  const form = useForm(
    { email: '', password: '', name: '' },
    {
      mistakesIn: ({ email, password }) => ({ email: mistakeInEmail(email), password: mistakeInPassword(password) }),
      refusedIn: (error) => ({
        ...takenEmail(error, 'This email address already has an account. Sign in instead.'),
        ...weakness(error),
      }),
      async send({ email, password, name }) {
        const account = { email: email.trim(), password, ...(name.trim() !== '' && { name: name.trim() }) };
        if (created.current?.email !== account.email) {
          const { apiKey } = await petstore.account.create(account);
          created.current = { email: account.email, apiKey };
        }
        knownKey.value = created.current.apiKey;
        await signIn(account.email, password);
      },
    },
  );
  return (
    <SendForm form={form} verb="Create account">
      <EmailField autoComplete="email" required {...form.field('email')} />
      <PasswordField label="Password" autoComplete="new-password" {...form.field('password')} />
      <TextField
        label="Organization"
        hint="The name of your shelter, shop or project."
        isOptional
        autoComplete="organization"
        maxLength={255}
        {...form.field('name')}
      />
    </SendForm>
  );
}
