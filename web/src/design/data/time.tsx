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

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** Shows the time of day, to the second. */
  readonly hasClock?: boolean;
}

/** A time in the reader's time zone and language. Its tooltip has the full date. */
export function Time({ at, hasClock = false }: TimeProps): JSX.Element {
  const date = new Date(at);
  return (
    <time dateTime={at} title={FULL.format(date)} class="numbers time">
      {(hasClock ? MOMENT : DAY).format(date)}
    </time>
  );
}
