import '../../design/layout/tabs.css';
import './applications.css';
import { useEffect, useMemo } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { Application, ListApplicationsQuery } from '../../../../client/src/petstore.ts';
import { MOST_COUNTED_APPLICATIONS } from '../../../../src/vocabulary/application-lifecycle.ts';
import { addressWith } from '../../data/address-with.ts';
import { isFirstLoad } from '../../data/list.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { openSelection, SelectOne } from '../../design/controls/selection.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { type Column, ListCard } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';
import { AnimalLine } from '../animals/animal-line.tsx';
import { knownAnimal, needAnimals } from '../animals/known-animals.ts';
import { useColleagues } from '../inbox/colleagues.ts';
import { OrganizationSelect, organizationShown } from '../organizations/organizations.tsx';
import { STEP } from '../palette/step-in-list.ts';
import { useApplications } from './use-applications.ts';
import { ApprovedBadge, nameOf, SHOWN, StateBadge } from './words.tsx';

/** More columns would be too narrow to read. */
export const MOST_COMPARED = 4;

interface ApplicationsListProps {
  /** The address of the page. */
  readonly path: string;
  /** The animal that all are for: they can be compared. */
  readonly petId?: number;
}

/** Applications by their state, which the address of the page says, with whom they are assigned to and what is searched for. */
export function ApplicationsList({ path, petId }: ApplicationsListProps) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const query = new URLSearchParams(search);
  const organizationId = organizationShown(search);
  const shown = Object.keys(SHOWN).find((name): name is keyof typeof SHOWN => name === query.get('show')) ?? 'waiting';
  const assignee = /^(?:none|[1-9]\d{0,14})$/.exec(query.get('assignee') ?? '')?.[0];
  const isOldest = query.get('sort') === 'oldest';
  const q = query.get('q') ?? '';
  const addressOf = (changes: Readonly<Record<string, string | undefined>>) => addressWith(path, changes, search);
  const filters: ListApplicationsQuery = {
    status: [...SHOWN[shown].statuses],
    ...(petId !== undefined && { petId }),
    ...(organizationId !== undefined && { organizationId }),
    ...(assignee !== undefined && { assignee }),
    ...(isOldest && { sort: 'oldest' }),
    ...(q !== '' && { q }),
  };
  const { list, counts } = useApplications(filters);
  const items = list.items.value;
  useEffect(() => {
    if (petId === undefined) void needAnimals(items.map((one) => one.petId));
  }, [items]);
  const ownId = organizationId ?? ownAccount.value?.organization?.id;
  const { members, nameOf: colleague } = useColleagues(
    ownId,
    items.flatMap(({ assigneeId }) => assigneeId ?? []),
  );
  const selection = useMemo(() => openSelection(list.items, MOST_COMPARED), [list]);
  const chosen = selection.ids.value;
  const isFull = chosen.size >= MOST_COMPARED;
  const columns = useMemo(
    () =>
      [
        ...(petId === undefined
          ? []
          : [
              {
                header: 'Compare',
                width: '3.75rem',
                isHeaderHidden: true,
                cell: (one: Application) => (
                  <SelectOne
                    id={one.id}
                    name={nameOf(one)}
                    selection={selection}
                    isDisabled={isFull && !chosen.has(one.id)}
                  />
                ),
              },
            ]),
        { header: 'Applicant', phone: 'start', cell: (one: Application) => <Applicant application={one} /> },
        ...(petId === undefined
          ? [{ header: 'Animal', phone: 'start', cell: (one: Application) => <Animal petId={one.petId} /> }]
          : []),
        {
          header: 'State',
          width: '8rem',
          phone: 'corner',
          cell: ({ status }: Application) => <StateBadge status={status} />,
        },
        {
          header: 'Assigned to',
          width: '12rem',
          phone: 'optional quiet',
          cell: ({ assigneeId }: Application) =>
            assigneeId !== undefined && <UserText>{colleague(assigneeId)}</UserText>,
        },
        {
          header: 'Sent',
          width: '8rem',
          phone: 'quiet',
          cell: ({ createdAt }: Application) => <Time at={createdAt} />,
        },
      ] satisfies Column<Application>[],
    [petId, selection, isFull, members],
  );
  return (
    <>
      <div class="console-filters stack tight">
        <SearchBox
          label={petId === undefined ? 'Search by name, email, answer or animal' : 'Search by name, email or answer'}
          value={q}
          onSearch={(text) => navigate(addressOf({ q: text.trim() }))}
        />
        {petId === undefined && (
          <OrganizationSelect
            value={organizationId}
            onValue={(id) => navigate(addressOf({ organization: id?.toString() }))}
          />
        )}
        <BareSelect
          label="Assigned to"
          value={assignee ?? ''}
          onValue={(value) => navigate(addressOf({ assignee: value }))}
          none="All assignees"
          options={[
            ['none', 'Assigned to nobody'],
            ...members.map(
              ({ id }) =>
                [String(id), id === ownAccount.value?.id ? 'Assigned to me' : `Assigned to ${colleague(id)}`] as const,
            ),
          ]}
        />
        <BareSelect
          label="Order"
          value={isOldest ? 'oldest' : ''}
          onValue={(sort) => navigate(addressOf({ sort }))}
          none="Newest first"
          options={[['oldest', 'Oldest first']]}
        />
      </div>
      <nav class="tabs-list applications-tabs" aria-label="State">
        {(Object.keys(SHOWN) as (keyof typeof SHOWN)[]).map((name) => (
          <Link
            key={name}
            href={addressOf({ show: name === 'waiting' ? undefined : name })}
            class="tab"
            aria-current={name === shown ? 'page' : undefined}
          >
            {SHOWN[name].label}{' '}
            <span class="numbers quiet">
              {counts.data && countText(SHOWN[name].statuses.map((status) => counts.data?.[status] ?? 0))}
            </span>
          </Link>
        ))}
      </nav>
      {petId !== undefined && (
        <CompareBar
          ids={chosen.size > 0 ? [...chosen] : items.slice(0, MOST_COMPARED).map(({ id }) => id)}
          isChosen={chosen.size > 0}
          isAwaited={isFirstLoad(list)}
          hasMore={items.length > MOST_COMPARED}
          addressOf={(ids) => addressOf({ compare: ids.join() })}
        />
      )}
      <ListCard
        caption="Applications"
        rows="console-rows"
        list={list}
        columns={columns}
        empty={
          <EmptyState icon="heart" title={q === '' ? 'No applications here' : 'No applications match'}>
            {q === ''
              ? 'Where several people may apply for an animal, their applications appear here.'
              : 'Try fewer words, or a part of a name.'}
          </EmptyState>
        }
      />
    </>
  );
}

/** @param counts each up to 1,000 */
function countText(counts: readonly number[]): string {
  const sum = counts.reduce((all, count) => all + count, 0);
  return `${sum.toLocaleString()}${counts.includes(MOST_COUNTED_APPLICATIONS) ? '+' : ''}`;
}

interface CompareBarProps {
  readonly ids: readonly number[];
  readonly isChosen: boolean;
  /** Whether it is not known yet which ones there are. */
  readonly isAwaited: boolean;
  /** Whether there are others than these. */
  readonly hasMore: boolean;
  readonly addressOf: (ids: readonly number[]) => string;
}

/** Leads to the chosen applications side by side; to the first ones if none is chosen. */
function CompareBar({ ids, isChosen, isAwaited, hasMore, addressOf }: CompareBarProps) {
  const what = isChosen ? `${ids.length} chosen` : hasMore ? `the first ${ids.length}` : `all ${ids.length}`;
  return (
    <div class="row applications-compare" role="group" aria-label="Comparison">
      {/* It keeps the place of the link: on a phone it would move the list. */}
      {isAwaited && <Button disabled>Compare</Button>}
      {ids.length > 0 && (
        <LinkButton href={addressOf(ids)}>{ids.length === 1 ? 'Open one' : `Compare ${what}`}</LinkButton>
      )}
      <p class="quiet small">Choose up to {MOST_COMPARED} applicants to see them side by side.</p>
    </div>
  );
}

const Applicant = ({ application }: { readonly application: Application }) => (
  <div class="two-lines">
    <UserLink href={`/console/applications/${application.id}`} {...STEP}>
      {nameOf(application)}
    </UserLink>
    <span class="quiet small one-line">
      <UserText>{application.adopter?.email ?? 'Name withheld'}</UserText>
    </span>
    <ApprovedBadge application={application} />
  </div>
);

function Animal({ petId }: { readonly petId: number }) {
  const pet = knownAnimal(petId);
  return (
    <AnimalLine id={petId} pet={pet}>
      <Link class="console-link" href={`/console/animals/${petId}/applications`}>
        {pet === undefined ? `Animal ${petId}` : <UserText>{pet.name}</UserText>}
      </Link>
    </AnimalLine>
  );
}

/** The applications for all animals. */
export const Applications = () => (
  <>
    <PageHeader
      title="Applications"
      about="For animals that several people may want. Choose an animal to compare those who apply for it."
    />
    <ApplicationsList path="/console/applications" />
  </>
);
