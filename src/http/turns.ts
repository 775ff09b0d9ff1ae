/** How many long works run at a time. */
const most = 2;

/** Runs long works a few at a time, and each that had to wait in a later turn of the event loop, so that other requests come between. */
export function openTurns() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < most) running += 1;
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
