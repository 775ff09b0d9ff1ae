import './applications.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Application } from '../../../../client/src/petstore.ts';
import { APPLICATION_TRANSITIONS, type ApplicationStatus } from '../../../../src/vocabulary/application-lifecycle.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { Button } from '../../design/controls/button.tsx';
import { languageName } from '../../design/controls/codes.ts';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Time } from '../../design/data/time.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { knownAnimal, needAnimals } from '../animals/known-animals.ts';
import { ChangeError, type Changing } from '../change-error.tsx';
import { DecisionDialog } from '../decision-dialog.tsx';
import { useColleagues } from '../inbox/colleagues.ts';
import { useLiveQuery } from '../live.ts';
import { Contact } from '../orders/order-card.tsx';
import { isDecidedHere } from '../orders/order-lists.ts';
import { YES_NO } from '../words.ts';
import { KnownBefore } from './known-before.tsx';
import { StaffPart } from './staff-part.tsx';
import { applicationIn } from './use-applications.ts';
import { ApprovedBadge, nameOf, StateBadge } from './words.tsx';

/** Events of several applications arrive together. */
const gatherMs = 300;

interface SideBySideProps {
  readonly ids: readonly number[];
  /** Above them, about the animal of the first. */
  readonly children?: (petId: number) => ComponentChildren;
}

/** A few applications with all that is to know for a decision: on a wide screen, what answers the same question is in one row. */
export function SideBySide({ ids, children }: SideBySideProps) {
  const query = useLiveQuery(
    () => Promise.all(ids.map((id) => petstore.applications.get(id))),
    [ids.join()],
    (event) => ids.includes(applicationIn(event)?.id ?? 0),
    gatherMs,
  );
  return (
    <Loaded query={query} height="24rem" missing={NOBODY}>
      {(found) => (
        <div class="stack">
          {found[0] !== undefined && children?.(found[0].petId)}
          <Columns
            applications={found}
            onChanged={(changed) => query.change((now) => now.map((one) => (one.id === changed.id ? changed : one)))}
            onStale={query.reload}
          />
        </div>
      )}
    </Loaded>
  );
}

const NOBODY = (
  <EmptyState isPage icon="search" title="Application not found">
    The number may be mistyped, or it is another organization’s.
  </EmptyState>
);

interface ColumnsProps {
  readonly applications: readonly Application[];
  readonly onChanged: (application: Application) => void;
  /** Somebody else has changed one. */
  readonly onStale: () => void;
}

function Columns({ applications, onChanged, onStale }: ColumnsProps) {
  useEffect(() => void needAnimals(applications.map(({ petId }) => petId)), [applications]);
  const colleagues = useColleagues(
    knownAnimal(applications[0]?.petId)?.owner?.organization?.id,
    applications.flatMap(({ assigneeId }) => assigneeId ?? []),
  );
  // The applicant with the most answers shows in which order the form asks the questions.
  const answers = applications.map((one) => one.answers ?? []).toSorted((one, other) => other.length - one.length);
  const questions = [...new Set(answers.flat().map(({ question }) => question))];
  return (
    <>
      {applications.length > 1 && (
        <nav class="applicants-switcher row" aria-label="Applicants">
          {applications.map((one) => (
            <Button
              key={one.id}
              size="s"
              onClick={() => {
                const title = document.getElementById(`applicant-${one.id}`);
                title?.scrollIntoView({ block: 'start' });
                title?.focus({ preventScroll: true });
              }}
            >
              <UserText isCut>{nameOf(one)}</UserText>
            </Button>
          ))}
        </nav>
      )}
      {/* The rows: the head, the note, each question, what is known, what staff keep. */}
      <div class="applicants" style={`--rows: ${questions.length + 4}; --columns: ${applications.length}`}>
        {applications.map((one) => (
          <article key={one.id} class="applicant card" aria-labelledby={`applicant-${one.id}`}>
            <header class="stack tight">
              <h2 id={`applicant-${one.id}`} tabIndex={-1}>
                {one.adopter === undefined ? (
                  nameOf(one)
                ) : (
                  <UserLink href={`/console/adopters/application-${one.id}`}>{one.adopter.name}</UserLink>
                )}
              </h2>
              <div class="row applicant-badges">
                <StateBadge status={one.status} />
                <ApprovedBadge application={one} />
              </div>
              <p class="applicant-contact">
                {one.adopter === undefined ? WITHHELD : <Contact email={one.adopter.email} phone={one.adopter.phone} />}
              </p>
              <p class="quiet">
                Sent <Time at={one.createdAt} />
                {one.locale !== undefined && ` · reads ${languageName(one.locale)}`}
              </p>
              {one.orderId !== undefined && (
                <Link class="lone-link" href={`/console/orders/${one.orderId}`}>
                  Adoption No. {one.orderId}
                </Link>
              )}
              {one.messageToAdopter !== undefined && (
                <p class="order-note">
                  <UserText>{one.messageToAdopter}</UserText>
                </p>
              )}
              <Decisions application={one} onChanged={onChanged} onStale={onStale} />
            </header>
            <Part title="Note">{one.note !== undefined && <UserText>{one.note}</UserText>}</Part>
            {questions.map((question) => (
              <Part key={question} title={<UserText>{question}</UserText>}>
                <Answer application={one} question={question} />
              </Part>
            ))}
            <section class="applicant-part">
              <KnownBefore application={one} />
            </section>
            <section class="applicant-part">
              <StaffPart application={one} colleagues={colleagues} onChanged={onChanged} onStale={onStale} />
            </section>
          </article>
        ))}
      </div>
    </>
  );
}

const WITHHELD = 'Name withheld: your organization was not listed when they applied. Ask an operator of this service.';

interface PartProps {
  readonly title: ComponentChildren;
  /** False if they say nothing. */
  readonly children: ComponentChildren;
}

const Part = ({ title, children }: PartProps) => (
  <section class="applicant-part">
    <h3 class="quiet">{title}</h3>
    <p>{children === false ? '–' : children}</p>
  </section>
);

function Answer({ application, question }: { readonly application: Application; readonly question: string }) {
  const answer = application.answers?.find((one) => one.question === question)?.answer;
  return answer === undefined ? <>–</> : <UserText>{YES_NO[answer] ?? answer}</UserText>;
}

const ASKED = {
  accept: {
    verb: 'Accept',
    question: 'Accept {}?',
    done: 'was accepted',
    consequence: 'An approved adoption is made, which holds the animal. The other applications stay open.',
  },
  decline: {
    verb: 'Decline',
    question: 'Decline {}?',
    done: 'was declined',
    consequence: 'The application ends. Without a message, the applicant reads that you have decided otherwise.',
  },
} as const;
type Asked = keyof typeof ASKED;

/** Buttons for what staff can decide about an application. */
function Decisions({ application, onChanged, onStale }: Changing<'application', Application>) {
  const [asking, ask] = useState<Asked>();
  const review = useAction(async () =>
    onChanged(await petstore.applications.review(application.id, versionOf(application))),
  );
  const can = (name: keyof typeof APPLICATION_TRANSITIONS) =>
    (APPLICATION_TRANSITIONS[name].from as readonly ApplicationStatus[]).includes(application.status);
  if (!isDecidedHere(application)) return null;
  const of = <span class="visually-hidden"> ({nameOf(application)})</span>;
  return (
    <>
      <div class="order-moves">
        {can('accept') && (
          <Button size="s" onClick={() => ask('accept')}>
            Accept{of}
          </Button>
        )}
        {can('review') && (
          <Button size="s" busy={review.isBusy} onClick={() => void review.run()}>
            Begin review{of}
          </Button>
        )}
        {can('decline') && (
          <Button size="s" kind="quiet" onClick={() => ask('decline')}>
            Decline{of}
          </Button>
        )}
      </div>
      <ChangeError change={review} onStale={onStale} />
      {asking !== undefined && (
        <DecisionDialog
          title={around(ASKED[asking].question, <UserText>{nameOf(application)}</UserText>)}
          verb={ASKED[asking].verb}
          otherwise="Not now"
          isDangerous={asking === 'decline'}
          hasVisit={asking === 'accept'}
          reader={application.adopter && application}
          send={async (said) => {
            const changed = await petstore.applications[asking](application.id, said);
            ask(undefined);
            tell(`${nameOf(application)} ${ASKED[asking].done}.`);
            onChanged(changed);
          }}
          onLook={async () => {
            ask(undefined);
            onChanged(await petstore.applications.get(application.id));
          }}
          onClose={() => ask(undefined)}
        >
          <p>{ASKED[asking].consequence}</p>
        </DecisionDialog>
      )}
    </>
  );
}
