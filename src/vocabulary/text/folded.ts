/**
 * Folds names that differ only in case or compatibility characters to the same text. Upper case comes last: unlike lower case (the Greek final
 * sigma) it does not depend on neighbouring letters, so that a part of a name is folded as in the whole name.
 */
export const folded = (name: string): string => name.normalize('NFKC').toLowerCase().toUpperCase();
