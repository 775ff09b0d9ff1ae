import './people.css';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Person } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { EmailField } from '../../design/controls/email-field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { CorrectPerson } from './correct-person.tsx';
import { ErasePerson } from './erase-person.tsx';
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
