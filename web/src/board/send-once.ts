import { useRef } from 'preact/hooks';

/**
 * An Idempotency-Key for what is sent: the same for the same text, so that who presses again after a lost answer does it once, and another
 * one when the text was changed.
 */
export function useSendOnce(): (text: string) => string {
  const last = useRef({ text: '', key: '' });
  return (text) => {
    if (last.current.text !== text) last.current = { text, key: randomKey() };
    return last.current.key;
  };
}

/** `crypto.randomUUID` is missing in pages that came over plain HTTP. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
