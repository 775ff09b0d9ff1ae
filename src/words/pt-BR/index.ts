import { words as english } from '../en/index.ts';
import type { OtherWords } from '../languages.ts';

export const words: OtherWords = { ...english };
