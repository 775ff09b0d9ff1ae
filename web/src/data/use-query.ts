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
