import type { Person } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useForm } from '../../data/use-form.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { EmailField } from '../../design/controls/email-field.tsx';
import { TextField } from '../../design/controls/field.tsx';
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
export function CorrectPerson({ person, onClose, onCorrected }: CorrectPersonProps) {
  const known = { name: nameOf(person), email: person.email };
  const isChanged = ({ name, email }: typeof known) => name.trim() !== known.name || email.trim() !== known.email;
  const keyed = useIdempotencyKey();
  const form = useForm(known, {
    mistakesIn: ({ name, email }) => ({
      name: name.trim() === '' && known.name !== '' ? 'Enter a name.' : undefined,
      email: /^\S+@\S+$/.test(email.trim()) ? undefined : 'Enter an email address.',
    }),
    async send(typed) {
      if (!isChanged(typed)) return;
      const [name, email] = [typed.name.trim(), typed.email.trim()];
      const correction = {
        email: known.email,
        ...(email !== known.email && { newEmail: email }),
        ...(name !== known.name && { newName: name }),
      };
      await keyed(correction, (options) => petstore.admin.correctPerson(correction, options));
      tell(`The data of ${email} was corrected.`);
      onCorrected(email);
    },
  });
  return (
    <FormDialog
      title={around('Correct {}', <UserText>{person.email}</UserText>)}
      verb="Correct"
      isDisabled={!isChanged(form.draft)}
      onClose={onClose}
      {...form}
    >
      <TextField
        label="Name"
        hint="Replaces the name of the adopter in adoptions, and the account's."
        {...form.field('name')}
        maxLength={255}
        autocomplete="off"
      />
      <EmailField
        label="Email address"
        hint="Replaces the address everywhere, in texts and copies too."
        {...form.field('email')}
      />
    </FormDialog>
  );
}

/** The name in the newest order, or the account's; empty if none is known. */
const nameOf = (person: Person): string => ordersOf(person)[0]?.adopter?.name ?? person.accounts[0]?.name ?? '';
