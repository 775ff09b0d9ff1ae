import { addAliases } from '../api/aliases.ts';
import { type CliCommand, environmentOption } from '../table/command.ts';
import { ACCOUNTS } from './accounts.ts';
import { onDatabase } from './in-process.ts';
import { ORGANIZATIONS } from './organizations.ts';
import { PEOPLE } from './people.ts';

/** Adds the names of operations that a group calls on the database. */
export function addNames(group: CliCommand): void {
  addAliases(group, { ...ACCOUNTS, ...ORGANIZATIONS, ...PEOPLE }, onDatabase);
  for (const command of group.commands as CliCommand[])
    if (command.operation !== undefined) command.addOption(environmentOption());
}
