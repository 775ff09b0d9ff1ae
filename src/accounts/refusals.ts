import { ApiError } from '../http/errors.ts';
import { ChangeRefused } from './account-changes.ts';

const CODES = {
  limits: 'invalid_body',
  protected: 'forbidden',
  closed: 'account_closed',
  member: 'already_member',
} as const;

/** Runs `work`, and throws the refusal of a change as the client receives it. */
export async function orRefusal<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ChangeRefused ? new ApiError(CODES[error.reason], error.message, { cause: error }) : error;
  }
}
