import { useState } from 'preact/hooks';
import type { PetstoreError } from '../../../client/src/petstore.ts';
import { failureOf } from './failure.ts';

export interface Action<Input extends readonly unknown[], Result> {
  /** Does nothing while an earlier call runs. Resolves with undefined on failure: `error` has the reason. */
  readonly run: (...input: Input) => Promise<Result | undefined>;
  readonly isBusy: boolean;
  readonly error: PetstoreError | undefined;
  /** Forgets the error, such as when a dialog opens again. */
  readonly clear: () => void;
}

/** Something that the user does: what a button or a form sends. */
export function useAction<Input extends readonly unknown[], Result>(
  act: (...input: Input) => Promise<Result>,
): Action<Input, Result> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<PetstoreError>();
  return {
    isBusy,
    error,
    clear: () => setError(undefined),
    async run(...input) {
      if (isBusy) return undefined;
      setBusy(true);
      setError(undefined);
      try {
        return await act(...input);
      } catch (failure) {
        setError(failureOf(failure));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}
