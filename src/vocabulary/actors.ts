/** Who caused an event. */
export type Actor =
  /** An account, with one of its keys or, without `keyId`, a session. */
  | { readonly type: 'account'; readonly accountId: number; readonly keyId?: number }
  /** Somebody on a web page, through a publishable key. */
  | { readonly type: 'visitor' }
  /** Somebody at the command line, on the machine of the service. */
  | { readonly type: 'command_line' }
  /** The service itself: an order expired, a message was delivered. */
  | { readonly type: 'service' };

export const ACTOR_TYPES = [
  'account',
  'visitor',
  'command_line',
  'service',
] as const satisfies readonly Actor['type'][];

export const SERVICE: Actor = { type: 'service' };
export const COMMAND_LINE: Actor = { type: 'command_line' };
