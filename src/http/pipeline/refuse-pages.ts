import type { Step } from '../app.ts';
import { ApiError } from '../errors.ts';

/**
 * Refuses web pages with a secret key (403), whatever their origin: a page may have been led to this service by a changed name (DNS
 * rebinding), and a secret key belongs in no page. `authorize` checks the origins of publishable keys.
 */
export const refusePages: Step = ({ headers, principal }, _reply, done) => {
  const isPage = headers.origin !== undefined && principal !== undefined && principal.origins === undefined;
  done(
    isPage
      ? new ApiError('forbidden', 'A web page needs a publishable key for this; secret keys are refused.')
      : undefined,
  );
};
