import type { onRequestHookHandler } from 'fastify';

/** Which service has answered, for partners: the address may lead to another one. */
export const SERVICE_ID = 'x-service-id';

/** Tells partners which service this is. */
export const nameService =
  (id: string): onRequestHookHandler =>
  ({ principal }, reply, done) => {
    if (principal?.isPartner === true) reply.header(SERVICE_ID, id);
    done();
  };
