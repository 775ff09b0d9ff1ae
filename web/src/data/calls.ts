import { useEffect, useRef, useState } from 'preact/hooks';
import type { PetstoreError } from '../../../client/src/petstore.ts';
import { failureOf } from './failure.ts';

interface Answer<Data> {
  /** The latest answer, also while a newer one is awaited; undefined before the first. */
  readonly data: Data | undefined;
  readonly error: PetstoreError | undefined;
  readonly isLoading: boolean;
}

export interface Query<Data> extends Answer<Data> {
  readonly reload: () => void;
  /** Sets data that is already known, such as the answer to a change. If an answer is on its way, asks again: it may be from before. */
  readonly set: (data: Data) => void;
  /** Changes the latest data after a change of what it says, and asks again: an answer on its way may be from before. */
  readonly change: (edit: (data: Data) => Data) => void;
}

/**
 * Asks the service when the component appears, and again when one of `inputs` changes. A late answer is dropped.
 *
 * @param inputs what `ask` depends on, compared with `Object.is`
 */
export function useQuery<Data>(ask: (signal: AbortSignal) => Promise<Data>, inputs: readonly unknown[]): Query<Data> {
  const [answer, setAnswer] = useState<Answer<Data>>({ data: undefined, error: undefined, isLoading: true });
  const [turn, setTurn] = useState(0);
  /** Ends the wait for the answer that is on its way; undefined if there is none. */
  const asking = useRef<AbortController>();
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const controller = (asking.current = new AbortController());
    const settle = (next: (now: Answer<Data>) => Answer<Data>) => {
      if (controller.signal.aborted) return;
      asking.current = undefined;
      setAnswer(next);
    };
    setAnswer(({ data }) => ({ data, error: undefined, isLoading: true }));
    latest.current(controller.signal).then(
      (data) => settle(() => ({ data, error: undefined, isLoading: false })),
      (failure: unknown) => settle(({ data }) => ({ data, error: failureOf(failure), isLoading: false })),
    );
    return () => controller.abort();
  }, [...inputs, turn]);
  const askAgain = () => {
    // It could arrive before the next one is asked for.
    asking.current?.abort();
    setTurn((last) => last + 1);
  };
  return {
    ...answer,
    reload: () => setTurn((last) => last + 1),
    set(data) {
      setAnswer({ data, error: undefined, isLoading: false });
      if (asking.current !== undefined) askAgain();
    },
    change(edit) {
      setAnswer((now) => (now.data === undefined ? now : { ...now, data: edit(now.data) }));
      askAgain();
    },
  };
}

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
