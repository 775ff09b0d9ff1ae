// Nobody can sign up with these addresses: their domain has no dot.

/** The first operator's, until its owner changes it. */
export const OPERATOR_EMAIL = 'operator@localhost';

/** The account that owns the key of the service's own board. */
export const BOARD_EMAIL = 'board@localhost';
