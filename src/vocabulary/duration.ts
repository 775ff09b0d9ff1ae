const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const FORM = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/;

/**
 * The milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as `PT48H` or `P1DT12H`. Years and months have no
 * fixed length. Undefined for any other text.
 */
export function durationMs(text: string): number | undefined {
  const [, weeks, days, hours, minutes, seconds] = FORM.exec(text) ?? [];
  if ([weeks, days, hours, minutes, seconds].every((part) => part === undefined)) return undefined;
  const at = (part: string | undefined, unitMs: number) => Number(part ?? 0) * unitMs;
  return Math.round(
    at(weeks, 7 * dayMs) + at(days, dayMs) + at(hours, hourMs) + at(minutes, minuteMs) + at(seconds, secondMs),
  );
}

/** The ISO 8601 duration of days, hours, minutes and seconds, such as `P2DT30M`; `PT0S` for none. */
export function durationOf(ms: number): string {
  const part = (amount: number, unit: string) => (amount === 0 ? '' : `${amount}${unit}`);
  const days = part(Math.floor(ms / dayMs), 'D');
  const time = [
    part(Math.floor((ms % dayMs) / hourMs), 'H'),
    part(Math.floor((ms % hourMs) / minuteMs), 'M'),
    part((ms % minuteMs) / secondMs, 'S'),
  ].join('');
  if (days === '' && time === '') return 'PT0S';
  return `P${days}${time === '' ? '' : `T${time}`}`;
}

const UNITS = [
  [dayMs, 'day'],
  [hourMs, 'hour'],
  [minuteMs, 'minute'],
  [secondMs, 'second'],
] as const;

/** Rounded to seconds, with its two largest units. */
export function largestUnits(ms: number) {
  let leftMs = Math.round(ms / secondMs) * secondMs;
  const amounts = UNITS.map(([unitMs, unit]) => {
    const amount = Math.floor(leftMs / unitMs);
    leftMs %= unitMs;
    return [amount, unit] as const;
  });
  return amounts.filter(([amount]) => amount > 0).slice(0, 2);
}

/** In English words, such as `2 days 30 minutes`. */
export function durationWords(ms: number): string {
  const words = largestUnits(ms).map(([amount, unit]) => `${amount} ${unit}${amount === 1 ? '' : 's'}`);
  return words.length === 0 ? '0 seconds' : words.join(' ');
}
