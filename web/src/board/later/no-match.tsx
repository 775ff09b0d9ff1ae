import type { JSX } from 'preact';
import { LinkButton } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { AlertButton } from '../alerts/alert-button.tsx';
import { useBoard } from '../board.ts';
import { Family } from '../family.tsx';
import type { BoardFilters } from '../filters/board-filters.ts';

export const NoMatch = ({ filters }: { readonly filters: BoardFilters }): JSX.Element => (
  <EmptyState
    picture={<Family />}
    title="No animals match"
    action={
      <>
        <LinkButton href="/">Show all available animals</LinkButton>
        {useBoard().isOwn && <AlertButton filters={filters} />}
      </>
    }
  >
    Try fewer filters or another name. New animals appear here automatically.
  </EmptyState>
);
