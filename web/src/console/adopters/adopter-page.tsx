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
import { PageHeader } from '../../design/layout/page-header.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { ApplicationsOfPerson } from '../applications/known-before.tsx';
import { applicationIn } from '../applications/use-applications.ts';
import { categories } from '../categories/categories.tsx';
import { contentOf } from '../inbox/senders.ts';
import { ThreadItem } from '../inbox/thread-item.tsx';
import { useLiveQuery } from '../live.ts';
import { Contact, OrdersOfPerson } from '../orders/order-card.tsx';

/** Events of several orders arrive together. */
const gatherMs = 500;

/**
 * What the organization knows of a person. The address of the page names an order, an application or a message of theirs: browsers and
 * proxies keep addresses, so it names no person.
 */
export function AdopterPage() {
  const through = useParams()['through'] ?? '';
  return <AdopterOf key={through} through={through} />;
}

function AdopterOf({ through }: { readonly through: string }) {
  const person = useLiveQuery(
    () => adopterOf(through),
    [through],
    (event, found) =>
      event.type === 'message.delivered' ||
      (event.type.startsWith('order.') && isSame((event.data as Order).adopter?.email, found?.email)) ||
      isSame(applicationIn(event)?.adopter?.email, found?.email),
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
    isPage
    icon="people"
    title="Nobody found"
    action={<LinkButton href="/console/orders">Go to the adoptions</LinkButton>}
  >
    The adoption, the application or the message may be another organization’s, or it names no address any more.
  </EmptyState>
);

/** Who is behind an order, an application or a message; null if it names nobody. */
async function adopterOf(through: string): Promise<KnownAdopter | null> {
  const email = await emailBehind(through);
  return email === undefined ? null : petstore.orders.adopter({ email });
}

async function emailBehind(through: string): Promise<string | undefined> {
  if (through.startsWith('msg_')) return contentOf(await petstore.inbox.get(through)).sender.email;
  const application = /^application-(.*)/.exec(through)?.[1];
  const found =
    application === undefined
      ? await petstore.orders.get(pathId(through))
      : await petstore.applications.get(pathId(application));
  return found.adopter?.email;
}

const isSame = (one = '', other = ''): boolean => one !== '' && one.toLowerCase() === other.toLowerCase();

function Shown({ adopter }: { readonly adopter: KnownAdopter }) {
  const { email, name, phone, orders, orderCount, messages, messageCount, alerts } = adopter;
  const { applications, applicationCount } = adopter;
  return (
    <>
      <PageHeader
        title={name ?? email}
        back={['/console/orders', 'Adoptions']}
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
        {applications.length > 0 && (
          <Card title="Applications" {...newestOf(applications, applicationCount)}>
            <ApplicationsOfPerson applications={applications} />
          </Card>
        )}
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
