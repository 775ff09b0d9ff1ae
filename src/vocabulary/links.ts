/** What the page of a link shows before its owner uses it. */
export interface ShownLink {
  readonly purpose: LinkPurpose;
  /** The address of the account, or the one that the link confirms. */
  readonly email: string;
  /** What happens to the account's API keys when the link sets a password: they can stay if the owner wants it, or not. */
  readonly keys: KeysAfterReset;
}

/** `password` sets one, `confirmation` confirms the address of an account. */
export const LINK_PURPOSES = ['password', 'confirmation'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const KEYS_AFTER_RESET = ['kept', 'offered', 'revoked'] as const;
export type KeysAfterReset = (typeof KEYS_AFTER_RESET)[number];
