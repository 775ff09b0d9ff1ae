import type { Order } from '../../../../client/src/petstore.ts';
import { isFree } from '../../../../src/vocabulary/animals/money.ts';
import { isPayable } from '../../../../src/vocabulary/order-lifecycle.ts';
import { petstore } from '../../api.ts';
import { feeWords } from '../../board/animal/profile-facts.ts';
import { useAction } from '../../data/use-action.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button } from '../../design/controls/button.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';

interface PaymentProps {
  readonly order: Order;
  readonly onChanged: (order: Order) => void;
}

/** The fee of an order, and whether it is paid. */
export function Payment({ order, onChanged }: PaymentProps) {
  const { id, petId, paidAt } = order;
  // An animal that was deleted has no fee any more.
  const fee = useQuery(() => petstore.pets.profile(petId), [petId]).data?.adoptionFee;
  const amount = feeWords(fee && { ...fee, display: true });
  const change = useAction(async () => {
    if (paidAt === undefined) return onChanged(await petstore.orders.markPaid(id));
    await petstore.orders.markUnpaid(id);
    const { paidAt: _, ...unpaid } = order;
    onChanged(unpaid);
  });
  const isAsked = paidAt === undefined && isPayable(order) && !isFree(fee);
  if (paidAt === undefined && !isAsked && amount === undefined) return null;
  return (
    <section class="stack tight order-part" aria-labelledby="order-fee">
      <h3 id="order-fee">Adoption fee</h3>
      <div class="row spread">
        <p>
          {amount}
          {amount !== undefined && paidAt !== undefined && ' · '}
          {paidAt !== undefined && (
            <>
              Paid <Time at={paidAt} hasClock />
            </>
          )}
          {amount === undefined && paidAt === undefined && 'Not known'}
        </p>
        {(isAsked || paidAt !== undefined) && (
          <Button
            size="s"
            kind={isAsked ? 'secondary' : 'quiet'}
            busy={change.isBusy}
            onClick={() => void change.run()}
          >
            {isAsked ? (
              `Mark ${amount ?? 'it'} as paid`
            ) : (
              <>
                Take back<span class="visually-hidden"> (paid)</span>
              </>
            )}
          </Button>
        )}
      </div>
      <ErrorNotice error={change.error} />
    </section>
  );
}
