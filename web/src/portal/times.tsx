import type { JSX } from 'preact';

const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const MOMENT = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** A time as the reader's clock and language have it; the whole of it where the pointer rests. */
export function Time({
  at,
  hasClock = false,
}: {
  /** ISO 8601. */
  readonly at: string;
  /** With the time of day, to the second. */
  readonly hasClock?: boolean;
}): JSX.Element {
  const date = new Date(at);
  return (
    <time dateTime={at} title={FULL.format(date)} class="numbers portal-time">
      {(hasClock ? MOMENT : DAY).format(date)}
    </time>
  );
}
