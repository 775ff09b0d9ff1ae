import type { onRequestHookHandler } from 'fastify';
import { ApiError } from '../errors.ts';
import { isFromSite, isSafe } from '../request.ts';

/** Refuses changes that the service's own site did not send (403). */
export const requireSameOrigin: onRequestHookHandler = (request, _reply, done) => {
  done(isSafe(request) || isFromSite(request) ? undefined : crossSite());
};

const crossSite = (): ApiError =>
  new ApiError(
    'cross_site_request',
    "Only the service's own site may send this request, with the header `X-Petstore-Page`.",
  );
