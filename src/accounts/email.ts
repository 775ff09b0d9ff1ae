/** The form of emails for storing and comparing. */
export const normalizedEmail = (email: string): string => email.trim().toLowerCase();
