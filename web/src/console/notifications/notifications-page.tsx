import type { JSX } from 'preact';
import type { Notifications, NotificationsPatch } from '../../../../client/src/petstore.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationWay,
  waysOf,
} from '../../../../src/vocabulary/notifications.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useQuery } from '../../data/use-query.ts';
import { Select } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';

const LABELS: Readonly<Record<NotificationKind, { readonly label: string; readonly hint: string }>> = {
  order: { label: 'Reservations', hint: 'Somebody reserves an animal, or cancels that.' },
  hold_half: { label: 'Half time', hint: 'Half of the time for a decision has passed.' },
  hold_ending: { label: 'Last call', hint: 'A reservation ends in three hours, and nobody has decided it.' },
  visit_passed: { label: 'After a visit', hint: 'A visit has passed, and the order does not say what came of it.' },
  message: { label: 'Messages', hint: 'Somebody asks a question.' },
  assigned: { label: 'Given to you', hint: 'A colleague asks you to answer a message.' },
  day: { label: 'The day', hint: 'Visits of the day, animals without a photo or a story, vaccinations that are due.' },
};

const WAYS: Readonly<Record<NotificationWay, string>> = {
  at_once: 'At once',
  digest: 'In the morning',
  off: 'Not by mail',
};

/** What a member is told of by mail. Each choice is saved when it is made. */
export function NotificationsPage(): JSX.Element {
  const chosen = useQuery((signal) => petstore.account.notifications({ signal }), []);
  const save = useAction(async (patch: NotificationsPatch) => {
    chosen.set(await petstore.account.updateNotifications(patch));
    tell('Saved.');
  });
  return (
    <>
      <PageHeader
        title="Notifications"
        about="The mails that you get. What nobody is told of at once goes to the address of the organization."
      />
      <ErrorNotice error={chosen.error ?? save.error} onRetry={chosen.reload} />
      {chosen.data === undefined ? (
        chosen.error === undefined && (
          <div aria-busy="true">
            <Skeleton height="30rem" />
          </div>
        )
      ) : (
        <Choices chosen={chosen.data} onChosen={(patch) => void save.run(patch)} />
      )}
    </>
  );
}

interface ChoicesProps {
  readonly chosen: Notifications;
  readonly onChosen: (patch: NotificationsPatch) => void;
}

const Choices = ({ chosen, onChosen }: ChoicesProps): JSX.Element => (
  <Card
    title="Tell me about"
    about="Mails of one minute come as one, and at most 20 in an hour. The morning is at eight."
  >
    <div class="stack">
      {NOTIFICATION_KINDS.map((kind) => (
        <Select
          key={kind}
          {...LABELS[kind]}
          value={chosen[kind]}
          onValue={(way) => onChosen({ [kind]: way })}
          options={waysOf(kind).map((way) => ({ value: way, label: WAYS[way] }))}
        />
      ))}
    </div>
  </Card>
);
