import type { ThreadState } from '../../../../src/vocabulary/thread-states.ts';
import { Badge, type Tone } from '../../design/data/badge.tsx';

const LOOKS: Readonly<Record<ThreadState, readonly [tone: Tone, label: string]>> = {
  open: ['caution', 'Open'],
  answered: ['positive', 'Answered'],
  closed: ['neutral', 'Closed'],
};

export const StateBadge = ({ state }: { readonly state: ThreadState }) => (
  <Badge tone={LOOKS[state][0]}>{LOOKS[state][1]}</Badge>
);
