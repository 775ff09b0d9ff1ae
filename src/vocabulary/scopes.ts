/** What a key may be used for. A key has every scope unless it was created with fewer. */
export const SCOPES = [
  'pets:read',
  'pets:write',
  'orders:read',
  'orders:write',
  'messages:read',
  'messages:write',
  'webhooks',
  'account',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes that a publishable key may have: everybody can read such a key in a web page's source. */
export const PUBLISHABLE_SCOPES: readonly Scope[] = ['pets:read', 'orders:write', 'messages:write'];

/** The scopes of a partner key, which only reads. */
export const PARTNER_SCOPES: readonly Scope[] = ['pets:read'];
