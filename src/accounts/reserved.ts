// Nobody can sign up with these addresses: their domain has no dot.

/** The first operator's, until its owner changes it. */
export const OPERATOR_EMAIL = 'operator@localhost';
