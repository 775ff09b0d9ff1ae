import type { Delivery } from '../../../../client/src/petstore.ts';
import { Badge } from '../../design/data/badge.tsx';

interface DeliveryStateProps {
  readonly delivery: Pick<Delivery, 'status' | 'attempts'>;
}

/** A delivery that waits after an attempt has failed is not one that has yet to be sent. */
export function DeliveryState({ delivery: { status, attempts } }: DeliveryStateProps) {
  if (status === 'succeeded') return <Badge tone="positive">Succeeded</Badge>;
  if (status === 'failed') return <Badge tone="danger">Failed</Badge>;
  return attempts === 0 ? <Badge tone="neutral">Pending</Badge> : <Badge tone="caution">Retrying</Badge>;
}
