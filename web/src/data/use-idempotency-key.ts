import { useRef } from 'preact/hooks';

/**
 * Returns the Idempotency-Key for a request body: the same key for the same text, so that a retry after a lost answer has one effect, and a
 * new key when the text changes.
 */
export function useIdempotencyKey(): (text: string) => string {
  const last = useRef<{ readonly text?: string; readonly key: string }>({ key: '' });
  return (text) => {
    if (last.current.text !== text) last.current = { text, key: randomKey() };
    return last.current.key;
  };
}

/** Browsers offer `crypto.randomUUID` over HTTPS only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
