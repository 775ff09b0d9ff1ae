import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { type Account, PetstoreError } from '../../../../client/src/petstore.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { useForm } from '../../data/use-form.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Checkbox, EmailField, Form, TextField } from '../../design/controls/field.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { around } from '../../design/text/around.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { ROLES } from '../../roles.ts';
import { join, ownAccount, readInvitation, type ShownInvitation, signOut } from '../../session.ts';
import { mistakeInPassword, PasswordField, weakness } from '../account/password-field.tsx';
import { mistakeInEmail, takenEmail } from '../entrance/email-mistakes.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { SendForm } from '../entrance/send-form.tsx';
import { SignInForm } from '../entrance/sign-in.tsx';
import { useLinkToken } from '../link-token.ts';

/** The page of an invitation, once it is known who is signed in. */
export function Join() {
  const [, navigate] = useLocation();
  const token = useLinkToken();
  const [isKnown, setKnown] = useState(false);
  const account = ownAccount.value;
  const invitation = useQuery(async () => {
    if (token === '') throw new PetstoreError('invitation_not_found', 'The address has no invitation.');
    return readInvitation(token);
    // Another account may bring other animals.
  }, [token, account?.id]);
  if (invitation.error?.code === 'invitation_not_found') return <NoInvitation />;
  if (invitation.data === undefined) {
    return (
      <Entrance title="Invitation">
        <Loaded query={invitation} height="14rem">
          {() => null}
        </Loaded>
      </Entrance>
    );
  }
  const { name } = invitation.data.organization;
  const parts = {
    token,
    invitation: invitation.data,
    // An account whose address is not confirmed yet reads in the portal what it needs.
    onJoined: () => navigate(ownAccount.value?.awaiting === undefined ? '/console' : '/portal'),
  };
  return (
    <Entrance
      title={`Join ${name}`}
      heading={around('Join {}', <UserText>{name}</UserText>)}
      about={<About invitation={invitation.data} />}
    >
      {invitation.isLoading ? (
        <div aria-busy="true">
          <Skeleton height="10rem" />
        </div>
      ) : account !== undefined ? (
        <JoinSignedIn {...parts} account={account} />
      ) : isKnown ? (
        <div class="stack">
          <SignInForm email={invitation.data.email} />
          <Button kind="quiet" onClick={() => setKnown(false)}>
            Create an account instead
          </Button>
        </div>
      ) : (
        <JoinAsNew {...parts} onKnown={() => setKnown(true)} />
      )}
    </Entrance>
  );
}

const NoInvitation = () => (
  <Entrance title="This invitation has ended">
    <div class="stack">
      <p>It was accepted or withdrawn, or is older than a week. Ask for another one.</p>
      <LinkButton href="/portal">Open the portal</LinkButton>
    </div>
  </Entrance>
);

const About = ({ invitation }: { readonly invitation: ShownInvitation }) => (
  <>
    <UserText>{invitation.organization.name}</UserText> invites you as{' '}
    {invitation.role === 'manager' ? 'a manager' : 'staff'}. {ROLES.staff.about}{' '}
    {invitation.role === 'manager' && `${ROLES.manager.about} `}
    The invitation works until <Time at={invitation.expiresAt} />.
  </>
);

interface JoinAsNewProps {
  readonly token: string;
  readonly invitation: ShownInvitation;
  readonly onJoined: () => void;
  /** The person has an account already. */
  readonly onKnown: () => void;
}

/** Creates an account that belongs to the organization. */
function JoinAsNew({ token, invitation, onJoined, onKnown }: JoinAsNewProps) {
  const form = useForm(
    { email: invitation.email ?? '', password: '', name: '' },
    {
      mistakesIn: ({ email, password }) => ({ email: mistakeInEmail(email), password: mistakeInPassword(password) }),
      refusedIn: (error) => ({
        ...takenEmail(error, 'This address already has an account. Sign in below.'),
        ...weakness(error),
      }),
      async send({ email, password, name }) {
        await join(token, { email: email.trim(), password, ...(name.trim() !== '' && { name: name.trim() }) });
        onJoined();
      },
    },
  );
  const isTaken = form.refused.email !== undefined;
  return (
    <SendForm
      form={form}
      verb="Create an account and join"
      kind={isTaken ? 'secondary' : 'primary'}
      foot={
        <Button kind={isTaken ? 'primary' : 'quiet'} onClick={onKnown}>
          I have an account
        </Button>
      }
    >
      <TextField
        label="Your name"
        hint="For your colleagues: it stands beside what you do."
        isOptional
        autoComplete="name"
        maxLength={255}
        {...form.field('name')}
      />
      <EmailField autoComplete="email" required readOnly={invitation.email !== undefined} {...form.field('email')} />
      <PasswordField label="Password" autoComplete="new-password" {...form.field('password')} />
    </SendForm>
  );
}

interface JoinSignedInProps {
  readonly token: string;
  readonly invitation: ShownInvitation;
  readonly account: Account;
  readonly onJoined: () => void;
}

/** Accepts the invitation with the account that is signed in, if it can. */
function JoinSignedIn({ token, invitation, account, onJoined }: JoinSignedInProps) {
  const { animals = 0 } = invitation;
  const [isBringing, setBringing] = useState(true);
  const accept = useAction(async () => {
    await join(token, { bringAnimals: isBringing && animals > 0 });
    onJoined();
  });
  const leave = useAction(signOut);
  const obstacle = obstacleFor(account, invitation);
  return (
    <div class="stack">
      <p>
        You are signed in as <UserText>{account.email}</UserText>. {obstacle}
      </p>
      {obstacle === undefined ? (
        <Form onSubmit={() => void accept.run()}>
          {animals > 0 && (
            <Checkbox
              label={animals === 1 ? 'Bring my animal' : `Bring my ${numberText(animals)} animals`}
              hint="What this account has added becomes the organization’s: animals, with their adoptions and applications, and categories. It stays there if you leave."
              isChecked={isBringing}
              onChecked={setBringing}
            />
          )}
          <ErrorNotice error={accept.error} />
          <Button kind="primary" type="submit" busy={accept.isBusy}>
            Join
          </Button>
        </Form>
      ) : (
        account.organization !== undefined && <LinkButton href="/console">Open the console</LinkButton>
      )}
      <ErrorNotice error={leave.error} />
      <Button
        kind={obstacle === undefined ? 'quiet' : 'secondary'}
        busy={leave.isBusy}
        onClick={() => void leave.run()}
      >
        Use another account
      </Button>
    </div>
  );
}

/** Why the account cannot accept the invitation. */
function obstacleFor({ email, organization }: Account, invitation: ShownInvitation) {
  if (organization?.id === invitation.organization.id) return <>This account already belongs to the organization.</>;
  if (organization !== undefined)
    return <>This account belongs to another organization. To join, leave that one first, or use another account.</>;
  if (invitation.email !== undefined && invitation.email !== email)
    return around('The invitation is for {}.', <UserText>{invitation.email}</UserText>);
  return undefined;
}
