import { LinkButton } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { words } from '../../words.ts';
import { ADDRESSES, type BoardFilters, placedAt } from '../filters/board-filters.ts';

export function UnknownPlace({ filters }: { readonly filters: BoardFilters }) {
  const { unknownPlace, unknownPlaceHint, searchEverywhere } = words().reserving;
  const everywhere = ADDRESSES.addressOf({ ...filters, ...placedAt(filters, '') });
  return (
    <EmptyState icon="pin" title={unknownPlace} action={<LinkButton href={everywhere}>{searchEverywhere}</LinkButton>}>
      {unknownPlaceHint}
    </EmptyState>
  );
}
