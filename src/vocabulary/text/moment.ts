/** What an organization says about its place in time. */
export interface PlaceInTime {
  /** IANA; by default the zone of the machine. */
  readonly timeZone?: string | undefined;
  /** BCP 47. */
  readonly locale?: string | undefined;
}

const WITHOUT_YEAR = { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

/** A moment as the organization's place writes it, in the language of the sentences around it. */
export const momentText = (moment: string | number, { timeZone, locale }: PlaceInTime, language = 'en'): string =>
  new Intl.DateTimeFormat(spokenIn(locale, language), {
    ...WITHOUT_YEAR,
    year: 'numeric',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(moment));

/** The language as it is written where the locale is spoken: English in `de-AT` has days before months, and hours up to 24. */
export function spokenIn(locale: string | undefined, language: string): string {
  const { language: spoken, region } = new Intl.Locale(locale ?? language).maximize();
  const own = new Intl.Locale(language).language;
  if (spoken === own) return locale ?? language;
  // Nobody knows where some languages are spoken, such as `tlh`.
  return region === undefined ? language : `${own}-${region}`;
}

export const isTimeZone = (text: string): boolean =>
  // Intl also takes offsets, which know no daylight saving time.
  /^[a-z]/i.test(text) && isKnown(() => new Intl.DateTimeFormat('en', { timeZone: text }));

export const isLocale = (text: string): boolean => isKnown(() => new Intl.Locale(text));

function isKnown(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export const timeText = (moment: string | number, { timeZone, locale }: PlaceInTime): string =>
  new Intl.DateTimeFormat(spokenIn(locale, 'en'), { hour: 'numeric', minute: '2-digit', timeZone }).format(
    new Date(moment),
  );

export const dayText = (moment: string | number, { timeZone, locale }: PlaceInTime, language = 'en'): string =>
  new Intl.DateTimeFormat(spokenIn(locale, language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  }).format(new Date(moment));

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** By their zones: making one takes longer than using it a hundred times. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  clocks.set(timeZone, clock);
  return clock;
}

/** The day and the time of the clocks there, as if they were UTC, in Unix milliseconds. */
export function clockAt(moment: number, timeZone?: string): number {
  const parts = clockOf(timeZone).formatToParts(new Date(moment));
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
}

/** The next moment after `afterMs` at which the clocks there show this full hour, which must not be one that a change of clocks skips. */
export function nextAtHour(afterMs: number, hour: number, timeZone?: string): number {
  const clock = clockAt(afterMs, timeZone);
  const today = startOfDay(clock) + hour * hourMs;
  const wanted = today > clock ? today : today + dayMs;
  const guess = afterMs - (afterMs % minuteMs) + (wanted - clock);
  // The clocks may change in between.
  return guess + (wanted - clockAt(guess, timeZone));
}

/** When a day begins there. @param day its midnight in UTC, in Unix milliseconds */
export function beginningOf(day: number, timeZone = 'UTC'): number {
  if (timeZone === 'UTC' || day < 0) return day;
  const guess = day - (clockAt(day, timeZone) - day);
  // The clocks may change in between.
  return guess + (day - clockAt(guess, timeZone));
}

/** Of a time as `clockAt` gives it. */
export const startOfDay = (clock: number): number => clock - (clock % dayMs);
