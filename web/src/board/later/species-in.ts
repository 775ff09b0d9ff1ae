/** Apart, because the words of all languages are loaded only when somebody searches. */
export { speciesIn } from '../../../../src/words/spellings.ts';
