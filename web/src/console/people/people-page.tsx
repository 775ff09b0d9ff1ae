import './people.css';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Person, PersonOrder } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction, useIdempotencyKey } from '../../data/calls.ts';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmailField, Form, TextField } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { PersonView } from './person-view.tsx';

/** What is kept of a person, for operators. The address is not in the page's URL, which the browser would remember. */
export function PeoplePage() {
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string>();
  const [person, setPerson] = useState<Person>();
  const [changing, change] = useState<'correct' | 'erase'>();
  const find = useAction(async (email: string) => {
    setPerson(undefined);
    setPerson(await petstore.admin.person({ email }));
  });
  const submit = () => {
    const email = typed.trim();
    const isAddress = /^\S+@\S+$/.test(email);
    setMistake(isAddress ? undefined : 'Enter the whole email address.');
    if (isAddress) void find.run(email);
  };
  const show = (email: string) => {
    change(undefined);
    setTyped(email);
    void find.run(email);
  };
  return (
    <>
      <PageHeader
        title="People"
        about={
          <>
            Show, correct and erase what is kept of a person. <Link href="/docs/privacy">What is kept, and where</Link>
          </>
        }
      />
      <div class="stack">
        <Card>
          <Form onSubmit={submit}>
            <div class="people-search stack tight">
              <EmailField
                label="Email address"
                hint="The whole address. Upper and lower case are the same."
                error={mistake}
                value={typed}
                onValue={setTyped}
              />
              <Button type="submit" kind="primary" icon="search" busy={find.isBusy}>
                Search
              </Button>
            </div>
          </Form>
        </Card>
        <ErrorNotice error={find.error} onRetry={submit} />
        <div class="stack" role="status" aria-busy={find.isBusy}>
          {find.isBusy && <Skeleton height="12rem" />}
          {person !== undefined && (
            <Found person={person} onCorrect={() => change('correct')} onErase={() => change('erase')} />
          )}
        </div>
      </div>
      {person !== undefined && changing === 'correct' && (
        <CorrectPerson person={person} onClose={() => change(undefined)} onCorrected={show} />
      )}
      {person !== undefined && changing === 'erase' && (
        <ErasePerson person={person} onClose={() => change(undefined)} onErased={show} />
      )}
    </>
  );
}

interface FoundProps {
  readonly person: Person;
  readonly onCorrect: () => void;
  readonly onErase: () => void;
}

const Found = ({ person, onCorrect, onErase }: FoundProps) =>
  Object.values(person.counts).every((count) => count === 0) ? (
    <Card>
      <EmptyState icon="check" title="Nothing is kept">
        No row of the database contains {person.email}. What gives only a name or a telephone number is not found.
      </EmptyState>
    </Card>
  ) : (
    <PersonView
      person={person}
      actions={
        <>
          <Button icon="edit" onClick={onCorrect}>
            Correct
          </Button>
          <Button icon="trash" onClick={onErase}>
            Erase
          </Button>
        </>
      }
    />
  );

interface CorrectPersonProps {
  readonly person: Person;
  readonly onClose: () => void;
  /** Called with the address that the person has now. */
  readonly onCorrected: (email: string) => void;
}

/** Replaces the address of a person, or the name, or both. */
function CorrectPerson({ person, onClose, onCorrected }: CorrectPersonProps) {
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

interface ErasePersonProps {
  readonly person: Person;
  readonly onClose: () => void;
  /** Called with the address that was erased. */
  readonly onErased: (email: string) => void;
}

/** Erases the person, after naming what follows. */
function ErasePerson({ person, onClose, onErased }: ErasePersonProps) {
  const { email } = person;
  return (
    <ConfirmAct
      title={around('Erase {}?', <UserText>{email}</UserText>)}
      verb="Erase"
      isDangerous
      onClose={onClose}
      act={async (options) => {
        await petstore.admin.erasePerson({ email }, options);
        tell(`${email} was erased.`);
        onErased(email);
      }}
    >
      <ul class="people-consequences stack close">
        {consequencesOf(person).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>
        This cannot be undone. Backups, mailboxes and receivers of webhooks keep what they have:{' '}
        <Link href="/docs/privacy">what other places keep</Link>.
      </p>
    </ConfirmAct>
  );
}

function consequencesOf(person: Person): string[] {
  const { accounts, applications, messages, events, deliveries, answers, others } = person.counts;
  const adopted = ordersOf(person);
  const open = adopted.filter(({ status }) => status === 'placed' || status === 'approved').length;
  const notes = person.orders.length - adopted.length;
  const consequences: readonly (readonly [count: number, one: string, many: string])[] = [
    [
      open,
      'The open adoption is cancelled: its animal is available again.',
      `${open} open adoptions are cancelled: their animals are available again.`,
    ],
    [
      adopted.length,
      'One adoption loses the name, the address and the note.',
      `${adopted.length} adoptions lose the name, the address and the note.`,
    ],
    [
      notes,
      'The note of one other adoption is replaced by “[erased]”.',
      `The notes of ${notes} other adoptions are replaced by “[erased]”.`,
    ],
    [
      accounts,
      'The account is closed: its keys, webhooks and open adoptions end, and animals that belong to it alone are removed.',
      `${accounts} accounts are closed.`,
    ],
    [
      applications,
      'One application loses the name, the address and the answers; if it is open, it is withdrawn.',
      `${applications} applications lose the name, the address and the answers; open ones are withdrawn.`,
    ],
    [messages, 'One message is replaced by “[erased]”.', `${messages} messages are replaced by “[erased]”.`],
    [others, 'The address is removed from one other place.', `The address is removed from ${others} other places.`],
    [
      events + deliveries + answers,
      'One copy of this changes too.',
      `${events + deliveries + answers} copies of this change too.`,
    ],
  ];
  return consequences.flatMap(([count, one, many]) => (count === 0 ? [] : [count === 1 ? one : many]));
}

/** The orders with the person as adopter, newest first, without orders that only have the address in the note. */
const ordersOf = ({ email, orders }: Person): readonly PersonOrder[] =>
  orders.filter(({ adopter }) => adopter?.email.toLowerCase() === email);
