import type { PetStatus } from '../../../src/vocabulary/pet-lifecycle.ts';
import { Badge, type Tone } from '../design/data/badge.tsx';
import { words } from '../words.ts';

/** The statuses in the words of adopters and staff. */
export const statusTitles = (): Readonly<Record<PetStatus, string>> => words().first.statuses;

const TONES: Readonly<Record<PetStatus, Tone>> = { available: 'positive', pending: 'caution', sold: 'neutral' };

interface StatusBadgeProps {
  readonly status: PetStatus;
  /** Other words for it. */
  readonly children?: string | undefined;
}

export const StatusBadge = ({ status, children = statusTitles()[status] }: StatusBadgeProps) => (
  <Badge tone={TONES[status]}>{children}</Badge>
);
