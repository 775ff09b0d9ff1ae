import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationWay,
  waysOf,
} from '../../../../src/vocabulary/notifications.ts';
import { ownPetstore } from '../../api.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { Select } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { ownAccount } from '../../session.ts';

const LABELS: Readonly<Record<NotificationKind, { readonly label: string; readonly hint: string }>> = {
  order: { label: 'Reservations', hint: 'Somebody reserves an animal, or cancels that.' },
  hold_half: { label: 'Half time', hint: 'Half of the time for a decision has passed.' },
  hold_ending: { label: 'Last call', hint: 'A reservation ends in three hours, and nobody has decided it.' },
  visit_passed: { label: 'After a visit', hint: 'A visit has passed, and the adoption does not say what came of it.' },
  application: { label: 'Applications', hint: 'Somebody applies for an animal, or withdraws an application.' },
  message: { label: 'Messages', hint: 'Somebody asks a question.' },
  assigned: { label: 'Given to you', hint: 'A colleague asks you to answer a message or an application.' },
  listing_site: {
    label: 'Listing sites',
    hint: 'A list for a site such as Petfinder waits for your consent, or the site does not take it.',
  },
  mail_failed: { label: 'Mails that fail', hint: 'A mail to anybody could not be sent.' },
  day: { label: 'The day', hint: 'Visits of the day, animals without a photo or a story, vaccinations that are due.' },
};

const WAYS: Readonly<Record<NotificationWay, string>> = {
  at_once: 'At once',
  digest: 'In the morning',
  off: 'Not by mail',
};

/** What a member is told of by mail, and for managers what the organization's address is. Each choice is saved when it is made. */
export function NotificationsPage() {
  const organization = ownAccount.value?.organization;
  return (
    <>
      <PageHeader
        title="Notifications"
        about="The mails about reservations, applications, visits and messages. What nobody is told of at once goes to the address of the organization."
      />
      <div class="stack">
        <Choices
          title="Tell me about"
          about="Mails of one minute come as one, and at most 20 in an hour. The morning is at eight."
          ask={(signal) => ownPetstore.account.notifications({ signal })}
          send={(patch) => ownPetstore.account.updateNotifications(patch)}
          waysOf={(kind) => (kind === 'mail_failed' && ownAccount.value?.role !== 'operator' ? [] : waysOf(kind))}
        />
        {organization?.role === 'manager' && (
          <Choices
            title="Tell the organization’s address"
            about="Only if nobody of you is told at once."
            ask={(signal) => ownPetstore.organizations.notifications(organization.id, { signal })}
            send={(patch) => ownPetstore.organizations.updateNotifications(organization.id, patch)}
            waysOf={() => ['at_once', 'off']}
          />
        )}
      </div>
    </>
  );
}

type Chosen = Readonly<Partial<Record<NotificationKind, NotificationWay>>>;

interface ChoicesProps<Choice extends Chosen> {
  readonly title: string;
  readonly about: string;
  readonly ask: (signal: AbortSignal) => Promise<Choice>;
  readonly send: (patch: Partial<Choice>) => Promise<Choice>;
  readonly waysOf: (kind: NotificationKind) => readonly NotificationWay[];
}

function Choices<Choice extends Chosen>({ title, about, ask, send, waysOf: ways }: ChoicesProps<Choice>) {
  const chosen = useQuery(ask, []);
  const save = useAction(
    async (patch: Partial<Choice>) => {
      chosen.set(await send(patch));
      tell('Saved.');
    },
    { isQueued: true },
  );
  return (
    <Card title={title} about={about}>
      <Loaded query={{ ...chosen, error: chosen.error ?? save.error }} height="20rem">
        {(data) => (
          <div class="stack">
            {NOTIFICATION_KINDS.map((kind) => {
              const way = data[kind];
              return (
                way !== undefined &&
                ways(kind).length > 0 && (
                  <Select
                    key={kind}
                    {...LABELS[kind]}
                    value={way}
                    onValue={(value) => void save.run({ [kind]: value } as Partial<Choice>)}
                    options={ways(kind).map((value) => ({ value, label: WAYS[value] }))}
                  />
                )
              );
            })}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
