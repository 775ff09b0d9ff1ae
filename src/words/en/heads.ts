/** The heads of documents, and the feeds. */
export const heads = {
  description: 'Animals that are looking for a home.',
  descriptionOf: 'Animals of {organization} that are looking for a home.',
  /** The title of the links to the feeds. */
  newAnimals: 'New animals',
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
