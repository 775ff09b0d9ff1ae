import { PetstoreError } from '../../../client/src/petstore.ts';

/** What a call rejected with. Anything but the client's own error is a mistake of ours and goes on to the console. */
export function failureOf(failure: unknown): PetstoreError {
  if (failure instanceof PetstoreError) return failure;
  throw failure;
}
