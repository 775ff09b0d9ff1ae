/** The heads of documents, and the feeds. */
export const heads = {
  description: 'Animals that are looking for a home.',
  descriptionOf: 'Animals of {organization} that are looking for a home.',
  /** The title of the links to the feeds. */
  newAnimals: 'New animals',
} as const;
