import { useEffect, useRef } from 'preact/hooks';
import { Link } from 'wouter-preact';
import {
  etagOf,
  type ExpandedPet,
  type InboxMessage,
  type MessageAnswer,
  type Thread,
  type ThreadPatch,
} from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction, useQuery, useReloads } from '../../data/calls.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { Button } from '../../design/controls/button.tsx';
import { languageName } from '../../design/controls/codes.ts';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { StatusBadge } from '../../pets/status.tsx';
import { ownAccount } from '../../session.ts';
import { AnimalLine } from '../animals/animal-line.tsx';
import { knownAnimal, needAnimals } from '../animals/known-animals.ts';
import { CategoryName } from '../categories/categories.tsx';
import { OrdersOfPerson } from '../orders/order-card.tsx';
import { adoptionOf, filled } from '../words.ts';
import { AnswerForm } from './answer-form.tsx';
import { type Colleagues, useColleagues } from './colleagues.ts';
import { contentOf, type Sender } from './senders.ts';
import { StateBadge } from './thread-item.tsx';

interface ThreadViewProps {
  readonly id: string;
  /** The address of the list. */
  readonly back: string;
  readonly onChanged: (message: InboxMessage) => void;
}

/** Colleagues may answer meanwhile. */
const readMs = 15_000;

/** A message with its answers, and what its receivers do with it. */
export function ThreadView({ id, back, onChanged }: ThreadViewProps) {
  const query = useQuery(() => petstore.inbox.get(id), [id]);
  useReloads(readMs, query);
  return (
    <>
      <div class="inbox-back">
        <BackLink href={back}>All messages</BackLink>
      </div>
      <Loaded
        query={query}
        height="14rem"
        missing={
          <EmptyState icon="search" title="Message not found">
            The link may be mistyped, or the message is another organization’s.
          </EmptyState>
        }
      >
        {(thread) => (
          <OpenThread
            thread={thread}
            onChanged={(changed) => {
              query.set(changed);
              onChanged(changed);
            }}
            onStale={query.reload}
          />
        )}
      </Loaded>
    </>
  );
}

interface OpenThreadProps {
  readonly thread: Thread;
  readonly onChanged: (thread: Thread) => void;
  /** Somebody else has changed it. */
  readonly onStale: () => void;
}

function OpenThread({ thread, onChanged, onStale }: OpenThreadProps) {
  const { text, sender, petId } = contentOf(thread);
  const colleagues = useColleagues(thread.organizationId, [
    ...thread.answers.map(({ accountId }) => accountId),
    ...(thread.assigneeId === undefined ? [] : [thread.assigneeId]),
    ...(thread.sentBy === 'account' ? [thread.accountId] : []),
  ]);
  useEffect(() => void needAnimals([petId]), [petId]);
  const pet = knownAnimal(petId);
  const title = useRef<HTMLHeadingElement>(null);
  // The page moves the focus to its beginning when the address changes.
  useEffect(() => {
    const timer = setTimeout(() => title.current?.focus({ preventScroll: true }));
    return () => clearTimeout(timer);
  }, []);
  const change = useAction(async (patch: ThreadPatch) => {
    const ifMatch = etagOf(thread);
    try {
      onChanged(await petstore.inbox.update(thread.id, patch, { ifMatch }));
    } catch (failure) {
      onStale();
      throw failure;
    }
  });
  const isClosed = thread.state === 'closed';
  return (
    <div class="inbox-open stack">
      <article class="inbox-thread card stack">
        <header class="inbox-thread-head">
          <div class="inbox-thread-words">
            <h2 ref={title} tabIndex={-1}>
              <UserText>{sender.name}</UserText>
            </h2>
            <p class="small quiet">
              {sender.email === undefined ? (
                <Origin thread={thread} colleagues={colleagues} />
              ) : (
                <UserText>{sender.email}</UserText>
              )}
              {thread.locale !== undefined && ` · ${languageName(thread.locale)}`}
            </p>
          </div>
          <StateBadge state={thread.state} />
        </header>
        <div class="inbox-actions stack tight">
          <BareSelect
            label="Assigned to"
            value={String(thread.assigneeId ?? '')}
            onValue={(value) => void change.run({ assigneeId: value === '' ? null : Number(value) })}
            none="Assigned to nobody"
            options={assignable(thread, colleagues).map((account) => [
              String(account),
              account === ownAccount.value?.id ? 'Assigned to me' : `Assigned to ${colleagues.nameOf(account)}`,
            ])}
          />
          <Button
            busy={change.isBusy}
            icon={isClosed ? 'refresh' : 'check'}
            onClick={() => void change.run({ state: isClosed ? 'open' : 'closed' })}
          >
            {isClosed ? 'Reopen' : 'Close'}
          </Button>
        </div>
        <ErrorNotice error={change.error} />
        <div class="inbox-words">
          <p class="small quiet">
            <Time at={thread.createdAt} hasClock />
            {thread.orderId !== undefined && (
              <>
                {' · '}
                <Link href={`/console/orders/${thread.orderId}`}>{filled('{}', adoptionOf(thread.orderId))}</Link>
              </>
            )}
          </p>
          <p class="inbox-text">
            <UserText>{text}</UserText>
          </p>
        </div>
        {thread.answers.length > 0 && (
          <ol class="inbox-answers stack tight" aria-label="Answers">
            {thread.answers.map((answer) => (
              <li key={answer.id} class="inbox-words inbox-answer">
                <p class="small quiet">
                  <strong class="inbox-from">
                    <UserText>{colleagues.nameOf(answer.accountId)}</UserText>
                  </strong>
                  {' · '}
                  <Time at={answer.createdAt} hasClock />
                  {answer.mail !== undefined && ` · ${MAIL[answer.mail]}`}
                </p>
                <p class="inbox-text">
                  <UserText>{answer.message}</UserText>
                </p>
              </li>
            ))}
          </ol>
        )}
        <AnswerForm
          key={thread.id}
          thread={thread}
          sender={sender}
          placeholders={{
            ...(sender.email !== undefined && { name: sender.name }),
            ...(pet !== undefined && { animal: pet.name }),
          }}
          onAnswered={onChanged}
          onStale={onStale}
        />
      </article>
      <Context thread={thread} sender={sender} pet={pet} />
    </div>
  );
}

const MAIL: Readonly<Record<NonNullable<MessageAnswer['mail']>, string>> = {
  waiting: 'is being mailed',
  sent: 'mailed',
  failed: 'could not be mailed',
};

/** Where a message without an address comes from. Only operators have pages of accounts. */
function Origin({ thread, colleagues }: { readonly thread: Thread; readonly colleagues: Colleagues }) {
  if (thread.sentBy === 'visitor') return <>From a website, without an address</>;
  if (ownAccount.value?.role !== 'operator') return <>From another account, without an address</>;
  return (
    <>
      From the account{' '}
      <UserLink href={`/console/accounts/${thread.accountId}`}>{colleagues.nameOf(thread.accountId)}</UserLink>
    </>
  );
}

/** The accounts that may take care of the message, and the one that does. */
function assignable({ assigneeId }: Thread, { members }: Colleagues): readonly number[] {
  const ids = members.map(({ id }) => id);
  return assigneeId === undefined || ids.includes(assigneeId) ? ids : [...ids, assigneeId];
}

/** How many orders of the person are shown. */
const ordersShown = 4;

interface ContextProps {
  readonly thread: Thread;
  readonly sender: Sender;
  readonly pet: ExpandedPet | undefined;
}

/** What to know for an answer: the animal, and what else the person has asked for. Null if there is nothing. */
function Context({ thread, sender, pet }: ContextProps) {
  const { email } = sender;
  const orders = useQuery(async () => {
    if (email === undefined) return [];
    return (await petstore.orders.adopter({ email })).orders.slice(0, ordersShown);
  }, [email, thread.state]).data;
  if (pet === undefined && email === undefined) return null;
  return (
    <aside class="inbox-context card stack" aria-label="About this message">
      {pet !== undefined && (
        <AnimalLine id={pet.id} pet={pet} sizes="4.5rem">
          <UserLink href={`/console/animals/${pet.id}`} class="console-link">
            {pet.name}
          </UserLink>
          <span class="quiet small one-line">
            <CategoryName id={pet.categoryId} />
          </span>
          <StatusBadge status={pet.status} />
        </AnimalLine>
      )}
      {email !== undefined && (
        <section class="stack" aria-labelledby="inbox-person">
          <h3 class="quiet small" id="inbox-person">
            Adoptions of this person
          </h3>
          {orders !== undefined && orders.length > 0 ? (
            <OrdersOfPerson orders={orders} />
          ) : (
            <p class="quiet small">{orders === undefined ? '…' : 'No adoptions yet.'}</p>
          )}
          <Link class="small lone-link" href={`/console/adopters/${thread.id}`}>
            All about this person
          </Link>
        </section>
      )}
    </aside>
  );
}
