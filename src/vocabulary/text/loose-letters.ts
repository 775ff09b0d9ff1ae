import { searchable } from './searchable.ts';

/** No name is longer. */
const longest = 1_000;

/** The letters and digits of a name, so that `Domestic Shorthair` and `domestic short-hair` are the same. */
export const looseLetters = (name: string): string =>
  searchable(name.slice(0, longest))
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('GREY', 'GRAY');
