import type { CliCommand } from './command.ts';

/** Adds the names that people know for operations, once the group is called. */
export const withAliases = (group: CliCommand): CliCommand =>
  group.lazily(async () => (await import('../api/aliases.ts')).addAliases(group));
