/** Separate services with the same paths and no shared data. Specification, part 5. */
export const ENVIRONMENTS = ['production', 'staging'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The environments that the setting ENVIRONMENT selects. */
export const environmentsOf = ({
  environment,
}: {
  readonly environment: Environment | 'both';
}): readonly Environment[] => ENVIRONMENTS.filter((name) => environment === 'both' || environment === name);
