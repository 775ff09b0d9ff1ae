import './members.css';
import { useMemo, useState } from 'preact/hooks';
import { useParams } from 'wouter-preact';
import type { Invitation, InvitationWithLink, OrganizationRole, PageQuery } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { type List, openList, removeItem } from '../../data/list.ts';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmailField } from '../../design/controls/field.tsx';
import { RadioCards } from '../../design/controls/radio-cards.tsx';
import { actions, ListCard } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { SecretDialog } from '../../design/feedback/secret.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ROLES } from '../../roles.ts';
import { pageSettings } from '../../settings.ts';
import { useLive } from '../live.ts';
import { NoOrganization, useOrganization } from '../organizations/use-organization.tsx';
import { Members } from './members.tsx';

/**
 * Who belongs to an organization, and who is invited, for its managers and for operators. An invitation that was begun for one is not for
 * the next.
 */
export function MembersPage() {
  return <MembersOf key={useParams()['organization']} />;
}

function MembersOf() {
  const { id, organization, isOperator, isOwn, isMissing } = useOrganization();
  const members = useMemo(
    () => openList((query: PageQuery) => ownPetstore.organizations.members(id, query), { limit: 100 }),
    [id],
  );
  const invitations = useMemo(
    () => openList((query: PageQuery) => ownPetstore.organizations.invitations(id, query), { limit: 100 }),
    [id],
  );
  const [isInviting, setInviting] = useState(false);
  const reload = () => {
    void members.reload();
    void invitations.reload();
  };
  useLive({
    onEvent({ type }) {
      // A new member has accepted an invitation.
      if (type.startsWith('account.')) reload();
    },
    onGap: reload,
  });
  if (isMissing) return <NoOrganization isOperator={isOperator} />;
  const name = organization.data?.name;
  return (
    <>
      <PageHeader
        title="Members"
        about={
          name === undefined ? ' ' : <>The people who work for {<bdi>{name}</bdi>}, with an account of their own.</>
        }
        back={isOwn ? undefined : [`/console/organizations/${id}`, name ?? `Organization ${id}`]}
        actions={
          <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
            Invite
          </Button>
        }
      />
      <div class="stack">
        <Members organizationId={id} list={members} />
        <Invitations organizationId={id} list={invitations} />
      </div>
      {isInviting && (
        <InviteDialog
          organizationId={id}
          onInvited={() => void invitations.reload()}
          onClose={() => setInviting(false)}
        />
      )}
    </>
  );
}

interface InvitationsProps {
  readonly organizationId: number;
  readonly list: List<Invitation>;
}

/** The invitations that nobody has accepted yet. */
function Invitations({ organizationId, list }: InvitationsProps) {
  const [withdrawing, withdraw] = useState<Invitation>();
  return (
    <>
      <ListCard
        caption="Open invitations"
        title="Open invitations"
        rows="console-rows"
        list={list}
        columns={[
          { header: 'For', phone: 'start', cell: (invitation) => <Whom invitation={invitation} /> },
          { header: 'Role', phone: 'start', cell: ({ role }) => ROLES[role].title },
          {
            header: 'Works until',
            phone: 'end quiet',
            cell: ({ expiresAt }) => <Time at={expiresAt} hasClock />,
          },
          actions((invitation: Invitation) => (
            <div class="row">
              <Button kind="quiet" size="s" onClick={() => withdraw(invitation)}>
                Withdraw<span class="visually-hidden"> invitation {invitation.id}</span>
              </Button>
            </div>
          )),
        ]}
        empty="Nobody is invited at the moment."
      />
      {withdrawing !== undefined && (
        <ConfirmAct
          title="Withdraw the invitation?"
          verb="Withdraw"
          isDangerous
          onClose={() => withdraw(undefined)}
          act={async () => {
            await ownPetstore.organizations.withdrawInvitation(organizationId, withdrawing.id);
            removeItem(list, withdrawing.id);
            tell('The invitation was withdrawn.');
          }}
        >
          <p>Its link stops working at once.</p>
        </ConfirmAct>
      )}
    </>
  );
}

const Whom = ({ invitation: { email } }: { readonly invitation: Invitation }) =>
  email === undefined ? <>Anyone with the link</> : <UserText>{email}</UserText>;

interface InviteDialogProps {
  readonly organizationId: number;
  readonly onInvited: () => void;
  readonly onClose: () => void;
}

/** Makes a link for joining the organization, and mails it if the service can send mail. */
function InviteDialog({ organizationId, onInvited, onClose }: InviteDialogProps) {
  const [invitation, setInvitation] = useState<InvitationWithLink>();
  const form = useForm<{ readonly role: OrganizationRole; readonly email: string }>(
    { role: 'staff', email: '' },
    {
      mistakesIn: ({ email }) => ({
        email: /^(?:\S+@\S+)?$/.test(email.trim()) ? undefined : 'Enter an email address, or none.',
      }),
      async send({ role, email }) {
        const invited = { role, ...(email.trim() !== '' && { email: email.trim() }) };
        setInvitation(await ownPetstore.organizations.invite(organizationId, invited));
        onInvited();
      },
    },
  );
  if (invitation !== undefined) return <Invited invitation={invitation} onClose={onClose} />;
  const { mail } = pageSettings();
  return (
    <FormDialog title="Invite somebody" verb="Create the link" onClose={onClose} {...form}>
      <RadioCards
        label="Role"
        value={form.draft.role}
        onValue={(role) => form.set({ role })}
        options={(['staff', 'manager'] as const).map((value) => ({
          value,
          label: ROLES[value].title,
          hint: ROLES[value].about,
        }))}
      />
      <EmailField
        isOptional
        hint={
          mail
            ? 'The service mails the link there, and only the account with this address can accept it. Without an address you pass the link on yourself.'
            : 'Only the account with this address can accept it. You pass the link on yourself: this service sends no mail.'
        }
        {...form.field('email')}
      />
    </FormDialog>
  );
}

interface InvitedProps {
  readonly invitation: InvitationWithLink;
  readonly onClose: () => void;
}

function Invited({ invitation: { link, email, expiresAt, role }, onClose }: InvitedProps) {
  return (
    <SecretDialog title="The invitation" secrets={[{ secret: link, label: 'the link' }]} onClose={onClose}>
      <p class="quiet small">
        It works once, until <Time at={expiresAt} hasClock />, and the person who accepts it becomes{' '}
        {role === 'manager' ? 'a manager' : 'staff'}.{' '}
        {email === undefined ? (
          'Anybody who has the link can accept it: send it only to the person.'
        ) : (
          <>
            Only the account of <UserText>{email}</UserText> can accept it.
            {pageSettings().mail && ' The service has mailed it there.'}
          </>
        )}
      </p>
    </SecretDialog>
  );
}
