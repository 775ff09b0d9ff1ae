import { speaks } from '../../words.ts';

/** Made when it is first needed: the language of the page is not known before. */
function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (date) => (made ??= new Intl.DateTimeFormat(speaks().locale, options)).format(date);
}

const dayOf = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const momentOf = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const wholeOf = dateFormat({ dateStyle: 'full', timeStyle: 'long' });

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** Shows the time of day, to the second. */
  readonly hasClock?: boolean;
}

/** A time in the reader's time zone and language. Its tooltip has the full date. */
export function Time({ at, hasClock = false }: TimeProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={wholeOf(date)} class="numbers time">
      {(hasClock ? momentOf : dayOf)(date)}
    </time>
  );
}
