interface TurnOptions {
  /** How many works run at a time. */
  readonly most?: number;
  /** How many may wait; another one fails with the error that `busy` makes. */
  readonly queue?: { readonly mostWaiting: number; readonly busy: () => Error };
}

/** Runs long works a few at a time, and each that had to wait in a later turn of the event loop, so that other requests come between. */
export function openTurns({ most = 2, queue }: TurnOptions = {}) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < most) running += 1;
    else if (queue !== undefined && waiting.length >= queue.mostWaiting) throw queue.busy();
    // A finished task hands its place over, so `running` stays the same.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else setImmediate(next);
    }
  };
}
