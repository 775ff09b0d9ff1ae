import type { ComponentProps } from 'preact';
import { useAction } from '../../data/use-action.ts';
import { Confirm } from './confirm.tsx';

interface ConfirmActProps extends Omit<ComponentProps<typeof Confirm>, 'action'> {
  /** @throws PetstoreError */
  readonly act: () => Promise<unknown>;
}

/** Asks, acts, and closes when that has succeeded. */
export function ConfirmAct({ act, ...question }: ConfirmActProps) {
  const action = useAction(async () => {
    await act();
    question.onClose();
  });
  return <Confirm {...question} action={action} />;
}
