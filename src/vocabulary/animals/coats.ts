import type { AnimalType } from './species.ts';

/** The names of the coats of each type. Source: Petfinder's `/v2/types`, as recorded by public test suites on 2024-11-07. */
export const COATS_OF: Readonly<Record<AnimalType, readonly string[]>> = {
  dog: ['Hairless', 'Short', 'Medium', 'Long', 'Wire', 'Curly'],
  cat: ['Hairless', 'Short', 'Medium', 'Long'],
  rabbit: ['Short', 'Long'],
  'small-furry': ['Hairless', 'Short', 'Long'],
  horse: [],
  bird: [],
  'scales-fins-other': [],
  barnyard: ['Short', 'Long'],
};
