import './application-page.css';
import { useState } from 'preact/hooks';
import type { ApplicationChange, OwnApplication } from '../../../../client/src/petstore.ts';
import { matched } from '../../../../src/vocabulary/animals/application.ts';
import { type Action, useAction } from '../../data/calls.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/field.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { parts, speaks, words } from '../../words.ts';
import { ContactLinks } from '../organization/contact-links.tsx';
import { LinkPage, Loaded, Nothing, State } from '../reservation/link-page.tsx';
import { useLink } from '../reservation/use-link.ts';
import { namesOf } from '../reservation/words.tsx';
import { AboutYou } from '../reserve/about-you.tsx';
import type { Draft } from '../reserve/draft.ts';
import { answersFor, hasMissing } from '../reserve/question-fields.tsx';

export const ApplicationPage = () => (
  <LinkPage title={words().applying.yours} isApplication none={<NoApplication />}>
    {(token) => <Own key={token} token={token} />}
  </LinkPage>
);

const NoApplication = () => <Nothing title={words().applying.none}>{words().applying.noneWhy}</Nothing>;

function Own({ token }: { readonly token: string }) {
  const { own, query } = useLink(location.origin, token, ({ ownApplication }, options) => ownApplication.get(options));
  const withdraw = useAction(async () => query.set(await own.ownApplication.withdraw()));
  const change: ChangeAction = useAction(async (part) => {
    const changed = await own.ownApplication.change(part);
    query.set(changed);
    return changed;
  });
  return (
    <Loaded token={token} query={query} none={<NoApplication />}>
      {(application) => (
        <>
          <Sent application={application} withdraw={withdraw} change={change} reload={query.reload} />
          <What application={application} />
        </>
      )}
    </Loaded>
  );
}

interface SentProps {
  readonly application: OwnApplication;
  readonly withdraw: Action<[], void>;
  readonly change: ChangeAction;
  readonly reload: () => void;
}

function Sent({ application, withdraw, change, reload }: SentProps) {
  const { status, reservationUrl } = application;
  const [asking, ask] = useState<'change' | 'withdraw'>();
  const { applying, reserving } = words();
  const isOpen = status === 'submitted' || status === 'in_review';
  const close = () => {
    change.clear();
    withdraw.clear();
    reload();
    ask(undefined);
  };
  return (
    <State
      linked={application}
      actions={
        <>
          {reservationUrl !== undefined && (
            <LinkButton kind="primary" href={reservationUrl.replace('#', `?lang=${speaks().language}#`)} isForeign>
              {reserving.seeYours}
            </LinkButton>
          )}
          {status === 'submitted' && <Button onClick={() => ask('change')}>{applying.change}</Button>}
          {isOpen && <Button onClick={() => ask('withdraw')}>{applying.withdraw}</Button>}
        </>
      }
    >
      {asking === 'withdraw' && isOpen && (
        <Confirm
          title={applying.withdrawQuestion}
          verb={applying.withdraw}
          otherwise={applying.keepIt}
          isDangerous
          action={withdraw}
          onClose={close}
        >
          <p>{parts(applying.withdrawing, namesOf(application))}</p>
        </Confirm>
      )}
      {asking === 'change' && <Change application={application} change={change} onClose={close} />}
    </State>
  );
}

/** What was sent. */
function What({ application }: { readonly application: OwnApplication }) {
  const { adopter, note, answers = [], organization } = application;
  const { applying, reserving } = words();
  if (adopter === undefined) return null;
  const { yesNo }: { readonly yesNo: Readonly<Record<string, string>> } = reserving;
  const own: readonly (readonly [term: string, value: string | undefined])[] = [
    [reserving.name, adopter.name],
    [reserving.email, adopter.email],
    [reserving.phone, adopter.phone],
    [reserving.note, note],
  ];
  return (
    <section class="reservation-whom stack" aria-labelledby="application-sent">
      <h2 id="application-sent">{applying.sent}</h2>
      <dl class="application-sent">
        {own.map(
          ([term, value]) =>
            value !== undefined && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  <UserText>{value}</UserText>
                </dd>
              </div>
            ),
        )}
        {answers.map(({ question, answer }, index) => (
          <div key={index}>
            <dt lang={organization?.locale}>
              <UserText>{question}</UserText>
            </dt>
            <dd>{yesNo[answer] ?? <UserText>{answer}</UserText>}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type ChangeAction = Action<[change: ApplicationChange], OwnApplication>;

interface ChangeProps {
  readonly application: OwnApplication;
  readonly change: ChangeAction;
  readonly onClose: () => void;
}

/** Changes what an application says. What the form began with stays the same while somebody types. */
function Change({ application, change, onClose }: ChangeProps) {
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
