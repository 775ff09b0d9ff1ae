import { ApiError } from '../../http/errors.ts';
import { openTurns } from '../../http/turns.ts';

/** At 40 to 100 ms each, the last in the queue waits for one or two seconds. */
const mostWaiting = 40;

/** Too many passwords wait to be scored and hashed. */
export class PasswordsBusy extends ApiError {
  override readonly name = 'PasswordsBusy';

  constructor() {
    super('service_unavailable', 'Too many people are signing up or in at this moment.', {
      headers: { 'retry-after': '2' },
    });
  }
}

/**
 * Runs the scoring or hashing of a password: two at a time, because each hash takes 19 MiB and a thread of the process's pool (four by
 * default), which file and DNS calls need as well. The queue belongs to the process, as the pool does: both environments share it.
 *
 * @throws PasswordsBusy if too many wait already
 */
export const inTurn = openTurns({ queue: { mostWaiting, busy: () => new PasswordsBusy() } });
