import type { Order } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { tell } from '../../design/feedback/toast.tsx';
import { DecisionDialog, NOT_MAILED } from '../decision-dialog.tsx';
import { adoptionOf, filled, MOVES, SAME_DAY } from '../words.ts';
import { isDecidedHere, type MoveName } from './order-lists.ts';

export interface MoveDialogProps {
  readonly order: Order;
  readonly move: MoveName;
  readonly onMoved: (order: Order) => void;
  readonly onClose: () => void;
}

/** Asks before a transition of an order. */
export function MoveDialog({ order, move, onMoved, onClose }: MoveDialogProps) {
  const { confirm, question, otherwise, done, consequence } = MOVES[move];
  return (
    <DecisionDialog
      title={filled(question, adoptionOf(order.id))}
      verb={confirm}
      otherwise={otherwise}
      isDangerous={move === 'cancel'}
      hasVisit={move === 'approve'}
      reader={order.adopter !== undefined && isDecidedHere(order) ? order : undefined}
      send={async (said) => {
        const moved = await petstore.orders[move](order.id, said);
        tell(filled(done, adoptionOf(order.id)));
        onMoved(moved);
      }}
      onLook={async () => onMoved(await petstore.orders.get(order.id))}
      onClose={onClose}
    >
      <p>{consequence}</p>
      {move === 'return' && <p class="quiet">{SAME_DAY}</p>}
      {isDecidedHere(order) && order.adopter === undefined && <p class="quiet">{NOT_MAILED}</p>}
    </DecisionDialog>
  );
}
