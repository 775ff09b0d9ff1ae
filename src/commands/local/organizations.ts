import type { Member } from '../../accounts/memberships/schema.ts';
import { Failure, misuse } from '../../failure.ts';
import type { Organization } from '../../organizations/schema.ts';
import type { Alias, Aliases, Part } from '../api/aliases.ts';
import type { View } from '../api/view.ts';
import { printFacts } from '../rows.ts';
import { positiveInteger } from '../table/command.ts';
import type { Local } from './in-process.ts';

export const organization: Part<Local> = {
  to: 'organizationId',
  name: 'organization',
  says: 'the id of the organization',
  parse: positiveInteger,
  read: async (text, { open, environment }) => {
    const found = await open.organizations.find({ isOperator: true, organizationId: undefined }, Number(text));
    if (found !== undefined) return Number(text);
    throw new Failure(
      `There is no organization ${text} in ${environment}. \`petstore organizations list\` shows them.`,
    );
  },
};

const stateOf = ({ listed, suspended }: Organization): string =>
  suspended === true ? 'suspended' : listed === true ? 'listed' : 'unlisted';

const view: View<Organization> = {
  columns: () => [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'state', of: stateOf, style: ({ suspended }) => (suspended === true ? 'red' : undefined) },
    { title: 'email', of: ({ email }) => email, shrinks: true },
    { title: 'phone', of: ({ phone }) => phone },
    { title: 'city', of: ({ address }) => address?.city, shrinks: true },
    { title: 'name', of: ({ name }) => name, shrinks: true },
  ],
  none: 'No organizations.',
  show: (terminal, organization) => {
    const { id, name, suspended, email, phone, website, paymentUrl, donationUrl, address, mission } = organization;
    printFacts(terminal, [
      ['Organization', id],
      ['Name', name],
      ['State', stateOf(organization), suspended === true ? 'red' : 'green'],
      ['Email', email],
      ['Phone', phone],
      ['Website', website],
      ['Payment', paymentUrl],
      ['Donations', donationUrl],
      ['Address', address && Object.values(address).join(', ')],
      ['Mission', mission],
    ]);
  },
};

const memberView: View<Member> = {
  columns: () => [
    { title: 'account', of: ({ id }) => id, right: true },
    { title: 'role', of: ({ role }) => role },
    { title: 'email', of: ({ email }) => email, shrinks: true },
    { title: 'state', of: ({ suspended }) => (suspended ? 'suspended' : 'active') },
    { title: 'name', of: ({ name }) => name, shrinks: true },
  ],
  none: 'No members.',
};

export const linkView: View<{ readonly link: string }> = { show: (terminal, { link }) => terminal.print(link) };

const profile = (orNull: Partial<Part<Local>>): NonNullable<Alias<Local>['options']> => ({
  email: { to: 'email', name: 'address', says: 'email address for the public', ...orNull },
  phone: { to: 'phone', name: 'number', says: 'telephone number for the public', ...orNull },
  website: { to: 'website', name: 'url', says: 'website', ...orNull },
  'payment-url': { to: 'paymentUrl', name: 'url', says: 'page where adopters pay the fee', ...orNull },
  'donation-url': { to: 'donationUrl', name: 'url', says: 'page where people donate', ...orNull },
  listed: { to: 'listed', says: 'visitors see it', not: 'visitors do not see it' },
});

export const ORGANIZATIONS: Aliases<Local> = {
  'organizations list': {
    operation: 'listOrganizations',
    says: 'List the organizations, newest first.',
    view,
    limit: 100,
    examples: ['petstore organizations list', 'petstore organizations list --json | jq -r .name'],
  },
  'organizations show': {
    operation: 'getOrganization',
    says: 'Show an organization.',
    args: [organization],
    view,
    examples: ['petstore organizations show 1'],
  },
  'organizations create': {
    operation: 'createOrganization',
    says: 'Add an organization. Visitors see it once it is listed.',
    args: [{ to: 'name', says: 'the name of the organization' }],
    options: profile({}),
    view,
    examples: ['petstore organizations create "Riverside Shelter" --email hello@riverside.example --listed'],
  },
  'organizations update': {
    operation: 'updateOrganization',
    says: 'Change an organization. An empty text removes a value. A running service applies the change within a second.',
    args: [organization],
    options: {
      name: { to: 'name', says: 'name' },
      ...profile({ read: (text) => (text === '' ? null : text) }),
      suspended: {
        to: 'suspended',
        says: 'refuse its members, and hide it from visitors',
        not: 'end its suspension',
      },
    },
    check: (given) => {
      if (given.size === 1) throw misuse('Give at least one change, such as --listed.');
    },
    view,
    examples: ['petstore organizations update 2 --listed', "petstore organizations update 2 --phone '' --no-listed"],
  },
  'organizations members': {
    operation: 'listMembers',
    says: 'List the members of an organization, newest account first.',
    args: [organization],
    view: memberView,
    limit: 10_000,
    examples: ['petstore organizations members 1'],
  },
  'organizations invite': {
    operation: 'createInvitation',
    says: 'Create a link for joining an organization. It works once, for seven days. No mail is sent.',
    args: [organization],
    options: {
      role: { to: 'role', says: 'role of the new member (required)' },
      email: { to: 'email', says: 'only the account with this address can accept it' },
    },
    view: linkView,
    examples: ['petstore organizations invite 2 --role manager --email ann@riverside.example'],
  },
};
