import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Person } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { TextField } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ordersOf } from './orders-of.ts';

interface CorrectPersonProps {
  readonly person: Person;
  readonly onClose: () => void;
  /** Called with the address that the person has now. */
  readonly onCorrected: (email: string) => void;
}

/** Replaces the address of a person, or the name, or both. */
export function CorrectPerson({ person, onClose, onCorrected }: CorrectPersonProps): JSX.Element {
  const known = { name: nameOf(person), email: person.email };
  const [typedName, setName] = useState(known.name);
  const [typedEmail, setEmail] = useState(known.email);
  const [isChecked, setChecked] = useState(false);
  const keyFor = useIdempotencyKey();
  const name = typedName.trim();
  const email = typedEmail.trim();
  const mistakes = {
    name: name === '' && known.name !== '' ? 'Enter a name.' : undefined,
    email: /^\S+@\S+$/.test(email) ? undefined : 'Enter an email address.',
  };
  const isChanged = name !== known.name || email !== known.email;
  const correct = useAction(async () => {
    const correction = {
      email: known.email,
      ...(email !== known.email && { newEmail: email }),
      ...(name !== known.name && { newName: name }),
    };
    await petstore.admin.correctPerson(correction, { idempotencyKey: keyFor(JSON.stringify(correction)) });
    tell(`The data of ${email} was corrected.`);
    onCorrected(email);
  });
  const submit = () => {
    setChecked(true);
    if (isChanged && mistakes.name === undefined && mistakes.email === undefined) void correct.run();
  };
  return (
    <FormDialog
      title={around('Correct {}', <UserText>{person.email}</UserText>)}
      verb="Correct"
      isBusy={correct.isBusy}
      isDisabled={!isChanged}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Replaces the name of the adopter in adoptions, and the account's."
        value={typedName}
        error={isChecked ? mistakes.name : undefined}
        onValue={setName}
        maxLength={255}
        autocomplete="off"
      />
      <TextField
        label="Email address"
        type="email"
        hint="Replaces the address everywhere, in texts and copies too."
        value={typedEmail}
        error={isChecked ? mistakes.email : undefined}
        onValue={setEmail}
        maxLength={254}
        autoCapitalize="none"
        autocomplete="off"
        spellcheck={false}
      />
      <ErrorNotice error={correct.error} onRetry={submit} />
    </FormDialog>
  );
}

/** The name in the newest order, or the account's; empty if none is known. */
const nameOf = (person: Person): string => ordersOf(person)[0]?.adopter?.name ?? person.accounts[0]?.name ?? '';
