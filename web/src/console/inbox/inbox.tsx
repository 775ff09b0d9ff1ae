import '../../design/layout/tabs.css';
import './inbox.css';
import { useMemo, useState } from 'preact/hooks';
import { Link, useLocation, useParams, useSearch } from 'wouter-preact';
import type { InboxMessage, ListInboxQuery } from '../../../../client/src/petstore.ts';
import { MOST_COUNTED_THREADS, THREAD_STATES, type ThreadState } from '../../../../src/vocabulary/thread-states.ts';
import { petstore } from '../../api.ts';
import { addressWith } from '../../data/address-with.ts';
import { useQuery, useWhileVisible } from '../../data/calls.ts';
import { failureOf } from '../../data/failure.ts';
import { isFirstLoad, openList } from '../../data/list.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { ownAccount } from '../../session.ts';
import { countBadges } from '../badges.ts';
import { useLive } from '../live.ts';
import { OrganizationSelect, organizationShown } from '../organizations/organizations.tsx';
import { useColleagues } from './colleagues.ts';
import { Templates } from './templates.tsx';
import { ThreadItem } from './thread-item.tsx';
import { ThreadView } from './thread-view.tsx';

/** Operators receive no events of messages to other organizations, and nobody receives events of answers. */
const readMs = 10_000;

const TABS: Readonly<Record<ThreadState, { readonly label: string; readonly empty: string; readonly about: string }>> =
  {
    open: {
      label: 'Open',
      empty: 'Nothing to answer',
      about: 'Questions about your animals, from the board and from other sites, appear here.',
    },
    answered: { label: 'Answered', empty: 'Nothing answered', about: 'Messages move here when you answer them.' },
    closed: { label: 'Closed', empty: 'Nothing closed', about: 'Messages move here when you close them.' },
  };

/** What a search says that finds nothing. */
const NOTHING = { empty: 'No messages match', about: 'Try fewer words, or a part of a name.' };

/** Members read the organization's inbox. Operators read all messages, or those to one organization. */
export function Inbox() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { message: shown } = useParams<{ message?: string }>();
  const [areTemplatesOpen, setTemplatesOpen] = useState(false);
  const query = new URLSearchParams(search);
  const organizationId = organizationShown(search);
  const q = query.get('q') ?? '';
  /** A search looks in all, unless one is chosen. */
  const state = THREAD_STATES.find((known) => known === query.get('state')) ?? (q === '' ? 'open' : undefined);
  const assignee = /^(?:none|[1-9]\d{0,14})$/.exec(query.get('assignee') ?? '')?.[0];
  /** Operators read all messages by default, and then share the templates of their own organization. */
  const ownId = organizationId ?? ownAccount.value?.organization?.id;
  const { members } = useColleagues(ownId, []);

  const inbox = (page: ListInboxQuery) =>
    organizationId === undefined ? petstore.admin.inbox(page) : petstore.organizations.messages(organizationId, page);
  const wanted: ListInboxQuery = {
    limit: 20,
    ...(state !== undefined && { state }),
    ...(assignee !== undefined && { assignee }),
    ...(q !== '' && { q }),
  };
  const list = useMemo(() => openList(inbox, wanted), [organizationId, state, assignee, q]);
  const counts = useQuery(
    () =>
      organizationId === undefined
        ? petstore.admin.inboxCounts()
        : petstore.organizations.messageCounts(organizationId),
    [organizationId],
  );
  /** Puts new messages on top. The others stay, with the scroll position. */
  const readNew = async () => {
    counts.reload();
    // A search reads many messages: it is not repeated by itself.
    if (q !== '') return;
    if (list.isLoading.value || list.items.value.length === 0) {
      await list.reload();
      return;
    }
    try {
      const asked = list.items.peek();
      const { items, next } = await inbox(wanted).page();
      const latest = new Map(items.map((item) => [item.id, item]));
      // More have come than a page has.
      if (next !== undefined && !asked.some(({ id }) => latest.has(id))) return await list.reload();
      // What was changed here meanwhile is newer than the answer.
      list.change((known) => {
        const ids = new Set(known.map(({ id }) => id));
        const current = known.map((item) => (asked.includes(item) ? (latest.get(item.id) ?? item) : item));
        return [...items.filter(({ id }) => !ids.has(id)), ...current];
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
  useWhileVisible(readMs, () => void readNew());
  /** The message stays where it is, with its new state: rows must not vanish under the pointer. */
  const onChanged = (changed: InboxMessage) => {
    list.change((items) => items.map((item) => (item.id === changed.id ? changed : item)));
    counts.reload();
    void countBadges();
  };

  const addressOf = (changes: Readonly<Record<string, string | undefined>>, message = shown): string =>
    addressWith(message === undefined ? '/console/inbox' : `/console/inbox/${message}`, changes, search);
  const items = list.items.value;
  const isFirst = isFirstLoad(list);
  const { empty, about } = state === undefined || q !== '' ? NOTHING : TABS[state];
  return (
    <div class="inbox" data-open={shown === undefined ? undefined : ''}>
      <PageHeader
        title="Inbox"
        about={
          ownAccount.value?.role === 'operator'
            ? 'Messages to organizations and to you, newest first.'
            : 'Messages to your organization, newest first.'
        }
        {...(ownId !== undefined && {
          actions: (
            <Button icon="list" onClick={() => setTemplatesOpen(true)}>
              Templates
            </Button>
          ),
        })}
      />
      <div class="console-filters inbox-filters stack tight">
        <SearchBox
          label="Search person, animal, words"
          value={q}
          onSearch={(text) => navigate(addressOf({ q: text.trim() }))}
        />
        <OrganizationSelect
          value={organizationId}
          onValue={(id) => navigate(addressWith('/console/inbox', { organization: id?.toString() }))}
        />
        <BareSelect
          label="Assigned to"
          value={assignee ?? ''}
          onValue={(value) => navigate(addressOf({ assignee: value }))}
          none="All assignees"
          options={[
            ['none', 'Assigned to nobody'],
            ...members.map(
              ({ id, name, email }) =>
                [String(id), id === ownAccount.value?.id ? 'Assigned to me' : `Assigned to ${name ?? email}`] as const,
            ),
          ]}
        />
      </div>
      <div class="inbox-panes">
        <section class="inbox-list-pane card card-flush" aria-label="Messages">
          <nav class="tabs-list inbox-tabs" aria-label="State">
            {THREAD_STATES.map((name) => (
              <Link
                key={name}
                href={addressOf({ state: name === 'open' && q === '' ? undefined : name })}
                class="tab"
                aria-current={name === state ? 'page' : undefined}
              >
                {TABS[name].label} <span class="numbers quiet">{countText(counts.data?.[name])}</span>
              </Link>
            ))}
          </nav>
          <div class="inbox-scroll" aria-busy={isFirst}>
            {isFirst && [1, 2, 3].map((row) => <Skeleton key={row} height="5.5rem" />)}
            {items.length === 0 && !list.hasMore.value && (
              <EmptyState
                icon="inbox"
                title={empty}
                action={
                  state === 'open' &&
                  q === '' && (
                    <LinkButton href="/" isForeign>
                      Open the board
                    </LinkButton>
                  )
                }
              >
                {about}
              </EmptyState>
            )}
            <ul class="inbox-list">
              {items.map((message) => (
                <li key={message.id}>
                  <ThreadItem
                    message={message}
                    href={addressOf({}, message.id)}
                    isCurrent={message.id === shown}
                    isMixed={message.state !== state}
                  />
                </li>
              ))}
            </ul>
            <ListEnd list={list} />
          </div>
        </section>
        <section class="inbox-thread-pane" aria-label="Message">
          {shown === undefined ? (
            <EmptyState icon="mail" title="No message is open">
              Choose a message to read and answer it.
            </EmptyState>
          ) : (
            <ThreadView
              key={shown}
              id={shown}
              back={`/console/inbox${search === '' ? '' : `?${search}`}`}
              onChanged={onChanged}
            />
          )}
        </section>
      </div>
      {areTemplatesOpen && ownId !== undefined && (
        <Templates organizationId={ownId} onClose={() => setTemplatesOpen(false)} />
      )}
    </div>
  );
}

const countText = (count: number | undefined): string =>
  count === undefined ? '' : count < MOST_COUNTED_THREADS ? String(count) : `${numberText(MOST_COUNTED_THREADS)}+`;
