import type { PetstoreError } from '../../../../client/src/petstore.ts';

/** The mistake in the address of a new account, if any. */
export const mistakeInEmail = (email: string): string | undefined =>
  /^\S+@\S+$/.test(email.trim()) ? undefined : 'Enter an email address, such as ann@shelter.example.';

/** The mistake in the address of an account that exists, if any. */
export const mistakeInKnownEmail = (email: string): string | undefined =>
  email.trim() === '' ? 'Enter your email address.' : undefined;

/** What to show if another account has the address. */
export const takenEmail = ({ code }: PetstoreError, words: string): { readonly email?: string } =>
  code === 'account_exists' ? { email: words } : {};
