const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 hours ago`, `yesterday`. @param at ISO 8601 */
export function agoText(at: string, nowMs: number): string {
  const passedMs = nowMs - Date.parse(at);
  for (const [unit, ms] of UNITS) if (passedMs >= ms) return RELATIVE.format(-Math.floor(passedMs / ms), unit);
  return 'just now';
}
