/** How many requests to webhooks that are new, slow or failing begin in a second: as many may begin at once. */
export const PACED_PER_SECOND = 25;

/** Counts what may begin. By the real time: it is about the work of this process. */
export function openPace(nowMs = () => performance.now()) {
  let left = PACED_PER_SECOND;
  let atMs = nowMs();
  return {
    /** How many may begin now. */
    free(): number {
      const sinceMs = nowMs() - atMs;
      atMs += sinceMs;
      left = Math.min(PACED_PER_SECOND, left + (sinceMs * PACED_PER_SECOND) / 1_000);
      return Math.max(0, Math.floor(left));
    },
    take(): void {
      left -= 1;
    },
  };
}
