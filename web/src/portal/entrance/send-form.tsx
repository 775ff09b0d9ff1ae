import type { ComponentChildren } from 'preact';
import type { PetstoreError } from '../../../../client/src/petstore.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/field.tsx';
import type { IconName } from '../../design/data/icons.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';

interface SendFormProps {
  /** Of `useForm`. */
  readonly form: { readonly onSubmit: () => void; readonly isBusy: boolean; readonly error: PetstoreError | undefined };
  /** The label of the button. */
  readonly verb: string;
  readonly kind?: 'primary' | 'secondary';
  readonly icon?: IconName;
  readonly children: ComponentChildren;
  /** Below the button. */
  readonly foot?: ComponentChildren;
}

/** A form with the button that sends it. */
export const SendForm = ({ form, verb, kind = 'primary', icon, children, foot }: SendFormProps) => (
  <Form onSubmit={form.onSubmit}>
    {children}
    <ErrorNotice error={form.error} />
    <Button kind={kind} type="submit" busy={form.isBusy} icon={icon}>
      {verb}
    </Button>
    {foot}
  </Form>
);
