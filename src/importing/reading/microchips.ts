import { looseName } from '../loose-name.ts';
import { type CellReader, Members, Unread } from '../profile/columns.ts';
import { fromText } from './cells.ts';

/** Loose words for an animal without a microchip, and for one whose number is not given. */
const WITHOUT = new Set(
  'no n false notchipped notmicrochipped unchipped nochip nomicrochip nochipfound notimplanted nonedetected scannednochip nochipdetected withoutchip sinchip sinmicrochip ohnechip keinchip nichtgechippt nonpuce nonidentifie'.split(
    ' ',
  ),
);
const WITH = new Set('yes y true chipped microchipped'.split(' '));

const NO_NUMBER = 'A microchip has a number of 15 digits, or an older one of 9 or 10 characters.';
const ROUNDED =
  'A spreadsheet has rounded this number, so its last digits are lost; format the column as text, and export it again.';

/** Digits as ISO 11784 has them, and the older codes: 9 digits, or 10 hexadecimal ones. */
const FORM = /^(?:\d{15}|\d{9}|[\dA-F]{10})$/;
/** `9.85112E+14`, and what a spreadsheet makes of that. */
const EXPONENT = /^\d(?:[.,]\d{1,14})?E\+?\d{1,2}$/i;
const ROUNDED_DIGITS = /^[1-9]\d*0{7}$/;

/** The number of a microchip; a word says at most whether there is one. */
export const microchip: CellReader = fromText((cell) => {
  // Excel keeps a long number as text in `="985…"`.
  const bare = cell
    .replace(/^=?"(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();
  const key = looseName(bare);
  if (key === 'unknown' || key === '') return undefined;
  if (WITHOUT.has(key)) return new Members({ microchipped: false });
  if (WITH.has(key)) return new Members({ microchipped: true });
  if (EXPONENT.test(bare)) return new Unread(ROUNDED);
  const code = bare
    .replace(/^(?:avid|trovan|home ?again|datamars|chip)\b[\s:#*]*/i, '')
    .replace(/\.0{1,2}$/, '')
    .replaceAll(/[\s\-*.#()]/g, '')
    .toUpperCase();
  if (!FORM.test(code)) return new Unread(NO_NUMBER);
  if (new Set(code).size === 1) return new Unread(NO_NUMBER);
  return code.length === 15 && ROUNDED_DIGITS.test(code)
    ? new Unread(ROUNDED)
    : new Members({ staff: { microchip: { number: code } } });
});
