import { useState } from 'preact/hooks';
import type { ApplicationChange, OwnApplication } from '../../../../client/src/petstore.ts';
import { matched } from '../../../../src/vocabulary/animals/application.ts';
import type { Action } from '../../data/use-action.ts';
import { TextField } from '../../design/controls/field.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { words } from '../../words.ts';
import { ContactLinks } from '../organization/contact-links.tsx';
import { AboutYou } from '../reserve/about-you.tsx';
import type { Draft } from '../reserve/draft.ts';
import { answersFor, hasMissing } from '../reserve/question-fields.tsx';

export type ChangeAction = Action<[change: ApplicationChange], OwnApplication>;

interface ChangeProps {
  readonly application: OwnApplication;
  readonly change: ChangeAction;
  readonly onClose: () => void;
}

/** Changes what an application says. What the form began with stays the same while somebody types. */
export function Change({ application, change, onClose }: ChangeProps) {
  const { organization } = application;
  const [questions] = useState(application.questions ?? []);
  const [before] = useState(() => saidIn(application));
  const [name, setName] = useState(application.adopter?.name ?? '');
  const [draft, setDraft] = useState(before);
  const [isChecked, setChecked] = useState(false);
  const { applying, reserving } = words();
  const { code } = change.error ?? {};
  const isTooLate = code === 'invalid_status_transition' || code === 'application_closed';
  const isNameless = name.trim() === '';
  const submit = async () => {
    setChecked(true);
    if (isNameless || hasMissing(questions, draft.answers)) return;
    const hasNewAnswers = JSON.stringify(draft.answers) !== JSON.stringify(before.answers);
    const changed = await change.run({
      name: name.trim(),
      phone: draft.phone.trim() || null,
      note: draft.note.trim() || null,
      ...(hasNewAnswers && { answers: answersFor(questions, draft.answers) }),
    });
    if (changed !== undefined) onClose();
  };
  return (
    <FormDialog
      title={applying.changeYours}
      verb={applying.save}
      isBusy={change.isBusy}
      isDisabled={isTooLate}
      error={isTooLate ? undefined : change.error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isTooLate && (
        <div class="pet-note pet-note-caution stack tight" role="alert">
          <Icon name="clock" />
          <div>
            <p>{applying.tooLate}</p>
            {organization !== undefined && <ContactLinks organization={organization} />}
          </div>
        </div>
      )}
      <TextField
        label={reserving.name}
        name="name"
        autocomplete="name"
        maxLength={255}
        required
        value={name}
        error={isChecked && isNameless ? reserving.enterName : undefined}
        onValue={setName}
      />
      <AboutYou
        draft={draft}
        change={(part) => setDraft((now) => ({ ...now, ...part }))}
        questions={questions}
        language={organization?.locale}
        isChecked={isChecked}
      />
    </FormDialog>
  );
}

/** What was sent, as the form has it. */
const saidIn = ({ adopter, note = '', answers = [], questions = [] }: OwnApplication): Draft => ({
  phone: adopter?.phone ?? '',
  note,
  answers: matched(questions, answers).given,
});
