import { useState } from 'preact/hooks';
import type { Application } from '../../../../client/src/petstore.ts';
import { APPLICATION_TRANSITIONS, type ApplicationStatus } from '../../../../src/vocabulary/application-lifecycle.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ChangeError } from '../change-error.tsx';
import type { Changing } from '../changing.ts';
import { DecisionDialog } from '../decision-dialog.tsx';
import { isDecidedHere } from '../orders/order-lists.ts';
import { nameOf } from './words.tsx';

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
export function Decisions({ application, onChanged, onStale }: Changing<'application', Application>) {
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
