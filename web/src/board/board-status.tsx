import type { JSX } from 'preact';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { Badge } from '../design/data/badge.tsx';
import { StatusBadge } from '../pets/status.tsx';

/** The status of an animal in the words of adopters. */
export function BoardStatus({ pet: { status, promised = false } }: { readonly pet: ExpandedPet }): JSX.Element {
  if (status === 'sold') return <Badge tone="neutral">Found a home</Badge>;
  return status === 'pending' && promised ? (
    <Badge tone="caution">Going home soon</Badge>
  ) : (
    <StatusBadge status={status} />
  );
}
