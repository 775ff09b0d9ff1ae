import { animals } from './animals.ts';
import { first } from './first.ts';
import { heads } from './heads.ts';

/** English is the language that the others are made from. */
export const words = { first, animals, heads };
