import { useRef, useState } from 'preact/hooks';
import type { PetstoreError } from '../../../client/src/petstore.ts';
import { failureOf } from './failure.ts';

export interface Action<Input extends readonly unknown[], Result> {
  /** Does nothing while an earlier call runs, or runs after it: see `useAction`. Resolves with undefined on failure: `error` has the reason. */
  readonly run: (...input: Input) => Promise<Result | undefined>;
  readonly isBusy: boolean;
  readonly error: PetstoreError | undefined;
  /** Forgets the error, such as when a dialog opens again. */
  readonly clear: () => void;
}

/**
 * Something that the user does: what a button or a form sends.
 *
 * @param isQueued for controls that show what was entered: what is entered during a call is sent after it
 */
export function useAction<Input extends readonly unknown[], Result>(
  act: (...input: Input) => Promise<Result>,
  { isQueued = false } = {},
): Action<Input, Result> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<PetstoreError>();
  const last = useRef<Promise<Result | undefined>>();
  async function attempt(before: Promise<unknown> | undefined, input: Input): Promise<Result | undefined> {
    await before;
    setBusy(true);
    try {
      return await act(...input);
    } catch (failure) {
      setError(failureOf(failure));
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  return {
    isBusy,
    error,
    clear: () => setError(undefined),
    async run(...input) {
      if (isBusy && !isQueued) return undefined;
      setError(undefined);
      last.current = attempt(isQueued ? last.current : undefined, input);
      return last.current;
    },
  };
}
