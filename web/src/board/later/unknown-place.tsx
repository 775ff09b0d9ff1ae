import type { JSX } from 'preact';
import { LinkButton } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ADDRESSES, type BoardFilters, placedAt } from '../filters/board-filters.ts';

export const UnknownPlace = ({ filters }: { readonly filters: BoardFilters }): JSX.Element => (
  <EmptyState
    icon="pin"
    title="No such place is known"
    action={
      <LinkButton href={ADDRESSES.addressOf({ ...filters, ...placedAt(filters, '') })}>Search everywhere</LinkButton>
    }
  >
    Try a postal code of the United States or Canada, or a town with its state or country, such as Springfield, IL.
  </EmptyState>
);
