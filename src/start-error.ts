/** What a command cannot do, in one sentence for the person who called it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A connection that is tried at several addresses fails with a list of reasons, and no message of its own. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
