import './accounts.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { Account } from '../../../../client/src/petstore.ts';
import { Button } from '../../design/controls/button.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Table } from '../../design/data/table.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { limitsText, PLAN_TITLES } from '../../plans.ts';
import { Time } from '../../portal/times.tsx';
import { isUnread } from '../inbox/unread.ts';
import { SearchBox } from '../search-box.tsx';
import { openAccounts } from './accounts-list.ts';

const typingMs = 300;

export function Accounts(): JSX.Element {
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('q') ?? '';
  const [text, setText] = useState(asked);
  const list = useMemo(() => openAccounts(asked), [asked]);
  useEffect(() => {
    if (text === asked) return undefined;
    const address = text === '' ? '/console/accounts' : `/console/accounts?q=${encodeURIComponent(text)}`;
    const timer = setTimeout(() => navigate(address, { replace: true }), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <>
      <PageHeader title="Accounts" about="Who calls this service, on which plan." />
      <div class="console-filters">
        <SearchBox label="Search by email, name or number" value={text} onValue={setText} />
      </div>
      <div class="console-rows accounts-rows">
        <Card isFlush>
          <Table
            caption="Accounts"
            rows={list.items.value}
            keyOf={({ id }) => id}
            isLoading={list.isLoading.value || isUnread(list)}
            columns={[
              { header: 'Account', cell: (account) => <Who account={account} /> },
              { header: 'Plan', cell: (account) => <Plan account={account} /> },
              { header: 'State', cell: (account) => <State account={account} /> },
              { header: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
            empty={
              !list.hasMore.value ? (
                <EmptyState
                  icon="people"
                  title="No such account"
                  action={<Button onClick={() => setText('')}>Show all</Button>}
                >
                  Try a part of the email address.
                </EmptyState>
              ) : undefined
            }
          />
          <ListEnd list={list} end="Those are all." />
        </Card>
      </div>
    </>
  );
}

const Who = ({ account: { id, email, name } }: { readonly account: Account }): JSX.Element => (
  <div class="account-who">
    <Link href={`/console/accounts/${id}`}>
      <UserText>{email}</UserText>
    </Link>
    <span class="quiet small">
      No. {id}
      {name !== undefined && (
        <>
          {' · '}
          <UserText>{name}</UserText>
        </>
      )}
    </span>
  </div>
);

const Plan = ({ account: { plan, limits } }: { readonly account: Account }): JSX.Element => (
  <div class="account-who">
    <span>{PLAN_TITLES[plan]}</span>
    <span class="quiet small">{limitsText(limits)}</span>
  </div>
);

export function State({ account: { suspended, role } }: { readonly account: Account }): JSX.Element {
  if (suspended) return <Badge tone="danger">Suspended</Badge>;
  return role === 'operator' ? <Badge tone="accent">Operator</Badge> : <Badge tone="positive">Active</Badge>;
}
