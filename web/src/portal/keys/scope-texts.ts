import type { Scope } from '../../../../src/vocabulary/scopes.ts';

/** What each scope allows. */
export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'pets:read': 'See animals and categories, and follow their events',
  'pets:write': 'Add, change and remove animals and categories',
  'orders:read': 'See orders, and follow their events',
  'orders:write': 'Place, approve, deliver, cancel and return orders',
  'messages:read': 'See the messages that this account sent',
  'messages:write': 'Send messages to the shelter',
  webhooks: 'Manage webhooks',
  account: 'Manage the account: API keys and usage',
};
