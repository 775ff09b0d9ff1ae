import type { JSX } from 'preact';
import type { Delivery, DeliveryStatus } from '../../../../client/src/petstore.ts';
import { Badge, type Tone } from '../../design/data/badge.tsx';

const STATES: Readonly<Record<DeliveryStatus, readonly [Tone, string]>> = {
  pending: ['caution', 'Pending'],
  succeeded: ['positive', 'Succeeded'],
  failed: ['danger', 'Failed'],
};

export function DeliveryState({ status }: Pick<Delivery, 'status'>): JSX.Element {
  const [tone, word] = STATES[status];
  return <Badge tone={tone}>{word}</Badge>;
}
