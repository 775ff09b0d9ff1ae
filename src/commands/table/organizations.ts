import { ORGANIZATION_ROLES } from '../../vocabulary/organizations.ts';
import { choice, type CliCommand, environmentOption, positiveInteger } from './command.ts';

/** These commands work on the database directly, whether or not the service is running. */
export function addOrganizations(program: CliCommand): void {
  const organizations = program
    .command('organizations')
    .description('List and show organizations; add, change, list and suspend them; see and invite their members.');
  const organizationCommand = (name: string, description: string) =>
    organizations
      .command(name)
      .description(description)
      .argument('<organization>', 'the id of the organization', positiveInteger)
      .addOption(environmentOption())
      .json();
  const withProfile = (command: CliCommand) =>
    command
      .option('--email <address>', 'email address for the public')
      .option('--phone <number>', 'telephone number for the public')
      .option('--website <url>', 'website')
      .option('--listed', 'visitors see it')
      .option('--no-listed', 'visitors do not see it');

  organizations
    .command('list')
    .description('List the organizations, newest first.')
    .addOption(environmentOption())
    .option('--limit <n>', 'maximum number of rows', positiveInteger, 100)
    .json()
    .example('petstore organizations list', 'petstore organizations list --json | jq -r .name')
    .runsWithSettings(async () => (await import('../local/organizations.ts')).listOrganizations);

  organizationCommand('show', 'Show an organization.')
    .example('petstore organizations show 1')
    .runsWithSettings(async () => (await import('../local/organizations.ts')).showOrganization);

  withProfile(
    organizations
      .command('create')
      .description('Add an organization. Visitors see it once it is listed.')
      .argument('<name>', 'the name of the organization')
      .addOption(environmentOption()),
  )
    .json()
    .example('petstore organizations create "Riverside Shelter" --email hello@riverside.example --listed')
    .runsWithSettings(async () => (await import('../local/organizations.ts')).createOrganization);

  withProfile(
    organizationCommand(
      'update',
      'Change an organization. An empty text removes a value. A running service applies the change within a second.',
    ).option('--name <text>', 'name'),
  )
    .option('--suspended', 'refuse its members, and hide it from visitors')
    .option('--no-suspended', 'end its suspension')
    .example('petstore organizations update 2 --listed', "petstore organizations update 2 --phone '' --no-listed")
    .runsWithSettings(async () => (await import('../local/organizations.ts')).updateOrganization);

  organizationCommand('members', 'List the members of an organization, newest account first.')
    .example('petstore organizations members 1')
    .runsWithSettings(async () => (await import('../local/organizations.ts')).listMembers);

  organizationCommand(
    'invite',
    'Create a link for joining an organization. It works once, for seven days. No mail is sent.',
  )
    .addOption(choice('--role <role>', 'role of the new member', ORGANIZATION_ROLES).makeOptionMandatory())
    .option('--email <address>', 'only the account with this address can accept it')
    .example('petstore organizations invite 2 --role manager --email ann@riverside.example')
    .runsWithSettings(async () => (await import('../local/organizations.ts')).invite);
}
