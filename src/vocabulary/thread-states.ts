/** What a message still needs from its receivers. */
export const THREAD_STATES = ['open', 'answered', 'closed'] as const;

/** The most messages in a state that are counted: more would tell nobody more. */
export const MOST_COUNTED_THREADS = 1_000;

export type ThreadState = (typeof THREAD_STATES)[number];
