import { type OtherWords, words as english } from '../en/index.ts';

export const words: OtherWords = { ...english };
