import './inbox.css';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { InboxMessage, PageQuery } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { isFirstLoad, openList } from '../../data/list.ts';
import { useWhileVisible } from '../../data/use-while-visible.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Time } from '../../design/data/time.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { partsOf } from '../../pets/question.ts';
import { ownAccount } from '../../session.ts';
import { useLive } from '../live.ts';
import { hasSeveral, organizationShown, OrganizationSelect } from '../organizations/organizations.tsx';

/** Operators receive no events of messages to other organizations. */
const readMs = 10_000;

/** A member's inbox is that of the organization. Operators read all messages, or those to one organization. */
export function Inbox(): JSX.Element {
  const [, navigate] = useLocation();
  const organizationId = organizationShown(useSearch());
  const isOperator = ownAccount.value?.role === 'operator';
  const inbox = (query: PageQuery) =>
    organizationId === undefined ? petstore.admin.inbox(query) : petstore.organizations.messages(organizationId, query);
  const list = useMemo(() => openList(inbox, { limit: 20 }), [organizationId]);
  /** Puts new messages on top. The others stay, with the scroll position. */
  const readNew = async () => {
    if (list.isLoading.value || list.items.value.length === 0) {
      await list.reload();
      return;
    }
    try {
      const { items } = await inbox({ limit: 20 }).page();
      list.change((known) => {
        const ids = new Set(known.map(({ id }) => id));
        const fresh = items.filter(({ id }) => !ids.has(id));
        return fresh.length === 0 ? known : [...fresh, ...known];
      });
    } catch (failure) {
      // The next call tries again.
      failureOf(failure);
    }
  };
  useLive({
    onEvent: ({ type }) => {
      if (type === 'message.delivered') void readNew();
    },
    onGap: () => void readNew(),
  });
  useWhileVisible(readMs, () => {
    if (isOperator) void readNew();
  });
  const items = list.items.value;
  const isFirst = isFirstLoad(list);
  return (
    <>
      <PageHeader
        title="Inbox"
        about={
          isOperator
            ? 'All messages, to organizations and to you, newest first.'
            : 'Messages to your organization, newest first.'
        }
      />
      {hasSeveral() && (
        <div class="console-filters">
          <OrganizationSelect
            value={organizationId}
            onValue={(id) => navigate(`/console/inbox${id === undefined ? '' : `?organization=${id}`}`)}
          />
        </div>
      )}
      <div class="inbox" aria-busy={isFirst}>
        {isFirst && [1, 2, 3].map((row) => <Skeleton key={row} height="7rem" />)}
        {items.length === 0 && !list.hasMore.value && (
          <EmptyState icon="inbox" title="No messages yet" action={<LinkButton href="/">Open the board</LinkButton>}>
            Questions about your animals, from the board and from other sites, appear here.
          </EmptyState>
        )}
        <ul class="inbox-list">
          {items.map((message) => (
            <li key={message.id}>
              <MessageCard message={message} />
            </li>
          ))}
        </ul>
        <ListEnd list={list} end="End of the list" />
      </div>
    </>
  );
}

/** Only operators have pages of accounts. */
const Sender = ({ accountId }: { readonly accountId: number }): JSX.Element =>
  ownAccount.value?.role === 'operator' ? (
    <Link href={`/console/accounts/${accountId}`}>Account {accountId}</Link>
  ) : (
    <>Account {accountId}</>
  );

function MessageCard({ message }: { readonly message: InboxMessage }): JSX.Element {
  const { text, from, petId: named } = partsOf(message.message);
  const petId = message.petId ?? named;
  return (
    <Card>
      <article class="inbox-message">
        <header class="row spread">
          <p class="small quiet">
            {from === undefined ? (
              <Sender accountId={message.accountId} />
            ) : (
              <>
                <strong class="inbox-from">
                  <UserText>{from.name}</UserText>
                </strong>{' '}
                via the board
              </>
            )}
          </p>
          <span class="small quiet">
            <Time at={message.createdAt} hasClock />
          </span>
        </header>
        <p class="inbox-text">
          <UserText>{text}</UserText>
        </p>
        {(from !== undefined || petId !== undefined) && (
          <div class="row">
            {from !== undefined && (
              <a class="button button-secondary button-s" href={`mailto:${encodeURIComponent(from.email)}`}>
                Reply by email
              </a>
            )}
            {petId !== undefined && (
              <LinkButton size="s" kind={from === undefined ? 'secondary' : 'quiet'} href={`/pets/${petId}`}>
                View the animal
              </LinkButton>
            )}
          </div>
        )}
      </article>
    </Card>
  );
}
