import type { Step } from '../app.ts';
import type { Untaken } from '../connection/untaken.ts';
import { ApiError } from '../errors.ts';

/** Refuses (429) the requests of an address or an account that does not read its responses. */
export const requireRoom =
  (untaken: Pick<Untaken, 'isFull'>): Step =>
  (request, _reply, done) =>
    done(untaken.isFull(request) ? tooMuchUnread() : undefined);

const tooMuchUnread = (): ApiError =>
  new ApiError('too_much_unread', 'Earlier responses have not been read; read them, then send the request again.', {
    // The client does not read this response either.
    headers: { 'retry-after': '10', connection: 'close' },
  });
