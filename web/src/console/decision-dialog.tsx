import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Order, OrderApproval } from '../../../client/src/petstore.ts';
import { environmentNow } from '../data/environment-clock.ts';
import { useAction } from '../data/use-action.ts';
import { useForm } from '../data/use-form.ts';
import { useIdempotencyKey } from '../data/use-idempotency-key.ts';
import { Button } from '../design/controls/button.tsx';
import { TextArea, TextField } from '../design/controls/field.tsx';
import { Form } from '../design/controls/form.tsx';
import { Dialog } from '../design/feedback/dialog.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { pageSettings } from '../settings.ts';

export const NOT_MAILED = 'Not mailed: call.';

/** Whether the service tells the adopter. Staging sends no mail to adopters. */
export const isMailed = ({ adopterHasLink }: Pick<Order, 'adopterHasLink'>): boolean =>
  adopterHasLink === true && pageSettings().mail && pageSettings().environment === 'production';

interface DecisionDialogProps {
  readonly title: ComponentChildren;
  /** The button that decides. */
  readonly verb: string;
  /** The button that leaves everything as it is. */
  readonly otherwise: string;
  readonly isDangerous: boolean;
  /** Whether it asks for the time of a visit. */
  readonly hasVisit: boolean;
  /** Who reads a message; undefined if there is nobody to write to. */
  readonly reader: Pick<Order, 'adopter' | 'adopterHasLink'> | undefined;
  readonly send: (said: OrderApproval & { readonly idempotencyKey: string }) => Promise<void>;
  /** Shows the current state, which somebody else has changed. */
  readonly onLook: () => Promise<void>;
  readonly onClose: () => void;
  /** What follows. */
  readonly children: ComponentChildren;
}

/** Asks for a word to the adopter, and with an approval for the time of a visit, before a decision about them. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { title, verb, otherwise, isDangerous, hasVisit, reader, send, onLook, onClose, children } = props;
  const id = useId();
  const keyed = useIdempotencyKey();
  const form = useForm(
    { visit: '', message: '' },
    {
      mistakesIn: ({ visit }) => ({
        visit: visit !== '' && Date.parse(visit) <= environmentNow() ? 'Choose a time in the future.' : undefined,
      }),
      async send({ visit, message }) {
        const said = {
          ...(visit !== '' && { visitAt: new Date(visit).toISOString() }),
          ...(message.trim() !== '' && { messageToAdopter: message.trim() }),
        };
        await keyed(JSON.stringify(said), (idempotencyKey) => send({ ...said, idempotencyKey }));
      },
    },
  );
  const look = useAction(onLook);
  const isPassed = ['order_closed', 'application_closed', 'invalid_status_transition'].includes(form.error?.code ?? '');
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{otherwise}</Button>
          <Button kind={isDangerous ? 'danger' : 'primary'} type="submit" form={id} busy={form.isBusy}>
            {verb}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={form.onSubmit}>
        {children}
        {hasVisit && (
          <TextField
            label="Visit"
            isOptional
            hint="When the adopter comes, in your time zone."
            type="datetime-local"
            {...form.field('visit')}
          />
        )}
        {reader !== undefined && (
          <TextArea
            label="Message to the adopter"
            isOptional
            hint={isMailed(reader) ? `It is mailed to ${reader.adopter?.email}.` : NOT_MAILED}
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
