import './application-card.css';
import { useState } from 'preact/hooks';
import type { NewQuestion, Organization } from '../../../../client/src/petstore.ts';
import { mostQuestions } from '../../../../src/vocabulary/animals/application.ts';
import { ownPetstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ChangeError, type Changing } from '../change-error.tsx';
import { KINDS, QuestionDialog } from './question-dialog.tsx';

/** What the organization asks those who reserve its animals. Each change is saved at once. */
export function ApplicationCard({ organization, onChanged, onStale }: Changing<'organization', Organization>) {
  const questions: readonly NewQuestion[] = organization.application ?? [];
  /** What is edited, as it was when its dialog opened: a new question has none. */
  const [edited, edit] = useState<Edited>();
  const store = async (application: NewQuestion[], of = organization) => {
    onChanged(await ownPetstore.organizations.update(organization.id, { application }, versionOf(of)));
    edit(undefined);
    tell('The questions were saved.');
    // The button disappears with its question.
    if (application.length < questions.length) document.getElementById('main')?.focus({ preventScroll: true });
  };
  /** Colleagues may have moved the question, or added others. */
  const storeEdited = (question: NewQuestion, { of, question: before, isTold = false }: Edited) => {
    const at = before === undefined ? questions.length : questions.findIndex(({ id }) => id === before.id);
    const isAsOpened = JSON.stringify(questions[at]) === JSON.stringify(before);
    // A question that is no longer there is asked anew.
    const { id: _gone, ...anew } = question;
    const application = at === -1 ? [...questions, anew] : questions.toSpliced(at, 1, question);
    // If it has changed, the service refuses what follows from the earlier version, and the user decides.
    return store(application, isAsOpened || isTold ? organization : of);
  };
  const save = useAction((application: NewQuestion[]) => store(application));
  const withMoved = (from: number): NewQuestion[] =>
    questions.toSpliced(from, 1).toSpliced(from - 1, 0, ...questions.slice(from, from + 1));
  return (
    <Card title="Application" about="What you ask those who reserve an animal. The answers come with the reservation.">
      <div class="stack">
        {questions.length > 0 && (
          <ol class="questions">
            {questions.map(({ id, question, kind, choices = [], required = false }, at) => (
              <li key={id} class="question row spread">
                <div>
                  <p>
                    <UserText>{question}</UserText>
                  </p>
                  <p class="small quiet">
                    {KINDS[kind]}
                    {choices.length > 0 && around(': {}', <UserText>{choices.join(', ')}</UserText>)}
                    {required && ' · required'}
                  </p>
                </div>
                <div class="row">
                  {at > 0 && (
                    <Button size="s" kind="quiet" busy={save.isBusy} onClick={() => void save.run(withMoved(at))}>
                      Move up
                      <Of question={question} />
                    </Button>
                  )}
                  <Button size="s" onClick={() => edit({ of: organization, question: questions[at] })}>
                    Edit
                    <Of question={question} />
                  </Button>
                  <Button
                    size="s"
                    kind="quiet"
                    busy={save.isBusy}
                    onClick={() => void save.run(questions.toSpliced(at, 1))}
                  >
                    Remove
                    <Of question={question} />
                  </Button>
                </div>
              </li>
            ))}
          </ol>
        )}
        <ChangeError change={save} onStale={onStale} />
        {questions.length < mostQuestions && (
          <div>
            <Button icon="plus" onClick={() => edit({ of: organization, question: undefined })}>
              Add a question
            </Button>
          </div>
        )}
      </div>
      {edited !== undefined && (
        <QuestionDialog
          question={edited.question}
          language={organization.locale}
          onStale={() => {
            edit({ ...edited, isTold: true });
            onStale();
          }}
          onClose={() => edit(undefined)}
          save={(question) => storeEdited(question, edited)}
        />
      )}
    </Card>
  );
}

interface Edited {
  readonly of: Organization;
  readonly question: NewQuestion | undefined;
  /** The user knows that somebody else has changed it. */
  readonly isTold?: boolean;
}

/** Which question a button is about, for screen readers. */
const Of = ({ question }: { readonly question: string }) => <span class="visually-hidden">{question}</span>;
