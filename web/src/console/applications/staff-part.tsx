import { useState } from 'preact/hooks';
import type { Application, ApplicationPatch } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { Button } from '../../design/controls/button.tsx';
import { TextArea } from '../../design/controls/field.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';
import { ChangeError, type Changing } from '../change-error.tsx';
import type { Colleagues } from '../inbox/colleagues.ts';
import { isDecidedHere } from '../orders/order-lists.ts';
import { Conflict, useVersionedEdit } from '../versioned-edit.tsx';
import { nameOf } from './words.tsx';

type StaffPartProps = Changing<'application', Application> & { readonly colleagues: Colleagues };

/** What staff keep about an application: who takes care of it, a note, and whether the adopter is approved. */
export function StaffPart({ application, colleagues, onChanged, onStale }: StaffPartProps) {
  const { id, assigneeId, staffNote, approvedUntil } = application;
  const [isNoting, setNoting] = useState(false);
  const change = useAction(async (patch: ApplicationPatch) =>
    onChanged(await petstore.applications.update(id, patch, versionOf(application))),
  );
  if (!isDecidedHere(application)) return null;
  const members = colleagues.members.map((member) => member.id);
  const assignable = assigneeId === undefined || members.includes(assigneeId) ? members : [...members, assigneeId];
  const of = <span class="visually-hidden"> ({nameOf(application)})</span>;
  return (
    <div class="stack tight">
      <h3 class="quiet">Staff only</h3>
      <BareSelect
        label={`Who takes care of it (${nameOf(application)})`}
        value={String(assigneeId ?? '')}
        onValue={(value) => void change.run({ assigneeId: value === '' ? null : Number(value) })}
        none="Assigned to nobody"
        options={assignable.map((account) => [
          String(account),
          account === ownAccount.value?.id ? 'Assigned to me' : `Assigned to ${colleagues.nameOf(account)}`,
        ])}
      />
      {staffNote !== undefined && (
        <p class="order-note">
          <UserText>{staffNote}</UserText>
        </p>
      )}
      <div class="order-moves">
        <Button size="s" icon="edit" onClick={() => setNoting(true)}>
          {staffNote === undefined ? 'Add a note' : 'Edit the note'}
          {of}
        </Button>
        {application.adopter !== undefined && (
          <Button
            size="s"
            kind="quiet"
            busy={change.isBusy}
            onClick={() => void change.run({ approved: approvedUntil === undefined })}
          >
            {approvedUntil === undefined ? 'Approve for a year' : 'End the approval'}
            {of}
          </Button>
        )}
      </div>
      {approvedUntil === undefined && application.adopter !== undefined && (
        <p class="quiet small">If you approve them, every application with this address shows it.</p>
      )}
      <ChangeError change={change} onStale={onStale} />
      {isNoting && <NoteDialog application={application} onChanged={onChanged} onClose={() => setNoting(false)} />}
    </div>
  );
}

interface NoteDialogProps extends Pick<StaffPartProps, 'application' | 'onChanged'> {
  readonly onClose: () => void;
}

function NoteDialog({ application, onChanged, onClose }: NoteDialogProps) {
  const { form, conflict } = useVersionedEdit({
    shown: application,
    draftOf: ({ staffNote = '' }) => ({ note: staffNote }),
    mistakesIn: () => ({}),
    read: () => petstore.applications.get(application.id),
    async save({ note }, version) {
      const staffNote = note.trim() === '' ? null : note.trim();
      onChanged(await petstore.applications.update(application.id, { staffNote }, versionOf(version)));
      onClose();
    },
    onRead: onChanged,
  });
  return (
    <FormDialog
      title={around('Note about {}', <UserText>{nameOf(application)}</UserText>)}
      verb="Save"
      onClose={onClose}
      {...form}
    >
      <TextArea
        label="Note"
        hint="For your colleagues only. The applicant never sees it."
        rows={6}
        maxLength={10_000}
        {...form.field('note')}
      />
      {conflict !== false && (
        <Conflict {...conflict}>
          The note is now: <UserText>{conflict.theirs.staffNote ?? '–'}</UserText>
        </Conflict>
      )}
    </FormDialog>
  );
}
