import { useMemo } from 'preact/hooks';
import type { ListingAnimal, ListingSite, ListListingAnimalsQuery } from '../../../../client/src/petstore.ts';
import { WHY_NOT_LISTED } from '../../../../src/vocabulary/listing-sites.ts';
import { ownPetstore } from '../../api.ts';
import { isFirstLoad, openList } from '../../data/list.ts';
import '../../design/data/rows.css';
import { Card } from '../../design/data/card.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { type Column, Table } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { Tabs } from '../../design/layout/tabs.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { statusTitles } from '../../pets/status.tsx';
import { useAfterRun } from './use-site.ts';

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
