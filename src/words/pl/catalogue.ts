import type { OtherWords } from '../en/catalogue.ts';
import { animal } from './animal.ts';
import { animals } from './animals.ts';
import { applying } from './applying.ts';
import { board } from './board.ts';
import { failures } from './failures.ts';
import { finding } from './finding.ts';
import { first } from './first.ts';
import { heads } from './heads.ts';
import { kit } from './kit.ts';
import { mails } from './mails.ts';
import { papers } from './papers.ts';
import { reserving } from './reserving.ts';
import { staging } from './staging.ts';
import { statement } from './statement.ts';
import { titles } from './titles.ts';

export const words: OtherWords = {
  first,
  animals,
  titles,
  board,
  animal,
  finding,
  reserving,
  applying,
  kit,
  papers,
  statement,
  failures,
  heads,
  mails,
  staging,
};
