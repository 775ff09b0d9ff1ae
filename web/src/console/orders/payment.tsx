import type { Order, PetProfile } from '../../../../client/src/petstore.ts';
import { isFree } from '../../../../src/vocabulary/animals/money.ts';
import { isPayable } from '../../../../src/vocabulary/order-lifecycle.ts';
import { petstore } from '../../api.ts';
import { feeWords } from '../../board/animal/profile-facts.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { failureOf } from '../../data/failure.ts';
import { Button } from '../../design/controls/button.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';

interface PaymentProps {
  readonly order: Order;
  readonly onChanged: (order: Order) => void;
}

/** The button that marks and the one that takes back are in the same place: it is busy until a second click is no longer for the first. */
const restMs = 1_000;

/** The fee of an order, and whether it is paid. */
export function Payment(props: PaymentProps) {
  const { petId } = props.order;
  const query = useQuery(() => profileOf(petId), [petId]);
  return (
    <Loaded query={query} height="4.25rem">
      {({ adoptionFee }) => <Fee {...props} fee={adoptionFee} />}
    </Loaded>
  );
}

/** An animal that was deleted has no fee any more. */
async function profileOf(petId: Order['petId']): Promise<PetProfile> {
  try {
    return await petstore.pets.profile(petId);
  } catch (failure) {
    if (failureOf(failure).status === 404) return {};
    throw failure;
  }
}

interface FeeProps extends PaymentProps {
  readonly fee: PetProfile['adoptionFee'];
}

function Fee({ order, onChanged, fee }: FeeProps) {
  const { id, paidAt } = order;
  const amount = feeWords(fee && { ...fee, display: true });
  const change = useAction(async () => {
    if (paidAt !== undefined) await petstore.orders.markUnpaid(id);
    onChanged(paidAt === undefined ? await petstore.orders.markPaid(id) : await petstore.orders.get(id));
    await new Promise((resolve) => setTimeout(resolve, restMs));
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
