/** Separate services with the same paths, which share nothing. Specification, part 5. */
export const ENVIRONMENTS = ['production', 'staging'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Those that the setting ENVIRONMENT names. */
export const environmentsOf = ({
  environment,
}: {
  readonly environment: Environment | 'both';
}): readonly Environment[] => ENVIRONMENTS.filter((name) => environment === 'both' || environment === name);
