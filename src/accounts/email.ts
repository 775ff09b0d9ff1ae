/** The form in which emails are stored and compared. */
export const normalizedEmail = (email: string): string => email.trim().toLowerCase();
