import { useState } from 'preact/hooks';
import type { Adopter, Order } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { Button } from '../../design/controls/button.tsx';
import { ConfirmAct } from '../../design/feedback/confirm-act.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';
import { adoptions, filled, MOVES } from '../words.ts';

/** The open orders of one person. */
interface OpenOrders {
  readonly orders: readonly Order[];
  /** Whether there may be others, behind the first page. */
  readonly hasMore: boolean;
}

interface CancelAllProps {
  readonly adopter: Adopter;
  readonly open: OpenOrders;
  readonly onCancelled: () => void;
}

/** Cancels all open orders of an adopter at once, such as of somebody who reserves animals without wanting them. */
export function CancelAll({ adopter, open, onCancelled }: CancelAllProps) {
  const [isAsking, setAsking] = useState(false);
  const count = `${open.orders.length}${open.hasMore ? ' or more' : ''}`;
  return (
    <div class="row spread order-all">
      <p class="quiet tiny">{count} open adoptions</p>
      <Button size="s" kind="quiet" onClick={() => setAsking(true)}>
        Cancel all<span class="visually-hidden"> {`${count} open adoptions of ${adopter.name}`}</span>
      </Button>
      {isAsking && (
        <ConfirmAct
          title={around('Cancel all open adoptions of {}?', <UserText>{adopter.name}</UserText>)}
          verb={`Cancel all ${count}`}
          otherwise="Keep them"
          isDangerous
          onClose={() => setAsking(false)}
          act={async () => {
            const { orderIds } = await petstore.orders.cancelAll({ adopterEmail: adopter.email });
            tell(filled(MOVES.cancel.done, adoptions(orderIds.length)));
            onCancelled();
          }}
        >
          <p>
            {count} open adoptions have the address <UserText>{adopter.email}</UserText>, whatever the name says. They
            are cancelled, and their animals are available again.{' '}
            {ownAccount.value?.role === 'operator'
              ? 'This concerns all organizations.'
              : 'The person’s adoptions at other organizations stay.'}
          </p>
        </ConfirmAct>
      )}
    </div>
  );
}
