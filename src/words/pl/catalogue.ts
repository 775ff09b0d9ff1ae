import { type OtherWords, words as english } from '../en/catalogue.ts';
import { animal } from './animal.ts';
import { animals } from './animals.ts';
import { board } from './board.ts';
import { failures } from './failures.ts';
import { finding } from './finding.ts';
import { first } from './first.ts';
import { heads } from './heads.ts';
import { mails } from './mails.ts';
import { titles } from './titles.ts';

export const words: OtherWords = { ...english, first, animals, titles, board, animal, finding, failures, heads, mails };
