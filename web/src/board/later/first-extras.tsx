/** What every board shows after its first view, in one file to load. */
import '../../design/forced-colors.css';
import { Link } from 'wouter-preact';
import { MOST_COUNTED_ANIMALS } from '../../../../src/vocabulary/pet-lifecycle.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { parts, say, words } from '../../words.ts';
import { AlertButton } from '../alerts/alert-button.tsx';
import { useBoard } from '../board.ts';
import { Family } from '../family.tsx';
import { ADDRESSES, type BoardFilters, placedAt } from '../filters/board-filters.ts';
import { countWords, useCounts } from '../filters/use-counts.ts';

interface ListCountProps {
  readonly filters: BoardFilters;
}

/** How many animals the list has: as many as are shown, or as the service counts while more follow. */
export function ListCount({ filters }: ListCountProps) {
  const { items, hasMore, error } = useBoard().list(filters);
  if (items.value.length === 0 || error.value !== undefined) return null;
  return hasMore.value ? <Counted filters={filters} /> : <>{countWords(items.value.length)}</>;
}

function Counted({ filters }: ListCountProps) {
  const counts = useCounts(filters);
  if (counts === undefined) return null;
  const { total } = counts;
  return (
    <>{total === undefined ? say(words().finding.moreAnimals, { count: MOST_COUNTED_ANIMALS }) : countWords(total)}</>
  );
}

export function NoMatch({ filters }: { readonly filters: BoardFilters }) {
  const { finding } = words();
  return (
    <EmptyState
      picture={<Family />}
      title={finding.noMatch}
      action={
        <>
          <LinkButton href="/">{finding.showAvailable}</LinkButton>
          {IS_OWN && <AlertButton filters={filters} />}
        </>
      }
    >
      {finding.noMatchHint}
    </EmptyState>
  );
}

export function NoOrganization() {
  const { reserving } = words();
  return (
    <EmptyState picture={<Family />} title={reserving.noOrganization}>
      <p>{reserving.noOrganizationHint}</p>
      <p class="small">
        {parts(reserving.listOne, {
          console: (
            <Link key="console" href="/console/organizations">
              {reserving.consoleLink}
            </Link>
          ),
          command: <code key="command">petstore organizations list</code>,
        })}
      </p>
    </EmptyState>
  );
}

export function UnknownPlace({ filters }: { readonly filters: BoardFilters }) {
  const { unknownPlace, unknownPlaceHint, searchEverywhere } = words().reserving;
  const everywhere = ADDRESSES.addressOf({ ...filters, ...placedAt(filters, '') });
  return (
    <EmptyState icon="pin" title={unknownPlace} action={<LinkButton href={everywhere}>{searchEverywhere}</LinkButton>}>
      {unknownPlaceHint}
    </EmptyState>
  );
}
