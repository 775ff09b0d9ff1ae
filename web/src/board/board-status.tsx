import type { JSX } from 'preact';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { StatusBadge } from '../pets/status.tsx';

/** The status of an animal in the words of adopters. */
export const BoardStatus = ({ pet: { status, promised } }: { readonly pet: ExpandedPet }): JSX.Element => (
  <StatusBadge status={status}>
    {status === 'sold' ? 'Found a home' : promised === true ? 'Going home soon' : undefined}
  </StatusBadge>
);
