/** What a member of an organization may do: `staff` take care of animals and orders, a `manager` also of the organization and its members. */
export const ORGANIZATION_ROLES = ['manager', 'staff'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** What an account that signed up still needs before its keys work: a confirmed email address, or an operator's approval. */
export const SIGNUP_STEPS = ['confirmation', 'approval'] as const;
export type SignupStep = (typeof SIGNUP_STEPS)[number];
