import type { Delivery, RefusedDelivery } from '../../../../client/src/petstore.ts';
import { ownWebhooks } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';

/** The most deliveries that the service accepts in one request. */
export const mostAtOnce = 50;

interface RedeliverBarProps {
  /** The selected ones, newest first. */
  readonly deliveries: readonly Delivery[];
  /** How many can be selected. */
  readonly selectable: number;
  /** Called with the deliveries whose events are not sent again. */
  readonly onDone: (refused: readonly RefusedDelivery[]) => void;
  readonly onAll: (isSelected: boolean) => void;
}

/** Sends the events of the selected deliveries again. */
export function RedeliverBar({ deliveries, selectable, onDone, onAll }: RedeliverBarProps) {
  const redeliver = useAction(async () => {
    // The oldest first, as the events happened.
    const deliveryIds = deliveries.map(({ id }) => id).toReversed();
    const answer = await ownWebhooks.redeliverSeveral({ deliveryIds });
    const count = answer.deliveries.length;
    if (count > 0) tell(count === 1 ? 'The event is being sent again.' : `${count} events are being sent again.`);
    onDone(answer.refused);
  });
  const isTooMany = deliveries.length > mostAtOnce;
  return (
    <div class="row delivery-selected" role="group" aria-label="Selected deliveries">
      <span class="numbers" role="status">
        {deliveries.length} selected{isTooMany && `, at most ${mostAtOnce} at a time`}
      </span>
      <Button size="s" icon="refresh" busy={redeliver.isBusy} disabled={isTooMany} onClick={() => void redeliver.run()}>
        Send again
      </Button>
      {deliveries.length < selectable && (
        <Button size="s" kind="quiet" icon="check" onClick={() => onAll(true)}>
          {selectable === mostAtOnce ? `The newest ${mostAtOnce}` : `All ${selectable} shown`}
        </Button>
      )}
      <Button size="s" kind="quiet" icon="close" onClick={() => onAll(false)}>
        Clear
      </Button>
      <ErrorNotice error={redeliver.error} />
    </div>
  );
}
