import type { Static, TSchema } from 'typebox';
import { NewInvitation } from '../../accounts/invitations/schema.ts';
import type { Member } from '../../accounts/memberships/schema.ts';
import { buildAccountChanges } from '../../composition/account-changes.ts';
import type { Queries } from '../../database/database.ts';
import { Failure } from '../../failure.ts';
import { validatorCompiler } from '../../http/validation/validate.ts';
import { isWithdrawn, type StoredOrganization, type WholeOrganization } from '../../organizations/row.ts';
import { NewOrganization, OrganizationPatch } from '../../organizations/schema.ts';
import { originOf } from '../../settings/origins.ts';
import type { Settings } from '../../settings/settings.ts';
import { COMMAND_LINE } from '../../vocabulary/actors.ts';
import type { OrganizationRole } from '../../vocabulary/organizations.ts';
import { type Column, printFacts, printRows } from '../rows.ts';
import type { Terminal } from '../terminal.ts';
import { EVERYTHING } from './account-changes.ts';
import { type EnvironmentOptions, type OpenEnvironment, withExistingEnvironment } from './environment.ts';

interface ListOptions extends EnvironmentOptions {
  readonly limit: number;
}

/** An empty text removes the value. */
interface ProfileOptions extends EnvironmentOptions {
  readonly email?: string;
  readonly phone?: string;
  readonly website?: string;
  readonly listed?: boolean;
}

interface UpdateOptions extends ProfileOptions {
  readonly name?: string;
  readonly suspended?: boolean;
}

interface InviteOptions extends EnvironmentOptions {
  readonly role: OrganizationRole;
  readonly email?: string;
}

/** The value as a body of the API. @throws Failure with the message of the API */
function checked<Shape extends TSchema>(schema: Shape, value: object): Static<Shape> {
  const given = Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
  const validate = validatorCompiler({ schema, method: 'PATCH', url: '', httpPart: 'body' });
  const result = validate(given) as { readonly value?: Static<Shape>; readonly error?: Error };
  if (result.error !== undefined) throw new Failure(result.error.message, { exit: 'usage' });
  return result.value as Static<Shape>;
}

async function find(
  { organizations }: OpenEnvironment,
  id: number,
  { environment }: EnvironmentOptions,
  tx?: Queries,
): Promise<StoredOrganization> {
  const found = await organizations.find(EVERYTHING, id, tx);
  if (found !== undefined) return found;
  throw new Failure(`There is no organization ${id} in ${environment}. \`petstore organizations list\` shows them.`);
}

export async function listOrganizations(terminal: Terminal, settings: Settings, options: ListOptions): Promise<void> {
  const { environment, limit, json } = options;
  const found = await withExistingEnvironment(environment, settings, ({ organizations }) =>
    organizations.list(EVERYTHING, {}, limit + 1, undefined),
  );
  const shown = found.slice(0, limit).map(({ organization }) => organization);
  printRows(terminal, shown, COLUMNS, { json, none: 'No organizations.' });
  if (found.length > limit) terminal.note(`There are more organizations. Use --limit ${limit * 10} to see more.`);
}

const COLUMNS: readonly Column<WholeOrganization>[] = [
  { title: 'id', of: ({ id }) => id, right: true },
  { title: 'state', of: stateOf, style: ({ suspended }) => (suspended ? 'red' : undefined) },
  { title: 'email', of: ({ email }) => email, shrinks: true },
  { title: 'phone', of: ({ phone }) => phone },
  { title: 'city', of: ({ address }) => address?.city, shrinks: true },
  { title: 'name', of: ({ name }) => name, shrinks: true },
];

function stateOf({ listed, suspended }: WholeOrganization): string {
  if (suspended) return 'suspended';
  return listed ? 'listed' : 'unlisted';
}

export async function showOrganization(
  terminal: Terminal,
  settings: Settings,
  id: number,
  options: EnvironmentOptions,
): Promise<void> {
  const found = await withExistingEnvironment(options.environment, settings, (open) => find(open, id, options));
  print(terminal, found, options);
}

export async function createOrganization(
  terminal: Terminal,
  settings: Settings,
  name: string,
  options: ProfileOptions,
): Promise<void> {
  const { environment, email, phone, website, listed } = options;
  const { application: _none, ...body } = checked(NewOrganization, { name, email, phone, website, listed });
  const added = await withExistingEnvironment(environment, settings, ({ database, organizations }) =>
    database.transaction((tx) => organizations.add(tx, body, COMMAND_LINE)),
  );
  print(terminal, added, options);
}

export async function updateOrganization(
  terminal: Terminal,
  settings: Settings,
  id: number,
  options: UpdateOptions,
): Promise<void> {
  const { environment, name, email, phone, website, listed, suspended } = options;
  const orNull = (text: string | undefined) => (text === '' ? null : text);
  const { application: _none, ...patch } = checked(OrganizationPatch, {
    name,
    email: orNull(email),
    phone: orNull(phone),
    website: orNull(website),
    listed,
    suspended,
  });
  if (Object.keys(patch).length === 0)
    throw new Failure('Give at least one change, such as --listed.', { exit: 'usage' });
  const changed = await withExistingEnvironment(environment, settings, (open) =>
    open.database.transaction(async (tx) => {
      const found = await find(open, id, options, tx);
      const after = await open.organizations.change(tx, found, patch, COMMAND_LINE);
      if (isWithdrawn(found.organization, after.organization))
        await buildAccountChanges(open).cancelling.ofOrganization(tx, id, COMMAND_LINE);
      return after;
    }),
  );
  print(terminal, changed, options);
}

export async function listMembers(
  terminal: Terminal,
  settings: Settings,
  id: number,
  options: EnvironmentOptions,
): Promise<void> {
  const members = await withExistingEnvironment(options.environment, settings, async (open) => {
    await find(open, id, options);
    return open.memberships.list(id, 10_000, undefined);
  });
  printRows(terminal, members, MEMBER_COLUMNS, { json: options.json, none: 'No members.' });
}

const MEMBER_COLUMNS: readonly Column<Member>[] = [
  { title: 'account', of: ({ id }) => id, right: true },
  { title: 'role', of: ({ role }) => role },
  { title: 'email', of: ({ email }) => email, shrinks: true },
  { title: 'state', of: ({ suspended }) => (suspended ? 'suspended' : 'active') },
  { title: 'name', of: ({ name }) => name, shrinks: true },
];

/** Prints the link. It cannot be shown again. */
export async function invite(
  terminal: Terminal,
  settings: Settings,
  id: number,
  options: InviteOptions,
): Promise<void> {
  const { environment, role, email, json = false } = options;
  const body = checked(NewInvitation, { role, email });
  const { path, ...invitation } = await withExistingEnvironment(environment, settings, (open) =>
    open.database.transaction(async (tx) => {
      await find(open, id, options, tx);
      return open.invitations.make(tx, id, body, undefined);
    }),
  );
  const link = `${originOf(environment, settings)}${path}`;
  if (json) terminal.printJson({ ...invitation, link });
  else terminal.print(link);
}

function print(terminal: Terminal, { organization }: StoredOrganization, { json = false }: EnvironmentOptions): void {
  if (json) return terminal.printJson(organization);
  const { id, name, email, phone, website, address, mission } = organization;
  printFacts(terminal, [
    ['Organization', id],
    ['Name', name],
    ['State', stateOf(organization), organization.suspended ? 'red' : 'green'],
    ['Email', email],
    ['Phone', phone],
    ['Website', website],
    ['Address', address && Object.values(address).join(', ')],
    ['Mission', mission],
  ]);
}
