import type { onSendHookHandler } from 'fastify';
import type { EventStore } from './store.ts';

/** The position of the newest event when an answer was made: it shows the effects of no newer one. */
export const POSITION = 'x-position';

/** Tells partners how new an answer may be; that something is not there, too. A handler that sends it by itself must return the reply. */
export const namePosition =
  (events: EventStore): onSendHookHandler =>
  ({ principal }, reply, payload, done) => {
    if (principal?.isPartner !== true || ![200, 404].includes(reply.statusCode)) return done(null, payload);
    events
      .last()
      .then((sequence) => events.positionAt(sequence))
      .then((position) => {
        void reply.header(POSITION, position);
        done(null, payload);
      }, done);
  };
