/** What an organization says about its place in time. */
export interface PlaceInTime {
  /** IANA; by default the zone of the machine. */
  readonly timeZone?: string | undefined;
  /** BCP 47. */
  readonly locale?: string | undefined;
}

const WITHOUT_YEAR = { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

/** A moment as the organization's place writes it, in English, which is the language of the sentences around it. */
export const momentText = (moment: string | number, { timeZone, locale }: PlaceInTime): string =>
  new Intl.DateTimeFormat(englishOf(locale), {
    ...WITHOUT_YEAR,
    year: 'numeric',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(moment));

/** English as written where the locale is spoken: `de-AT` writes days before months, and counts hours to 24. */
function englishOf(locale = 'en-US'): string {
  const { language, region } = new Intl.Locale(locale).maximize();
  return language === 'en' ? locale : `en-${region}`;
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
