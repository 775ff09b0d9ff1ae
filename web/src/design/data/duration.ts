import { unitText } from '../text/unit-text.ts';

/** `40 sec`, `12 min`, `3 hr 20 min`. @param seconds whole, not negative */
export function durationText(seconds: number): string {
  if (seconds < 120) return unitText(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  const rest = minutes % 60;
  const hours = unitText((minutes - rest) / 60, 'hour');
  if (rest === 0) return hours;
  const most = unitText(rest, 'minute');
  return minutes < 60 ? most : `${hours} ${most}`;
}
