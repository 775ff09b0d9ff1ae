/** The address of a closed account: the owner's own is free again. */
export const closedEmail = (accountId: number): string => `closed-${accountId}@localhost`;
