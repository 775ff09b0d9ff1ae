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
} as const;
