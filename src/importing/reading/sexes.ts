import type { Sex } from '../../vocabulary/animal-profile.ts';
import { looseName } from '../loose-name.ts';
import { type CellReader, Members, Unread } from '../profile/columns.ts';
import { flag } from './answers.ts';
import { folded, fromText, saysNothing, tableOf, UNKNOWN_ABROAD } from './cells.ts';

interface Said {
  readonly sex?: Exclude<Sex, 'unknown'> | undefined;
  readonly altered?: boolean | undefined;
}

/** What single words say, in English and the languages of the board, without marks. */
const WORDS = tableOf<Said>([
  [
    'm male boy males tom stallion colt bull ram boar buck rooster cock stud macho mannlich rude kater male maschio samiec pies kocur ذكر',
    { sex: 'male' },
  ],
  ['♂', { sex: 'male' }],
  [
    'f female girl females queen mare filly cow ewe sow doe hen nanny hembra weiblich hundin katzin femelle w femea samica suka suczka kotka انثى',
    { sex: 'female' },
  ],
  ['♀', { sex: 'female' }],
  ['gelding steer wether barrow', { sex: 'male', altered: true }],
  ['spayed spay', { sex: 'female', altered: true }],
  ['nm mn cm mc', { sex: 'male', altered: true }],
  ['sf fs nf fn', { sex: 'female', altered: true }],
  ['im mi', { sex: 'male', altered: false }],
  ['if fi', { sex: 'female', altered: false }],
  [
    'neutered neuter altered castrated desexed fixed sterilized sterilised kastriert castrado castrada castre castree esterilizado esterilizada sterilise sterilisee kastrowany kastrowana wykastrowany wykastrowana sterylizowana wysterylizowana معقمة مخصي',
    { altered: true },
  ],
  [
    'intact entire unaltered unneutered unspayed unfixed unkastriert unsterilized niekastrowany niesterylizowana',
    { altered: false },
  ],
]);
/** Letters that say this only beside a sex: `M/N`, `F S`. */
const LETTERS = tableOf<Said>([
  ['n s c', { altered: true }],
  ['i', { altered: false }],
]);
const NOT = new Set(['not', 'non', 'no', 'un', 'nicht', 'nie', 'nao']);
const UNKNOWN = new Set(['u', 'unk', 'unknown', 'undetermined', 'unsexed', ...UNKNOWN_ABROAD]);

/** No such words are longer. */
const longest = 100;

const NO_SEX = new Unread('A sex is `male`, `female` or `unknown`, perhaps with `neutered`, `spayed` or `intact`.');

/** What the words of a text say together; undefined if they disagree, or one of them says nothing. */
function said(text: string): Said | undefined {
  const names = folded(text).match(/\p{L}+|[♂♀]/gu) ?? [];
  const together: { sex?: Said['sex']; altered?: boolean } = {};
  let isNot = false;
  for (const name of names) {
    if (NOT.has(name)) isNot = true;
    else if (!UNKNOWN.has(name) || names.length === 1) {
      const one = WORDS.get(name) ?? (names.length > 1 ? LETTERS.get(name) : undefined);
      if (one === undefined) return undefined;
      const altered = one.altered === undefined ? undefined : one.altered !== isNot;
      // Who was not spayed is a female, too.
      if (isNot && altered === undefined) return undefined;
      if (together.sex !== undefined && one.sex !== undefined && together.sex !== one.sex) return undefined;
      if (together.altered !== undefined && altered !== undefined && together.altered !== altered) return undefined;
      if (one.sex !== undefined) together.sex = one.sex;
      if (altered !== undefined) together.altered = altered;
      isNot = false;
    }
  }
  return isNot ? undefined : together;
}

/** A sex, and whether the animal is neutered if the words say that: `Neutered male`, `NM`, `Male/Neutered`, `Spayed`. */
export const sex: CellReader = fromText((cell) => {
  if (UNKNOWN.has(looseName(folded(cell)))) return 'unknown';
  if (saysNothing(cell)) return undefined;
  const found = said(cell);
  return found === undefined || Object.keys(found).length === 0 ? NO_SEX : new Members({ ...found });
});

const NOT_SAID = new Unread('The value must be `yes` or `no`, or a word such as `neutered` or `intact`.');

/** Whether it is neutered, in the same words, or as yes and no. */
export const altered: CellReader = (cell, row) => {
  const answer = flag(cell, row);
  return answer instanceof Unread && typeof cell === 'string'
    ? (said(cell.trim().slice(0, longest))?.altered ?? NOT_SAID)
    : answer;
};
