import { type OtherWords, words as english } from '../en/catalogue.ts';
import { mails } from './mails.ts';

export const words: OtherWords = { ...english, mails };
