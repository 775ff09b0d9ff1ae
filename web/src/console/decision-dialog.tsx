import type { ComponentChildren, ComponentProps } from 'preact';
import type { Order, OrderApproval } from '../../../client/src/petstore.ts';
import { type Keyed, useAction, useIdempotencyKey } from '../data/calls.ts';
import { environmentNow } from '../data/environment-clock.ts';
import { useForm } from '../data/use-form.ts';
import { TextArea, TextField } from '../design/controls/field.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { FormDialog } from '../design/feedback/form-dialog.tsx';
import { pageSettings } from '../settings.ts';

export const NOT_MAILED = 'Not mailed: call.';

/** Whether the service tells the adopter. Staging sends no mail to adopters. */
export const isMailed = ({ adopterHasLink }: Pick<Order, 'adopterHasLink'>): boolean =>
  adopterHasLink === true && pageSettings().mail && pageSettings().environment === 'production';

interface DecisionDialogProps extends Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'verb' | 'otherwise' | 'isDangerous' | 'onClose'
> {
  /** Whether it asks for the time of a visit. */
  readonly hasVisit: boolean;
  /** Who reads a message; undefined if there is nobody to write to. */
  readonly reader: Pick<Order, 'adopter' | 'adopterHasLink'> | undefined;
  readonly send: (said: OrderApproval & Keyed) => Promise<void>;
  /** Shows the current state, which somebody else has changed. */
  readonly onLook: () => Promise<void>;
  /** What follows. */
  readonly children: ComponentChildren;
}

/** Asks for a word to the adopter, and with an approval for the time of a visit, before a decision about them. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { hasVisit, reader, send, onLook, children, ...dialog } = props;
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
        await keyed(said, (options) => send({ ...said, ...options }));
      },
    },
  );
  const look = useAction(onLook);
  const isPassed = ['order_closed', 'application_closed', 'invalid_status_transition'].includes(form.error?.code ?? '');
  return (
    <FormDialog {...dialog} isBusy={form.isBusy} onSubmit={form.onSubmit}>
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
    </FormDialog>
  );
}
