/** Separate services with the same paths, which share nothing. Specification, part 5. */
export const ENVIRONMENTS = ['production', 'staging'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
