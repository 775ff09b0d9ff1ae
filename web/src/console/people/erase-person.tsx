import { Link } from 'wouter-preact';
import type { Person } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { ConfirmAct } from '../../design/feedback/confirm-act.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ordersOf } from './orders-of.ts';

interface ErasePersonProps {
  readonly person: Person;
  readonly onClose: () => void;
  /** Called with the address that was erased. */
  readonly onErased: (email: string) => void;
}

/** Erases the person, after naming what follows. */
export function ErasePerson({ person, onClose, onErased }: ErasePersonProps) {
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
