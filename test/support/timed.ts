/**
 * For tests that measure how long something takes on a real clock: other processes of the machine may hold up one run of three, and what
 * is really too slow is so in all of them.
 */
export const timed = { retry: 2 } as const;
