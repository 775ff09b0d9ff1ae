import type { JSX } from 'preact';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { Badge } from '../design/data/badge.tsx';
import { StatusBadge } from '../pets/status.tsx';

/** The status of an animal in the words of adopters. */
export const BoardStatus = ({ pet: { status, promised, profile } }: { readonly pet: ExpandedPet }): JSX.Element =>
  profile?.comingSoon === true ? (
    <Badge tone="accent">Coming soon</Badge>
  ) : (
    <StatusBadge status={status}>
      {status === 'sold' ? 'Found a home' : promised === true ? 'Going home soon' : undefined}
    </StatusBadge>
  );
