/** Bounds of a password that somebody chooses, in Unicode characters. */
export const PASSWORD_LENGTH = { min: 12, max: 256 } as const;
