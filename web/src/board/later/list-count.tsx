import '../../design/forced-colors.css';
import { MOST_COUNTED_ANIMALS } from '../../../../src/vocabulary/pet-lifecycle.ts';
import { say, words } from '../../words.ts';
import { useBoard } from '../board.ts';
import type { BoardFilters } from '../filters/board-filters.ts';
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
