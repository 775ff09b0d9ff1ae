import { useEffect, useState } from 'preact/hooks';
import { largestUnits } from '../../../src/vocabulary/duration.ts';
import type { SiteSettings } from '../../../src/vocabulary/site.ts';
import { unitText } from '../design/text/unit-text.ts';
import { pageSettings } from '../settings.ts';
import { speaks } from '../words.ts';
import { useBoard } from './board.ts';

/** How long a reservation holds an animal, such as `2 days`; undefined until that is known. A page that embeds the board has to ask. */
export function useHold(): string | undefined {
  const { origin } = useBoard();
  const [holdMs, setHoldMs] = useState(IS_OWN ? pageSettings().orderHoldMs : undefined);
  useEffect(() => {
    if (IS_OWN) return;
    // Without an answer, the page says all but the time.
    fetch(`${origin}/page-settings`).then(
      async (response) => setHoldMs(((await response.json()) as SiteSettings).orderHoldMs),
      () => undefined,
    );
  }, []);
  return holdMs === undefined ? undefined : durationIn(holdMs);
}

/** In words, such as `2 days, 30 minutes`. */
function durationIn(ms: number): string {
  const units = largestUnits(ms).map(([amount, unit]) => unitText(amount, unit, 'long'));
  return new Intl.ListFormat(speaks().locale, { type: 'unit' }).format(units);
}
