import { useParams } from 'wouter-preact';
import type { KnownAdopter, Order } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { wantedWords } from '../../board/alerts/wanted-words.ts';
import { pathId } from '../../data/path-id.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Time } from '../../design/data/time.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { categories } from '../categories/categories.tsx';
import { contentOf } from '../inbox/senders.ts';
import { ThreadItem } from '../inbox/thread-item.tsx';
import { useLiveQuery } from '../live.ts';
import { Contact, OrdersOfPerson } from '../orders/order-card.tsx';

/** Events of several orders arrive together. */
const gatherMs = 500;

/**
 * What the organization knows of a person. The address of the page names an order or a message of theirs: browsers and proxies keep
 * addresses, so it names no person.
 */
export function AdopterPage() {
  const through = useParams()['through'] ?? '';
  const person = useLiveQuery(
    () => adopterOf(through),
    [through],
    ({ type, data: told }, found) =>
      type === 'message.delivered' ||
      (type.startsWith('order.') && isSame((told as Order).adopter?.email, found?.email)),
    gatherMs,
  );
  return (
    <Loaded query={person} height="20rem" missing={NOBODY}>
      {(found) => (found === null ? NOBODY : <Shown adopter={found} />)}
    </Loaded>
  );
}

const NOBODY = (
  <EmptyState
    icon="people"
    title="Nobody found"
    action={<LinkButton href="/console/orders">Go to the adoptions</LinkButton>}
  >
    The adoption or the message may be another organization’s, or it names no address any more.
  </EmptyState>
);

/** Who is behind an order or a message; null if it names nobody. */
async function adopterOf(through: string): Promise<KnownAdopter | null> {
  const email = through.startsWith('msg_')
    ? contentOf(await petstore.inbox.get(through)).sender.email
    : (await petstore.orders.get(pathId(through))).adopter?.email;
  return email === undefined ? null : petstore.orders.adopter({ email });
}

const isSame = (one = '', other = ''): boolean => one !== '' && one.toLowerCase() === other.toLowerCase();

function Shown({ adopter }: { readonly adopter: KnownAdopter }) {
  const { email, name, phone, orders, orderCount, messages, messageCount, alerts } = adopter;
  return (
    <>
      <PageHeader
        title={name ?? email}
        before={<BackLink href="/console/orders">Adoptions</BackLink>}
        about={
          <span class="row">
            <Contact email={email} phone={phone} />
          </span>
        }
      />
      <div class="columns" style="--column: 22rem; gap: var(--space-5)">
        <Card title="Adoptions" {...newestOf(orders, orderCount)}>
          {orders.length === 0 ? <p class="quiet">None yet.</p> : <OrdersOfPerson orders={orders} />}
        </Card>
        <Card title="Questions" isFlush={messages.length > 0} {...newestOf(messages, messageCount)}>
          {messages.length === 0 && <p class="quiet">None yet.</p>}
          {messages.map((message) => (
            <ThreadItem
              key={message.id}
              message={message}
              href={`/console/inbox/${message.id}${message.state === 'open' ? '' : `?state=${message.state}`}`}
              isCurrent={false}
              isMixed
            />
          ))}
        </Card>
        {alerts.length > 0 && (
          <Card title="Looks for" about="The service mails this person about such animals.">
            <ul class="stack tight">
              {alerts.map(({ filters, createdAt }) => (
                <li key={createdAt}>
                  <UserText>{wantedWords(filters, categories.value)}</UserText>
                  <p class="quiet small">
                    Since <Time at={createdAt} />
                  </p>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  );
}

const newestOf = (shown: readonly unknown[], count: number) =>
  count > shown.length ? { about: `The newest ${shown.length} of ${numberText(count)}.` } : {};
