import { LinkButton } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { words } from '../../words.ts';
import { AlertButton } from '../alerts/alert-button.tsx';
import { Family } from '../family.tsx';
import type { BoardFilters } from '../filters/board-filters.ts';

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
