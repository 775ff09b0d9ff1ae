import type { ComponentChildren, JSX } from 'preact';
import { Link, useLocation } from 'wouter-preact';
import { PetstoreError } from '../../../../client/src/petstore.ts';
import type { LinkPurpose, ShownLink } from '../../../../src/vocabulary/links.ts';
import { useQuery } from '../../data/calls.ts';
import { useForm } from '../../data/use-form.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { Checkbox } from '../../design/controls/field.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { confirmAddress, isStaff, ownAccount, readLink, resetPassword } from '../../session.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { SendForm } from '../entrance/send-form.tsx';
import { useLinkToken } from '../link-token.ts';
import {
  mistakeInOwnPassword,
  mistakeInPassword,
  NameOfPassword,
  PasswordField,
  weakness,
  wrongPassword,
} from './password-field.tsx';

interface LinkPageProps {
  readonly title: string;
  readonly purpose: LinkPurpose;
  /** Shown if the link was used, has expired, or has another purpose. */
  readonly expired: ComponentChildren;
  readonly children: (token: string, link: ShownLink) => JSX.Element;
}

/** Reads what a link is for before its page shows a form. */
function LinkPage({ title, purpose, expired, children }: LinkPageProps) {
  const token = useLinkToken();
  const link = useQuery(async () => {
    const found = token === '' ? undefined : await readLink(token);
    if (found?.purpose === purpose) return found;
    throw new PetstoreError('password_link_not_found', 'The address has no such link.');
  }, [token]);
  if (link.error?.code === 'password_link_not_found') return <Expired>{expired}</Expired>;
  if (link.data !== undefined) return children(token, link.data);
  return (
    <Entrance title={title}>
      <Loaded query={link} height="8rem">
        {() => null}
      </Loaded>
    </Entrance>
  );
}

const Expired = ({ children }: { readonly children: ComponentChildren }) => (
  <Entrance title="This link has expired">
    <div class="stack">{children}</div>
  </Entrance>
);

const passwordExpired = (
  <>
    <p>A password link works once, within 24 hours.</p>
    <LinkButton href="/portal/forgotten-password" kind="primary">
      Get a new link
    </LinkButton>
  </>
);

/** The page of a password link. */
export const SetPassword = () => (
  <LinkPage title="Set a new password" purpose="password" expired={passwordExpired}>
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
        navigate(isStaff.value ? '/console' : '/portal');
      },
    },
  );
  if (form.error?.code === 'password_link_not_found') return <Expired>{passwordExpired}</Expired>;
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

const confirmationExpired = (
  <>
    <p>The link in the mail works once, within seven days. Sign in to have it sent again.</p>
    <LinkButton href="/portal" kind="primary">
      Open the portal
    </LinkButton>
  </>
);

/** The page of a link that confirms an address. It asks for the password, so that a click alone confirms nothing. */
export const ConfirmAddress = () => (
  <LinkPage title="Confirm your address" purpose="confirmation" expired={confirmationExpired}>
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
        navigate(isStaff.value && ownAccount.value?.awaiting === undefined ? '/console' : '/portal');
      },
    },
  );
  if (form.error?.code === 'confirmation_link_not_found') return <Expired>{confirmationExpired}</Expired>;
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
