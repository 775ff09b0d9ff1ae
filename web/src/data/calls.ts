import { useEffect, useRef, useState } from 'preact/hooks';
import { PetstoreError } from '../../../client/src/petstore.ts';
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

/** The option that gives a call its Idempotency-Key. */
export interface Keyed {
  readonly idempotencyKey: string;
}

/**
 * Returns what sends a request with an Idempotency-Key. What says the same has the same key until its answer is known, so that a retry after a
 * lost answer has one effect. After an answer, the same is another request: what was taken may be free again.
 */
export function useIdempotencyKey() {
  const unanswered = useRef<{ readonly text: string; readonly key: string }>();
  return async <Result>(said: unknown, send: (options: Keyed) => Promise<Result>): Promise<Result> => {
    // JSON has no bigint.
    const text = JSON.stringify(said, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    if (unanswered.current?.text !== text) unanswered.current = { text, key: randomKey() };
    try {
      const result = await send({ idempotencyKey: unanswered.current.key });
      unanswered.current = undefined;
      return result;
    } catch (failure) {
      if (isAnswer(failure)) unanswered.current = undefined;
      throw failure;
    }
  };
}

/**
 * The refusals that only the operation itself gives. Before any other, such as 429, an earlier attempt may have had its effect. A key that was
 * used by another session (422) never helps again.
 */
const ANSWERS: ReadonlySet<unknown> = new Set([404, 409, 410, 412, 422]);

/** Whether it says that the request had no effect, nor had an earlier attempt. */
export const isAnswer = (failure: unknown): boolean =>
  failure instanceof PetstoreError &&
  ANSWERS.has(failure.status) &&
  !['idempotency_key_in_use', 'unexpected_answer'].includes(failure.code);

/** Browsers offer `crypto.randomUUID` over HTTPS only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Calls `act` at this interval while the window is visible, and when it becomes visible again. */
export function useWhileVisible(everyMs: number, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const actIfVisible = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(actIfVisible, everyMs);
    document.addEventListener('visibilitychange', actIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', actIfVisible);
    };
  }, [everyMs]);
}

/** Asks again at this interval while the window is visible, but not while an answer is awaited: on a slow line none would ever arrive. */
export const useReloads = (
  everyMs: number,
  { isLoading, reload }: Pick<Query<unknown>, 'isLoading' | 'reload'>,
): void =>
  useWhileVisible(everyMs, () => {
    if (!isLoading) reload();
  });
