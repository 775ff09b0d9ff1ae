import { ApiError } from '../../http/errors.ts';

/** Each hash takes 19 MiB and a thread of the process's pool (four by default), which file and DNS calls need as well. */
const maxConcurrent = 2;
/** At 40 to 100 ms each, the last in the queue waits for one or two seconds. */
const maxWaiting = 40;

/** Too many passwords wait to be scored and hashed. */
export class PasswordsBusy extends ApiError {
  override readonly name = 'PasswordsBusy';

  constructor() {
    super('service_unavailable', 'Too many people are signing up or in at this moment.', {
      headers: { 'retry-after': '2' },
    });
  }
}

// The queue belongs to the process, as the thread pool does: both environments share it.
const waiting: (() => void)[] = [];
let running = 0;

/** Runs the work once few others run. @throws PasswordsBusy if too many wait already */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < maxConcurrent) running += 1;
  else if (waiting.length >= maxWaiting) throw new PasswordsBusy();
  // Whoever finishes hands its slot over, so `running` stays the same.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
