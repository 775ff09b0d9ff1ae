import { useRef } from 'preact/hooks';
import { PetstoreError } from '../../../client/src/petstore.ts';

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

const isAnswer = (failure: unknown): boolean =>
  failure instanceof PetstoreError &&
  ANSWERS.has(failure.status) &&
  !['idempotency_key_in_use', 'unexpected_answer'].includes(failure.code);

/** Browsers offer `crypto.randomUUID` over HTTPS only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
