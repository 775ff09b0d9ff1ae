/** What a key may be used for. A key has all of them unless it was created with fewer. */
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
