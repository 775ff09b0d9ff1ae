import type { KeyKind, Scope } from '../../../client/src/petstore.ts';

/** What each scope allows, in the order in which they are offered. */
export const SCOPES: Readonly<Record<Scope, string>> = {
  'pets:read': 'See animals and categories, and follow their events',
  'pets:write': 'Add, change and remove animals and categories',
  'orders:read': 'See orders, and follow their events',
  'orders:write': 'Place orders and move them on',
  'messages:read': 'See the messages that were sent',
  'messages:write': 'Send messages to the store',
  webhooks: 'Manage webhooks',
  account: 'Manage the account: keys and usage',
};

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** What may stand in a web page, which everybody reads. */
const PUBLISHABLE: readonly Scope[] = ['pets:read', 'orders:write', 'messages:write'];

export const scopesFor = (kind: KeyKind): readonly Scope[] => (kind === 'secret' ? ALL_SCOPES : PUBLISHABLE);
