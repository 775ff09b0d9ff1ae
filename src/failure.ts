/** What each exit code says, for scripts. */
export const EXITS = {
  done: { code: 0, means: 'It is done.' },
  failed: { code: 1, means: 'It could not be done. The message says why, and what to do.' },
  usage: { code: 2, means: 'The command line is wrong: an unknown command or option, or a value outside its rule.' },
  refused: { code: 3, means: 'The service refused the request (4xx). The same again would be refused again.' },
  unavailable: { code: 4, means: 'The service cannot be reached, or failed (5xx). The same may succeed later.' },
  partly: { code: 5, means: 'Some rows of the file are bad; all others are imported. Each bad row is named.' },
  interrupted: { code: 130, means: 'Ctrl-C ended it.' },
  terminated: { code: 143, means: 'SIGTERM ended it.' },
} as const satisfies Record<string, { readonly code: number; readonly means: string }>;

/** What a command cannot do: one sentence, and then what to do, for the person who called it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;
  /** More lines, less important: such as the id under which the service's log has the request. */
  readonly details: readonly string[];

  constructor(
    message: string,
    {
      exit = 'failed',
      details = [],
      cause,
    }: { exit?: keyof typeof EXITS; details?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = EXITS[exit].code;
    this.details = details;
  }
}

/** The message of any failure. A connection that was tried at several addresses fails with a list of reasons and no message of its own. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
