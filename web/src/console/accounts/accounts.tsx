import './accounts.css';
import { useMemo } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import type { Account } from '../../../../client/src/petstore.ts';
import { addressWith } from '../../data/address-with.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { Checkbox } from '../../design/controls/field.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListCard } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { limitsText, PLAN_TITLES } from '../../plans.ts';
import { openAccounts } from './accounts-list.ts';

export function Accounts() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const query = new URLSearchParams(search);
  const asked = query.get('q') ?? '';
  const isWaiting = query.get('awaiting') === 'approval';
  const list = useMemo(() => openAccounts(asked, isWaiting), [asked, isWaiting]);
  const show = (changes: Readonly<Record<string, string>>) =>
    navigate(addressWith('/console/accounts', changes, search), { replace: true });
  return (
    <>
      <PageHeader title="Accounts" about="Everybody who has an account, with their plan." />
      <div class="console-filters stack tight">
        <SearchBox label="Search by email, name or number" value={asked} onSearch={(q) => show({ q })} />
        <Checkbox
          label="Awaiting approval"
          isChecked={isWaiting}
          onChecked={(isChecked) => show({ awaiting: isChecked ? 'approval' : '' })}
        />
      </div>
      <ListCard
        caption="Accounts"
        rows="console-rows"
        list={list}
        columns={[
          { header: 'Account', phone: 'start', cell: (account) => <Who account={account} /> },
          { header: 'Plan', phone: 'start', cell: (account) => <Plan account={account} /> },
          { header: 'State', phone: 'corner', cell: (account) => <State account={account} /> },
          { header: 'Created', phone: 'end quiet', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        empty={
          <EmptyState
            icon="people"
            title="No accounts match"
            action={<LinkButton href="/console/accounts">Show all accounts</LinkButton>}
          >
            Try a part of the email address.
          </EmptyState>
        }
        end="End of the list"
      />
    </>
  );
}

const Who = ({ account: { id, email, name } }: { readonly account: Account }) => (
  <div class="two-lines">
    <UserLink href={`/console/accounts/${id}`}>{email}</UserLink>
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

const Plan = ({ account: { plan, limits } }: { readonly account: Account }) => (
  <div class="two-lines">
    <span>{PLAN_TITLES[plan]}</span>
    <span class="quiet small">{limitsText(limits)}</span>
  </div>
);

export function State({ account }: { readonly account: Account }) {
  const { closedAt, suspended, awaiting, role } = account;
  if (closedAt !== undefined) return <Badge tone="neutral">Closed</Badge>;
  if (suspended) return <Badge tone="danger">Suspended</Badge>;
  if (awaiting === 'confirmation') return <Badge tone="caution">Unconfirmed</Badge>;
  if (awaiting === 'approval') return <Badge tone="caution">Awaits approval</Badge>;
  return role === 'operator' ? <Badge tone="accent">Operator</Badge> : <Badge tone="positive">Active</Badge>;
}
