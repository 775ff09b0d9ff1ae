import type { ComponentProps } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useAction } from '../../data/use-action.ts';
import { type Keyed, useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Confirm } from './confirm.tsx';

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
