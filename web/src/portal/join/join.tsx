import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { PetstoreError } from '../../../../client/src/petstore.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Time } from '../../design/data/time.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ROLES } from '../../roles.ts';
import { ownAccount, readInvitation, type ShownInvitation } from '../../session.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { SignInForm } from '../entrance/sign-in.tsx';
import { useLinkToken } from '../link-token.ts';
import { JoinAsNew } from './join-as-new.tsx';
import { JoinSignedIn } from './join-signed-in.tsx';

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
