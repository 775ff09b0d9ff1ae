import type { WordsOf } from '../say.ts';
import { animals } from './animals.ts';
import { board } from './board.ts';
import { failures } from './failures.ts';
import { first } from './first.ts';
import { heads } from './heads.ts';
import { titles } from './titles.ts';

/** English is the language that the others are made from. */
export const words = { first, animals, titles, board, failures, heads };

/** The catalogue of a language, by room. */
export type Words = typeof words;
export type OtherWords = WordsOf<Words>;
