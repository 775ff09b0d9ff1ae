/** The title of an animal's page. */
export const titles = {
  /** Behind a name: `young male Labrador Retriever mix`. `age` and `sex` are the words of `agesInside` and `sexesInside`. */
  described: {
    by: 'known',
    all: '{age} {sex} {kind}',
    age: '{age} {kind}',
    sex: '{sex} {kind}',
    other: '{kind}',
  },
  /** `sex` may be unknown. */
  agesInside: {
    baby: { by: 'sex', other: 'baby' },
    young: { by: 'sex', other: 'young' },
    adult: { by: 'sex', other: 'adult' },
    senior: { by: 'sex', other: 'senior' },
  },
  sexesInside: { female: 'female', male: 'male' },
  /** The title of a page: the name of an animal, and what it is. */
  nameAndKind: '{name}, {described}',
} as const;
