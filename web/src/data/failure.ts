import { PetstoreError } from '../../../client/src/petstore.ts';

/** The reason why a call was rejected. An error of any other class is a bug in the site, and is thrown again. */
export function failureOf(failure: unknown): PetstoreError {
  if (failure instanceof PetstoreError) return failure;
  throw failure;
}
