import '../../design/data/rows.css';
import './listing-sites.css';
import { useEffect, useMemo } from 'preact/hooks';
import type {
  ListingAnimal,
  ListingRun,
  ListingSite,
  ListListingAnimalsQuery,
  PageQuery,
} from '../../../../client/src/petstore.ts';
import { WHY_NOT_LISTED } from '../../../../src/vocabulary/listing-sites.ts';
import { ownPetstore } from '../../api.ts';
import { isFirstLoad, openList } from '../../data/list.ts';
import { Badge } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { Disclosure } from '../../design/data/disclosure.tsx';
import { durationText } from '../../design/data/duration.ts';
import { ListEnd } from '../../design/data/list-end.tsx';
import { type Column, ListCard, Table } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { Tabs } from '../../design/layout/tabs.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { statusTitles } from '../../pets/status.tsx';
import { nameOf, needColleagues, needPeople } from '../audit/people.ts';
import { useAfterRun } from './use-site.ts';
import { animalsText, CAUSES, OUTCOMES } from './words.ts';

interface AnimalsCardProps {
  readonly site: ListingSite;
  readonly organizationId: number;
}

/** The animals that the next list lacks, and why, and those that it has. */
export const AnimalsCard = (props: AnimalsCardProps) => (
  <Tabs
    label="Animals"
    tabs={[
      { name: 'Not in the list', content: () => <Part key="missing" isListed={false} {...props} /> },
      { name: 'In the list', content: () => <Part key="listed" isListed {...props} /> },
    ]}
  />
);

function Part({ site, organizationId, isListed }: AnimalsCardProps & { readonly isListed: boolean }) {
  const list = useMemo(
    () =>
      openList((query: ListListingAnimalsQuery) => ownPetstore.listingSites.animals(organizationId, site.site, query), {
        limit: 50,
        listed: isListed,
      }),
    [organizationId, site.site, isListed],
  );
  useAfterRun(site, () => void list.reload());
  const rows = list.items.value;
  const title = isListed ? 'Animals in the list' : 'Animals that are not in the list';
  return (
    <div class="console-rows">
      <Card isFlush title={title}>
        <Table
          caption={title}
          rows={rows}
          keyOf={({ petId }) => petId}
          isLoading={isFirstLoad(list)}
          hasMore={list.hasMore.value}
          columns={isListed ? LISTED : MISSING}
          empty={
            rows.length === 0 && !list.hasMore.value
              ? isListed
                ? 'The list has no animals.'
                : 'Every available and pending animal is in the list.'
              : undefined
          }
        />
        <ListEnd list={list} isEndless />
      </Card>
    </div>
  );
}

const NAME: Column<ListingAnimal> = {
  header: 'Animal',
  phone: 'start',
  cell: ({ petId, name }) => <UserLink href={`/console/animals/${petId}#listing-sites`}>{name}</UserLink>,
};
const STATUS: Column<ListingAnimal> = {
  header: 'Status',
  phone: 'corner',
  cell: ({ status }) => statusTitles()[status],
};

const LISTED: readonly Column<ListingAnimal>[] = [
  NAME,
  STATUS,
  {
    header: 'Listed',
    phone: 'quiet',
    cell: ({ listedSince }) =>
      listedSince === undefined ? (
        'With the next list'
      ) : (
        <>
          Since <Time at={listedSince} />
        </>
      ),
  },
];

const MISSING: readonly Column<ListingAnimal>[] = [
  NAME,
  STATUS,
  {
    header: 'Why not',
    cell: ({ reasons, listedSince }) => (
      <>
        {reasonsText(reasons)}
        {listedSince !== undefined && <span class="quiet"> Leaves with the next list.</span>}
      </>
    ),
  },
];

/** Each reason as a sentence. */
const reasonsText = (reasons: ListingAnimal['reasons']): string =>
  reasons.map((reason) => `${WHY_NOT_LISTED[reason]}.`).join(' ');

interface RunsCardProps {
  readonly site: ListingSite;
  readonly organizationId: number;
}

/** What was done, newest first. */
export function RunsCard({ site, organizationId }: RunsCardProps) {
  const list = useMemo(
    () =>
      openList((query: PageQuery) => ownPetstore.listingSites.runs(organizationId, site.site, query), {
        limit: 20,
      }),
    [organizationId, site.site],
  );
  const runs = list.items.value;
  useAfterRun(site, () => void list.reload());
  useEffect(() => void needColleagues(), []);
  useEffect(
    () =>
      void needPeople(runs.flatMap(({ askedBy, consentBy }) => [askedBy, consentBy]).filter((id) => id !== undefined)),
    [runs],
  );
  return (
    <ListCard
      title="Runs"
      caption="Runs"
      rows="console-rows"
      list={list}
      columns={COLUMNS}
      empty={<p class="table-none quiet small">Nothing was done yet.</p>}
      end="Runs are kept for 93 days"
    />
  );
}

const COLUMNS: readonly Column<ListingRun>[] = [
  { header: 'When', phone: 'start', cell: ({ startedAt }) => <Time at={startedAt} hasClock /> },
  {
    header: 'Outcome',
    phone: 'corner',
    cell: ({ outcome }) =>
      outcome === undefined ? (
        <Badge tone="accent">Under way</Badge>
      ) : (
        <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].title}</Badge>
      ),
  },
  { header: 'Why', phone: 'quiet', cell: (run) => <Why run={run} /> },
  { header: 'What', cell: (run) => <What run={run} /> },
];

function Why({ run: { cause, askedBy, consentBy } }: { readonly run: ListingRun }) {
  if (consentBy !== undefined)
    return (
      <>
        <UserText>{nameOf(consentBy)}</UserText> has agreed
      </>
    );
  if (askedBy === undefined) return <>{CAUSES[cause]}</>;
  return (
    <>
      {CAUSES[cause]} by <UserText>{nameOf(askedBy)}</UserText>
    </>
  );
}

function What({ run: { startedAt, endedAt, animals, notListed, bytes, error, steps } }: { readonly run: ListingRun }) {
  const facts = [
    animals !== undefined && animalsText(animals),
    notListed !== undefined && notListed > 0 && `${numberText(notListed)} not in the list`,
    endedAt !== undefined &&
      durationText(Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000))),
    bytes !== undefined && `${numberText(bytes)} bytes`,
  ];
  return (
    <div class="stack dense">
      {error !== undefined && <UserText>{error}</UserText>}
      <span>{facts.filter((fact) => fact !== false).join(' · ')}</span>
      {steps.length > 0 && (
        <Disclosure title="Steps">
          <ol class="listing-steps">
            {steps.map(({ at, text }) => (
              <li key={at + text}>
                <Time at={at} hasClock /> <UserText>{text}</UserText>
              </li>
            ))}
          </ol>
        </Disclosure>
      )}
    </div>
  );
}
