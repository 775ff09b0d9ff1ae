import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { StatusBadge } from '../pets/status.tsx';
import { words } from '../words.ts';

/** The status of an animal in the words of adopters. */
export const BoardStatus = ({ pet: { status, promised } }: { readonly pet: ExpandedPet }) => (
  <StatusBadge status={status}>
    {status === 'sold' ? words().first.titles.sold : promised === true ? words().first.goingHomeSoon : undefined}
  </StatusBadge>
);
