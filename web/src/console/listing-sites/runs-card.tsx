import './listing-sites.css';
import { useEffect, useMemo } from 'preact/hooks';
import type { ListingRun, ListingSite, PageQuery } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { openList } from '../../data/list.ts';
import { Badge } from '../../design/data/badge.tsx';
import { Disclosure } from '../../design/data/disclosure.tsx';
import { durationText } from '../../design/data/duration.ts';
import { ListCard } from '../../design/data/list-table.tsx';
import type { Column } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { needColleagues, nameOf, needPeople } from '../audit/people.ts';
import { useAfterRun } from './use-site.ts';
import { animalsText, CAUSES, OUTCOMES } from './words.ts';

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
