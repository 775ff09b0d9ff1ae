import { useId } from 'preact/hooks';
import type { Order } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { useAction } from '../../data/use-action.ts';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextArea, TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { pageSettings } from '../../settings.ts';
import { adoptionOf, filled, MOVES, SAME_DAY } from '../words.ts';
import { isDecidedHere, type MoveName } from './order-lists.ts';

export interface MoveDialogProps {
  readonly order: Order;
  readonly move: MoveName;
  readonly onMoved: (order: Order) => void;
  readonly onClose: () => void;
}

const NOT_MAILED = 'Not mailed: call.';

/** Whether the service tells the adopter. Staging sends no mail to adopters. */
const isMailed = ({ adopterHasLink }: Order): boolean =>
  adopterHasLink === true && pageSettings().mail && pageSettings().environment === 'production';

/** Whether it was on the current day of the statistics, which is in UTC. */
const isToday = (at: string): boolean => at.slice(0, 10) === new Date(environmentNow()).toISOString().slice(0, 10);

/** Asks for a word to the adopter, and with an approval for the time of a visit, before a transition. */
export function MoveDialog({ order, move, onMoved, onClose }: MoveDialogProps) {
  const id = useId();
  const { confirm, question, otherwise, done, consequence } = MOVES[move];
  const form = useForm(
    { visit: '', message: '' },
    {
      mistakesIn: ({ visit }) => ({
        visit: visit !== '' && Date.parse(visit) <= environmentNow() ? 'Choose a time in the future.' : undefined,
      }),
      async send({ visit, message }) {
        const said = {
          ...(visit !== '' && move === 'approve' && { visitAt: new Date(visit).toISOString() }),
          ...(message.trim() !== '' && { messageToAdopter: message.trim() }),
        };
        const moved = await petstore.orders[move](order.id, said);
        tell(filled(done, adoptionOf(order.id)));
        onMoved(moved);
      },
    },
  );
  /** Somebody else has changed the order: shows its current state. */
  const look = useAction(async () => onMoved(await petstore.orders.get(order.id)));
  const isPassed = form.error?.code === 'order_closed' || form.error?.code === 'invalid_status_transition';
  const maySay = order.adopter !== undefined && isDecidedHere(order);
  return (
    <Dialog
      title={filled(question, adoptionOf(order.id))}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{otherwise}</Button>
          <Button kind={move === 'cancel' ? 'danger' : 'primary'} type="submit" form={id} busy={form.isBusy}>
            {confirm}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={form.onSubmit}>
        <p>{consequence}</p>
        {move === 'return' && isToday(order.updatedAt) && <p class="note tone-caution">{SAME_DAY}</p>}
        {isDecidedHere(order) && order.adopter === undefined && <p class="quiet">{NOT_MAILED}</p>}
        {move === 'approve' && (
          <TextField
            label="Visit"
            isOptional
            hint="When the adopter comes, in your time zone."
            type="datetime-local"
            {...form.field('visit')}
          />
        )}
        {maySay && (
          <TextArea
            label="Message to the adopter"
            isOptional
            hint={isMailed(order) ? `It is mailed to ${order.adopter?.email}.` : NOT_MAILED}
            rows={3}
            maxLength={2_000}
            {...form.field('message')}
          />
        )}
        <ErrorNotice error={form.error} {...(isPassed && { onRetry: () => void look.run() })} />
      </Form>
    </Dialog>
  );
}
