import { environmentNow } from '../../data/environment-clock.ts';
import { speaks } from '../../words.ts';

let relative: Intl.RelativeTimeFormat | undefined;
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 hours ago`, `yesterday`. @param at ISO 8601 */
export function agoText(at: string, nowMs = environmentNow()): string {
  relative ??= new Intl.RelativeTimeFormat(speaks().locale, { numeric: 'auto' });
  const passedMs = nowMs - Date.parse(at);
  for (const [unit, ms] of UNITS) if (passedMs >= ms) return relative.format(-Math.floor(passedMs / ms), unit);
  return 'just now';
}

export const Ago = ({ at }: { readonly at: string }) => (
  <time dateTime={at} class="time">
    {agoText(at)}
  </time>
);
