import './inbox.css';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { InboxMessage, PageQuery } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { openList } from '../../data/list.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Time } from '../../portal/times.tsx';
import { useLive, useLook } from '../live.ts';
import { partsOf } from './message-parts.ts';
import { isUnread } from './unread.ts';

/** Between looks: the event of a message is told to its sender alone. */
const lookMs = 10_000;

export function Inbox(): JSX.Element {
  const list = useMemo(() => openList((query: PageQuery) => petstore.admin.inbox(query), { limit: 20 }), []);
  /** Puts what is new on top; what is there already, and was scrolled to, stays. */
  const look = async () => {
    if (list.isLoading.value || list.items.value.length === 0) {
      await list.reload();
      return;
    }
    try {
      const { items } = await petstore.admin.inbox({ limit: 20 }).page();
      list.change((known) => {
        const ids = new Set(known.map(({ id }) => id));
        const fresh = items.filter(({ id }) => !ids.has(id));
        return fresh.length === 0 ? known : [...fresh, ...known];
      });
    } catch (failure) {
      // What comes next looks again; the list has said so if it could not be read at all.
      failureOf(failure);
    }
  };
  useLive({
    onEvent: ({ type }) => {
      if (type === 'message.delivered') void look();
    },
    onGap: () => void look(),
  });
  useLook(lookMs, () => void look());
  const items = list.items.value;
  const isFirst = isUnread(list);
  return (
    <>
      <PageHeader title="Inbox" about="What people have written to the store, the newest first." />
      <div class="inbox" aria-busy={isFirst}>
        {isFirst && [1, 2, 3].map((row) => <Skeleton key={row} height="7rem" />)}
        {items.length === 0 && !list.hasMore.value && (
          <EmptyState
            icon="inbox"
            title="Nobody has written yet"
            action={<LinkButton href="/">To the board</LinkButton>}
          >
            Questions that people ask on the board arrive here, and so does what programs send with the API.
          </EmptyState>
        )}
        <ul class="inbox-list">
          {items.map((message) => (
            <li key={message.id}>
              <MessageCard message={message} />
            </li>
          ))}
        </ul>
        <ListEnd list={list} end="That is all that was written." />
      </div>
    </>
  );
}

function MessageCard({ message }: { readonly message: InboxMessage }): JSX.Element {
  const { text, petId, from } = partsOf(message.message);
  return (
    <Card>
      <article class="inbox-message">
        <header class="row spread">
          <p class="small quiet">
            {from === undefined ? (
              <Link href={`/console/accounts/${message.accountId}`}>Account {message.accountId}</Link>
            ) : (
              <>
                <strong class="inbox-from">
                  <UserText>{from.name}</UserText>
                </strong>{' '}
                by the board
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
                Answer by mail
              </a>
            )}
            {petId !== undefined && (
              <LinkButton size="s" kind="quiet" href={`/pets/${petId}`}>
                See the animal
              </LinkButton>
            )}
          </div>
        )}
      </article>
    </Card>
  );
}
