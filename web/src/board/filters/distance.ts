import { unitText } from '../../design/text/unit-text.ts';
import { say, words } from '../../words.ts';

/** Miles where people use them. */
export const UNIT = /^en(?:-(?:US|GB|LR)\b|$)/.test(navigator.language) ? 'mi' : 'km';

const NAMES = { mi: 'mile', km: 'kilometer' } as const;

/** Such as `50 mi`. */
export const distanceText = (amount: number, unit: keyof typeof NAMES): string =>
  unitText(amount, NAMES[unit]).replace(' ', '\u00a0');

/** @param within such as `50mi` */
export function withinText(within: string): string {
  const [, amount, unit] = /^(\d+)(km|mi)$/.exec(within) ?? [];
  return distanceText(Number(amount), unit === 'mi' ? 'mi' : 'km');
}

/** Such as `12 mi away`. */
export function distanceWords(meters: number): string {
  const amount = Math.max(1, Math.round(meters / (UNIT === 'mi' ? 1_609.344 : 1_000)));
  return say(words().first.away, { distance: distanceText(amount, UNIT) });
}
