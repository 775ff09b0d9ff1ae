/** What is said of any animal: on cards, on pages, and in the heads of documents. */
export const animals = {
  /** Values: `kind` is `dog`, `cat`, `rabbit`, `horse` or `other`; `sex` may be unknown. Alone, as on a label. */
  ages: {
    baby: { by: 'kind', other: { by: 'sex', other: 'Baby' } },
    young: { by: 'kind', other: { by: 'sex', other: 'Young' } },
    adult: { by: 'kind', other: { by: 'sex', other: 'Adult' } },
    senior: { by: 'kind', other: { by: 'sex', other: 'Senior' } },
  },
  sexes: {
    female: { by: 'kind', other: 'Female' },
    male: { by: 'kind', other: 'Male' },
    unknown: 'Unknown',
  },
  sizes: { small: 'Small', medium: 'Medium', large: 'Large', xlarge: 'Extra large' },
  /** `breeds` is one breed, or `breedPair`. */
  mix: '{breeds} mix',
  breedPair: '{first} and {second}',
  mixedBreed: 'Mixed breed',
  unknownBreed: 'Unknown breed',
  /** Behind a name: `young male Labrador Retriever mix`. `age` and `sex` are the words of `agesInside` and `sexesInside`. */
  described: {
    by: 'known',
    all: '{age} {sex} {kind}',
    age: '{age} {kind}',
    sex: '{sex} {kind}',
    other: '{kind}',
  },
  agesInside: { baby: 'baby', young: 'young', adult: 'adult', senior: 'senior' },
  sexesInside: { female: 'female', male: 'male' },
  /** The title of a page: the name of an animal, and what it is. */
  nameAndKind: '{name}, {described}',
  /** Sentences of search engines and feeds. */
  statuses: {
    available: '{name} is looking for a home.',
    pending: '{name} is reserved.',
    sold: '{name} has found a home.',
    soon: '{name} can be adopted soon.',
  },
  statusesAt: {
    available: '{name} is looking for a home at {organization}.',
    pending: '{name} is reserved at {organization}.',
    sold: '{name} has found a home.',
    soon: '{name} can be adopted soon at {organization}.',
  },
} as const;
