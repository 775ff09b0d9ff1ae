import { useState } from 'preact/hooks';
import type { InvitationWithLink, OrganizationRole } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { useForm } from '../../data/use-form.ts';
import { EmailField } from '../../design/controls/email-field.tsx';
import { RadioCards } from '../../design/controls/radio-cards.tsx';
import { Time } from '../../design/data/time.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { SecretDialog } from '../../design/feedback/secret.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ROLES } from '../../roles.ts';
import { pageSettings } from '../../settings.ts';

interface InviteDialogProps {
  readonly organizationId: number;
  readonly onInvited: () => void;
  readonly onClose: () => void;
}

/** Makes a link for joining the organization, and mails it if the service can send mail. */
export function InviteDialog({ organizationId, onInvited, onClose }: InviteDialogProps) {
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

function Invited({
  invitation: { link, email, expiresAt, role },
  onClose,
}: {
  readonly invitation: InvitationWithLink;
  readonly onClose: () => void;
}) {
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
