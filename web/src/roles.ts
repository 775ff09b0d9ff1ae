import type { OrganizationRole } from '../../src/vocabulary/organizations.ts';

/** The roles in an organization: what they are called, and what they may do. */
export const ROLES: Readonly<Record<OrganizationRole, { readonly title: string; readonly about: string }>> = {
  staff: { title: 'Staff', about: 'Staff take care of animals, adoptions and messages.' },
  manager: {
    title: 'Manager',
    about: 'Managers also write the profile of the organization, and invite and remove members.',
  },
};
