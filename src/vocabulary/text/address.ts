const address = /^[^\s@"\\<>()[\],:;\p{Cc}\p{Cs}]+@[^\s@"\\<>()[\],:;\p{Cc}\p{Cs}]+$/u;

/** Whether a text is one email address, be it at a host without a dot, such as `operator@localhost`. */
export const isAddress = (text: string): boolean => text.length <= 254 && address.test(text);

/**
 * Whether mail can reach it. An address without a dot in its domain, such as `operator@localhost`, is nobody's: it may be a mailbox of the mail
 * server. Nor is there a host below the names of RFC 6761: the demo's addresses are below `.invalid`.
 */
export const isMailbox = (email: string): boolean => /\.(?!(?:invalid|localhost)$)[^@.]+$/i.test(email);

/** The form in which addresses are stored and compared. */
export const normalizedEmail = (email: string): string => email.trim().toLowerCase();

/** The first operator's, until its owner changes it. Nobody can sign up with an address whose domain has no dot. */
export const OPERATOR_EMAIL = 'operator@localhost';

/** The account of what `petstore demo` adds. */
export const DEMO_EMAIL = 'demo@localhost';

/** The address of a closed account: the owner's own is free again. */
export const closedEmail = (accountId: number): string => `closed-${accountId}@localhost`;
