import { setImmediate } from 'node:timers/promises';

/**
 * Lets work that comes together be committed together: while one group is committed, the next one gathers.
 *
 * @param enough how many wait at most for others: a group begins as soon as a turn of the event loop brings no more, or this many wait
 * @param commit commits those that it takes. Called again while some wait
 */
export function gathering<Piece>(enough: number, commit: (take: (most?: number) => Piece[]) => Promise<void>) {
  let waiting: Piece[] = [];
  let running: Promise<void> | undefined;

  const take = (most = Infinity): Piece[] => {
    const taken = waiting.slice(0, most);
    waiting = waiting.slice(most);
    return taken;
  };

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      await untilArrivalsStop();
      await commit(take);
    }
    running = undefined;
  }

  async function untilArrivalsStop(): Promise<void> {
    let count = 0;
    while (count < waiting.length && waiting.length < enough) {
      count = waiting.length;
      await setImmediate();
    }
  }

  return {
    join(piece: Piece): void {
      waiting.push(piece);
      running ??= commitAll();
    },
    /** Resolves when everything so far is committed. */
    idle: async (): Promise<void> => running,
  };
}
