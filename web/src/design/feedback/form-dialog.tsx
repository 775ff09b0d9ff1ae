import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { PetstoreError } from '../../../../client/src/petstore.ts';
import { words } from '../../words.ts';
import { Button } from '../controls/button.tsx';
import { Form } from '../controls/field.tsx';
import type { IconName } from '../data/icons.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

interface FormDialogProps {
  readonly title: ComponentChildren;
  /** The label of the submit button. */
  readonly verb: string;
  readonly icon?: IconName;
  /** The label of the button that changes nothing. */
  readonly otherwise?: string;
  readonly isDangerous?: boolean;
  /** A closed dialog keeps the state of the component around it. */
  readonly isOpen?: boolean;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly width?: 'm' | 'l';
  readonly error?: PetstoreError | undefined;
  /** A button beside the one that submits. */
  readonly also?: ComponentChildren;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog with a form, the buttons that cancel and submit it, and why it could not be sent. */
export function FormDialog(props: FormDialogProps) {
  const { title, verb, icon, otherwise = words().kit.cancel, isDangerous = false, also, onSubmit, onClose } = props;
  const { isOpen = true, isBusy, isDisabled = false, width = 'm' } = props;
  // After one of two buttons, people choose again.
  const onRetry = also === undefined ? onSubmit : undefined;
  const form = useId();
  return (
    <Dialog
      title={title}
      width={width}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{otherwise}</Button>
          {also}
          <Button
            kind={isDangerous ? 'danger' : 'primary'}
            type="submit"
            form={form}
            busy={isBusy}
            disabled={isDisabled}
            icon={icon}
          >
            {verb}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={onSubmit}>
        {props.children}
        <ErrorNotice error={props.error} onRetry={onRetry} />
      </Form>
    </Dialog>
  );
}
