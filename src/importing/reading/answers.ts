import type { Compatibility } from '../../vocabulary/animal-profile.ts';
import { type CellReader, Unread } from '../profile/columns.ts';
import { folded, fromText, saysNothing, word } from './cells.ts';

/** Yes, no, some and unknown, in words. */

const YES = 'yes y true t 1 x si oui ja tak sim نعم verdadero wahr checked';
const NO = 'no n false f 0 non nein nie nao لا falso falsch unchecked';

export const flag = word([
  [YES, true],
  [NO, false],
]);

/** A mark: anything but yes means unknown. */
export const mark = word([
  [YES, true],
  [NO, undefined],
]);

/** Whether its vaccinations are up to date. */
export const upToDate = word([
  [
    `${YES} uptodate utd current vaccinated fullyvaccinated complete completed shotscurrent aldia vacunado vacunada geimpft vaccine zaszczepiony zaszczepiona vacinado vacinada مطعم`,
    true,
  ],
  [`${NO} due overdue notuptodate notcurrent expired notvaccinated unvaccinated outofdate`, false],
]);

/** Whether it is trained so; what is only on the way is neither. */
export const trained = word([
  [
    `${YES} housetrained housebroken pottytrained littertrained litterboxtrained litterbox trained cratetrained leashtrained`,
    true,
  ],
  [`${NO} nothousetrained nothousebroken untrained nottrained notpottytrained`, false],
]);

/** Whether it has special needs: the words for them are a yes. */
export const specialNeeds = word([
  [`${YES} specialneeds`, true],
  [`${NO} nospecialneeds`, false],
]);

/** The result of a test; a yes in such a column may only say that there was one. */
export const testResult = word([
  ['negative neg negativ negativo', 'negative'],
  ['positive pos positiv positivo', 'positive'],
  ['notdone pending', undefined],
]);

/** `1` in a column such as `NoDogs`. */
export const incompatibility = word([
  [YES, 'no' satisfies Compatibility],
  [NO, 'yes' satisfies Compatibility],
]);

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const GOOD = words(
  'yes y true 1 si oui ja tak sim نعم good great well ok okay fine excellent friendly social likes like loves love lives lived all any everyone positive',
);
const BAD = words(
  'no n false 0 non nein nie nao لا not never none cannot cant bad poor dislikes dislike hates aggressive aggression reactive unfriendly without negative',
);
const SOME = words(
  'some selective certain select depends dependent depending maybe sometimes possibly varies caution cautious supervised supervision slow slowly proper introduction introductions intro intros older only over above under teens teen teenagers small smaller large larger big calm gentle quiet respectful mellow submissive young younger little male males female females mostly usually prefers preferably algunos algunas manche einige certains selektiv',
);
/** Words that say with whom or how, and change nothing. */
const BESIDE = words(
  'with dog dogs cat cats kid kids child children other others the a an and or to be is in of for up at age ages aged yr yrs year years old home homes most gets along on people livestock animals ninos perros gatos con hunde hunden katzen kinder kindern mit',
);
const UNTESTED =
  /\b(?:not|never|un) ?(?:been )?(?:tested|sure|known|assessed|evaluated|determined)\b|\bdont know\b|^\?+$/;
/** It wants to be the only one, or gets on with those only: nobody knows. */
const ONLY_ONE = /\bonly (?:dog|cat|pet|child)$/;

const NO_ANSWER = new Unread('The value must be one of `yes`, `no`, `some`, or say with which ones.');

/** Whether it gets on with somebody: `Yes`, `Older kids only`, `Some dogs`, `No cats`. Every word must be known. */
export const compatibility: CellReader = fromText((cell) => {
  const text = folded(cell).replaceAll(/['’]/g, '').replaceAll('w/', 'with ');
  if (saysNothing(cell) || UNTESTED.test(text)) return undefined;
  const names = text.match(/\p{L}+|\d+/gu) ?? [];
  const has = (kind: ReadonlySet<string>) => names.some((name) => kind.has(name));
  const isKnown = (name: string) => [GOOD, BAD, SOME, BESIDE].some((kind) => kind.has(name)) || /^\d+$/.test(name);
  if (names.length === 0 || !names.every(isKnown) || ONLY_ONE.test(text)) return NO_ANSWER;
  const hasNumber = names.some((name) => /^\d{2,}$|^[2-9]$/.test(name));
  if (has(SOME) || hasNumber) return 'selective' satisfies Compatibility;
  if (has(BAD)) return has(GOOD) && !text.startsWith('not ') ? NO_ANSWER : ('no' satisfies Compatibility);
  return has(GOOD) ? ('yes' satisfies Compatibility) : NO_ANSWER;
});

const FROM_AGE = /\+|\b(?:over|older|above|up|ages?|aged)\b/;
const BELOW_AGE = /\b(?:under|younger|below)\b/;
const NEGATED = /\b(?:no|not|never|without)\b/;

/** Whether it gets on with children, and from which age on: `Kids over 8`, `12+`, `No kids under 5`. */
export const withChildren: CellReader = (cell, row) => {
  const value = compatibility(cell, row);
  if (value !== 'selective') return typeof value === 'string' ? { children: value } : value;
  const text = folded(String(cell));
  const [age = '', another] = text.match(/\d+/g) ?? [];
  const isFrom = NEGATED.test(text) ? BELOW_AGE.test(text) && !FROM_AGE.test(text) : FROM_AGE.test(text);
  const isAge = isFrom && another === undefined && Number(age) >= 2 && Number(age) <= 18;
  return isAge ? { children: value, childrenFromAge: Number(age) } : { children: value };
};
