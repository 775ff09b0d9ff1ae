import './audit.css';
import { useEffect, useMemo } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { ListAuditQuery, PetstoreEvent } from '../../../../client/src/petstore.ts';
import { kindsAbout } from '../../../../src/vocabulary/event-kinds.ts';
import { ownPetstore } from '../../api.ts';
import { addressWith } from '../../data/address-with.ts';
import { useQuery } from '../../data/calls.ts';
import { isFirstLoad, type List, openList } from '../../data/list.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Time } from '../../design/data/time.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { EVENT_GROUPS } from '../../portal/webhooks/event-groups.ts';
import { needAnimals } from '../animals/known-animals.ts';
import { loadColleagues, nameOf, needPeople, type Person } from './people.ts';
import { Sentence } from './sentence.tsx';

/** Each filter is as it stands in the address; empty if it is not set. */
interface Filters {
  /** What the events are about: the part of their kinds before the dot. */
  readonly about: string;
  /** The account that caused them. */
  readonly account: string;
  readonly organization: string;
}

/** Who changed what, newest first. */
export function AuditPage() {
  const search = useSearch();
  const filters = filtersIn(search);
  const list = useMemo(() => openAudit(filters), [search]);
  const colleagues = useQuery(loadColleagues, []);
  useNamesIn(list);
  const events = list.items.value;
  const isFirst = isFirstLoad(list);
  return (
    <>
      <PageHeader title="History" about={<About {...filters} />} />
      <FilterBar filters={filters} colleagues={colleagues.data ?? []} />
      <Card isFlush>
        <div aria-busy={isFirst}>
          {isFirst && [1, 2, 3, 4, 5].map((row) => <Skeleton key={row} height="3rem" />)}
          {events.length === 0 && !list.hasMore.value && (
            <EmptyState icon="clock" title="No changes">
              Changes are kept for 30 days.
            </EmptyState>
          )}
          <ol class="audit-list">
            {events.map((event) => (
              <li key={event.id}>
                <Time at={event.timestamp} hasClock />
                <Sentence event={event} />
              </li>
            ))}
          </ol>
          <ListEnd list={list} end="Changes are kept for 30 days" />
        </div>
      </Card>
    </>
  );
}

function About({ organization }: Filters) {
  if (organization === '') return <>Who changed what, newest first.</>;
  return (
    <>
      Only what belongs to organization {organization}. <Link href="/console/audit">Show everything</Link>
    </>
  );
}

interface FilterBarProps {
  readonly filters: Filters;
  readonly colleagues: readonly Person[];
}

function FilterBar({ filters, colleagues }: FilterBarProps) {
  const [, navigate] = useLocation();
  const go = (changes: Partial<Filters>) => navigate(addressWith('/console/audit', { ...filters, ...changes }));
  return (
    <div class="console-filters audit-filters stack tight">
      <BareSelect
        label="What changed"
        value={filters.about}
        onValue={(about) => go({ about })}
        none="Every change"
        options={EVENT_GROUPS.map(({ subject, title }) => [subject, subject === 'order' ? 'Adoptions' : title])}
      />
      <BareSelect
        label="Who changed it"
        value={filters.account}
        onValue={(account) => go({ account })}
        none="By everybody"
        options={colleagues.map(({ id }) => [String(id), nameOf(id)])}
        nameOf={(id) => nameOf(Number(id))}
      />
    </div>
  );
}

function filtersIn(search: string): Filters {
  const parameters = new URLSearchParams(search);
  const number = (name: string) => /^[1-9]\d{0,14}$/.exec(parameters.get(name) ?? '')?.[0] ?? '';
  const about = parameters.get('about') ?? '';
  return {
    about: EVENT_GROUPS.some(({ subject }) => subject === about) ? about : '',
    account: number('account'),
    organization: number('organization'),
  };
}

function openAudit({ about, account, organization }: Filters): List<PetstoreEvent> {
  const kinds = EVENT_GROUPS.find(({ subject }) => subject === about)?.kinds;
  // What only staff may know is of animals, too.
  const ofRecords = about === 'pet' ? kindsAbout('pet_record') : [];
  return openList((query: ListAuditQuery) => ownPetstore.events.audit(query), {
    limit: 50,
    ...(kinds !== undefined && { types: [...kinds, ...ofRecords] }),
    ...(account !== '' && { accountId: Number(account) }),
    ...(organization !== '' && { organizationId: Number(organization) }),
  });
}

/** Loads the names of the people and of the animals in the list. */
function useNamesIn(list: List<PetstoreEvent>): void {
  const events = list.items.value;
  useEffect(() => {
    void needPeople(events.flatMap((event) => accountsIn(event)));
    void needAnimals(events.flatMap(({ data }) => ('petId' in data && data.petId !== undefined ? [data.petId] : [])));
  }, [events]);
}

function accountsIn({ type, actor, data }: PetstoreEvent): number[] {
  const actors = actor?.accountId === undefined ? [] : [actor.accountId];
  return type.startsWith('account.') && 'plan' in data ? [...actors, data.id] : actors;
}
