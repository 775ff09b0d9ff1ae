import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Action, type Keyed, useAction, useIdempotencyKey } from '../../data/calls.ts';
import { words } from '../../words.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

interface ConfirmProps {
  readonly title: ComponentChildren;
  /** The label of the button, a verb. */
  readonly verb: string;
  /** The label of the button that changes nothing. */
  readonly otherwise?: string;
  readonly isDangerous?: boolean;
  readonly action: Pick<Action<[], unknown>, 'run' | 'isBusy' | 'error'>;
  readonly onClose: () => void;
  /** The consequences. */
  readonly children: ComponentChildren;
}

/** Asks before an action that cannot be undone. */
export const Confirm = ({
  title,
  verb,
  otherwise = words().kit.cancel,
  isDangerous,
  action,
  onClose,
  children,
}: ConfirmProps) => (
  <Dialog
    title={title}
    width="s"
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>{otherwise}</Button>
        <Button
          kind={isDangerous === true ? 'danger' : 'primary'}
          busy={action.isBusy}
          onClick={() => void action.run()}
        >
          {verb}
        </Button>
      </>
    }
  >
    <div class="stack">
      {children}
      <ErrorNotice error={action.error} />
    </div>
  </Dialog>
);

interface ConfirmActProps extends Omit<ComponentProps<typeof Confirm>, 'action'> {
  /** @throws PetstoreError */
  readonly act: (options: Keyed) => Promise<unknown>;
}

/** Asks, acts, and closes when that has succeeded. */
export function ConfirmAct({ act, ...question }: ConfirmActProps) {
  const keyed = useIdempotencyKey();
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const action = useAction(async () => {
    await keyed('', act);
    // It may have been closed, and another dialog opened.
    if (isOpen.current) question.onClose();
  });
  return <Confirm {...question} action={action} />;
}
